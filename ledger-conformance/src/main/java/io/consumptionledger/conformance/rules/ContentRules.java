package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.Delivery;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.PayloadState;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import java.time.Instant;
import java.util.Random;

/** What comes with a message comes back byte for byte. */
public interface ContentRules extends StoreRules {
  private static Content roundTrip(Scenario s, Delivery delivery) {
    return roundTrip(s, delivery, 64 << 20);
  }

  private static Content roundTrip(Scenario s, Delivery delivery, int maxBytes) {
    Content in = Content.of(delivery, maxBytes);
    s.claim(NewRow.of(delivery, in));
    Content out =
        s.store().content(delivery.key()).orElseThrow(() -> new AssertionError("no content"));
    assertEquals(in, out, "the content");
    assertEquals(in.state(), s.summary(delivery.key()).payloadState(), "payload state");
    return out;
  }

  @Rule(
      id = "CONTENT-1",
      text = "Headers keep their order, repeated names, absent and empty values, and all bytes.",
      lookAt = "how headers are encoded and stored")
  default void headersComeBack(Scenario s) {
    byte[] every = new byte[256];
    for (int i = 0; i < every.length; i++) {
      every[i] = (byte) i;
    }
    Headers headers =
        Headers.none()
            .with("b", "1")
            .with("a", "2")
            .with("b", "3")
            .with("", "empty name")
            .with("absent", (byte[]) null)
            .with("empty", new byte[0])
            .with("bytes", every)
            .with("\u0000\u00e9\ud83d\ude80", "odd name");
    Content out = roundTrip(s, s.delivery("e1").headers(headers).build());
    assertEquals(headers, out.headers(), "headers");
  }

  @Rule(
      id = "CONTENT-2",
      text = "Raw keys of 600 bytes and more are kept, and an empty one is not an absent one.",
      lookAt = "the type of raw_key, and indexes on it")
  default void rawKeysComeBack(Scenario s) {
    for (int size : new int[] {0, 1, 600, 70_000}) {
      byte[] rawKey = new byte[size];
      new Random(size).nextBytes(rawKey);
      Content out = roundTrip(s, s.delivery("e" + size).rawKey(rawKey).build());
      assertArrayEquals(rawKey, out.rawKey().orElseThrow(), "raw key of " + size + " bytes");
    }
    assertTrue(roundTrip(s, s.delivery("none").rawKey(null).build()).rawKey().isEmpty(), "none");
  }

  @Rule(
      id = "CONTENT-3",
      text = "A tombstone, an empty payload and content that is not stored are three things.",
      lookAt = "payload_state and NULL in payload")
  default void threeKindsOfNothing(Scenario s) {
    Content tombstone = roundTrip(s, s.delivery("tombstone").payload(null).build());
    assertEquals(PayloadState.TOMBSTONE, tombstone.state(), "tombstone");
    assertTrue(tombstone.payload().isEmpty(), "a tombstone has no bytes");
    assertEquals(null, s.summary(s.key("tombstone")).payloadHash(), "a tombstone has no hash");
    Content empty = roundTrip(s, s.delivery("empty").payload(new byte[0]).build());
    assertEquals(PayloadState.STORED, empty.state(), "empty payload");
    assertEquals(0, empty.payload().orElseThrow().length, "zero bytes");
    s.claim("bare");
    assertTrue(s.store().content(s.key("bare")).isEmpty(), "not stored");
  }

  @Rule(
      id = "CONTENT-4",
      text = "Every byte value, and some megabytes of them, come back.",
      lookAt = "limits on packets, column types and character sets")
  default void payloadsComeBack(Scenario s) {
    for (int size : new int[] {256, 65_535, 65_536, 5 << 20}) {
      byte[] payload = new byte[size];
      for (int i = 0; i < 256; i++) {
        payload[i % size] = (byte) i;
      }
      Content out = roundTrip(s, s.delivery("e" + size).payload(payload).build());
      assertArrayEquals(payload, out.payload().orElseThrow(), size + " bytes");
    }
  }

  @Rule(
      id = "CONTENT-5",
      text = "A payload over the limit is kept cut and marked, with the hash of all of it.",
      lookAt = "payload_state TRUNCATED and payload_sha256")
  default void truncatedComesBack(Scenario s) {
    Delivery delivery = s.delivery("e1").build();
    Content out = roundTrip(s, delivery, 5);
    assertEquals(PayloadState.TRUNCATED, out.state(), "state");
    assertEquals(5, out.payload().orElseThrow().length, "the bytes that are kept");
    assertEquals(
        delivery.payload().hash().orElseThrow(),
        s.summary(delivery.key()).payloadHash(),
        "the hash of all of it");
  }

  @Rule(
      id = "CONTENT-6",
      text = "Metadata comes back as it went in: absent, smallest, greatest, odd.",
      lookAt = "the types of the metadata columns, and time zones")
  default void metadataComesBack(Scenario s) {
    Metadata greatest =
        new Metadata(
            text(Metadata.MAX_EVENT_TYPE),
            text(Metadata.MAX_AGGREGATE_TYPE),
            text(Metadata.MAX_AGGREGATE_ID),
            Long.MAX_VALUE,
            text(Metadata.MAX_TOPIC),
            Integer.MAX_VALUE,
            Long.MAX_VALUE,
            Instant.parse("9999-12-31T23:59:59.999999Z"));
    Metadata smallest = new Metadata("", "a", "b", Long.MIN_VALUE, "", 0, 0L, Instant.EPOCH);
    Metadata odd =
        new Metadata(
            "AbC ",
            "x",
            "y ",
            -1L,
            "caf\u00e9",
            1,
            2L,
            Instant.parse("2040-03-31T02:30:00.000001Z"));
    Metadata[] all = {Metadata.NONE, greatest, smallest, odd};
    for (int i = 0; i < all.length; i++) {
      NewRow row = new NewRow(s.key("e" + i), all[i], null, null);
      s.claim(row);
      assertEquals(all[i], s.row(row.key()).metadata(), "metadata");
    }
  }

  private static String text(int characters) {
    return "\ud83d\ude80".repeat(characters);
  }
}
