package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ErrorClass;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.QuarantineVerbs.QuarantineEntry;
import io.consumptionledger.spi.QuarantinedMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Messages that cannot be given a key. */
public interface QuarantineRules extends StoreRules {
  private static QuarantinedMessage message(Scenario s, Long offset, byte[] payload) {
    Metadata source =
        new Metadata(
            null,
            null,
            null,
            null,
            offset == null ? null : "orders",
            offset == null ? null : 3,
            offset,
            Instant.parse("2026-10-25T00:30:00.123456Z"));
    byte[] rawKey = new byte[700];
    for (int i = 0; i < rawKey.length; i++) {
      rawKey[i] = (byte) i;
    }
    return new QuarantinedMessage(
        Tenant.DEFAULT,
        s.handler(),
        source,
        Headers.none().with("h", "1").with("h", new byte[] {0, -1}).with("", (byte[]) null),
        rawKey,
        Payload.of(payload),
        s.failure(ErrorClass.POISON, "no key"));
  }

  @Rule(
      id = "QUARANTINE-1",
      text =
          "The exact bytes come back: payload, headers, a raw key of 700 bytes, position, error.",
      lookAt = "the columns of raw_message_quarantine")
  default void quarantineKeepsBytes(Scenario s) {
    QuarantinedMessage in = message(s, 4711L, new byte[] {0, 1, -1, '\'', '\\'});
    assertTrue(s.store().quarantine(in), "it is new");
    QuarantinedMessage out = s.store().quarantined(Tenant.DEFAULT, in.id()).orElseThrow();
    assertEquals(in.handlerId(), out.handlerId(), "handler");
    assertEquals(in.source(), out.source(), "source");
    assertEquals(in.headers(), out.headers(), "headers");
    assertArrayEquals(in.rawKey(), out.rawKey(), "raw key");
    assertArrayEquals(
        in.payload().bytes().orElseThrow(), out.payload().bytes().orElseThrow(), "payload");
    assertEquals(in.failure(), out.failure(), "failure");
    assertEquals(in.id(), out.id(), "id");
  }

  @Rule(
      id = "QUARANTINE-2",
      text = "The same bytes from the same place are kept once; from another place again.",
      lookAt = "the primary key of raw_message_quarantine, and how its violation is answered")
  default void sameMessageIsKeptOnce(Scenario s) {
    assertTrue(s.store().quarantine(message(s, 1L, new byte[] {1})), "the first time");
    assertFalse(s.store().quarantine(message(s, 1L, new byte[] {1})), "again");
    assertTrue(s.store().quarantine(message(s, 2L, new byte[] {1})), "another offset");
    assertTrue(s.store().quarantine(message(s, 1L, new byte[] {2})), "other bytes");
    assertTrue(s.store().quarantine(message(s, null, new byte[] {1})), "without a place");
    assertFalse(s.store().quarantine(message(s, null, new byte[] {1})), "that again");
    assertEquals(4, s.store().quarantineList(Tenant.DEFAULT, 10).size(), "the number");
  }

  @Rule(
      id = "QUARANTINE-3",
      text = "A message without a body and one of zero bytes are two.",
      lookAt = "payload NULL in raw_message_quarantine")
  default void tombstoneIsNotEmpty(Scenario s) {
    QuarantinedMessage tombstone = message(s, 1L, null);
    QuarantinedMessage empty = message(s, 1L, new byte[0]);
    assertTrue(s.store().quarantine(tombstone), "tombstone");
    assertTrue(s.store().quarantine(empty), "zero bytes");
    assertTrue(read(s, tombstone).payload().isTombstone(), "no body");
    assertEquals(0, read(s, empty).payload().bytes().orElseThrow().length, "zero bytes");
  }

  private static QuarantinedMessage read(Scenario s, QuarantinedMessage message) {
    return s.store().quarantined(Tenant.DEFAULT, message.id()).orElseThrow();
  }

  @Rule(
      id = "QUARANTINE-4",
      text = "The list is newest first, within the limit, and tells where each came from.",
      lookAt = "ORDER BY and LIMIT in the quarantine's list")
  default void quarantineIsListed(Scenario s) {
    for (long offset : new long[] {30, 10, 20}) {
      s.store().quarantine(message(s, offset, new byte[] {1}));
      s.fixture().elapse(Duration.ofMinutes(1));
    }
    List<QuarantineEntry> list = s.store().quarantineList(Tenant.DEFAULT, 10);
    assertEquals(
        List.of(20L, 10L, 30L), list.stream().map(QuarantineEntry::offset).toList(), "order");
    assertEquals(2, s.store().quarantineList(Tenant.DEFAULT, 2).size(), "within the limit");
    QuarantineEntry entry = list.get(0);
    assertEquals("orders", entry.topic(), "topic");
    assertEquals(3, entry.partition(), "partition");
    assertEquals(s.handler(), entry.handlerId(), "handler");
    assertTrue(entry.error().contains("no key"), "error: " + entry.error());
    assertNotNull(entry.receivedAt(), "time");
    assertNull(entry.resolvedBy(), "nobody closed it");
  }

  @Rule(
      id = "QUARANTINE-5",
      text = "It is closed once, by its own tenant; another tenant neither sees nor closes it.",
      lookAt = "tenant_id and resolved_by in the WHERE clause of the quarantine's verbs")
  default void closedOnceByItsTenant(Scenario s) {
    Tenant other = new Tenant("other");
    QuarantinedMessage message = message(s, 1L, new byte[] {1});
    s.store().quarantine(message);
    assertTrue(s.store().quarantined(other, message.id()).isEmpty(), "seen by another tenant");
    assertEquals(List.of(), s.store().quarantineList(other, 10), "listed for another tenant");
    assertFalse(
        s.store().resolveQuarantined(other, message.id(), s.action()), "closed by another tenant");
    assertTrue(s.store().resolveQuarantined(Tenant.DEFAULT, message.id(), s.action()), "closed");
    assertFalse(s.store().resolveQuarantined(Tenant.DEFAULT, message.id(), s.action()), "twice");
    assertFalse(s.store().resolveQuarantined(Tenant.DEFAULT, "0".repeat(64), s.action()), "none");
    assertEquals(
        "olga", s.store().quarantineList(Tenant.DEFAULT, 10).get(0).resolvedBy(), "who closed it");
    assertFalse(s.store().quarantine(message), "a closed message that comes again is not new");
  }

  @Rule(
      id = "QUARANTINE-6",
      text = "A message of some megabytes is kept whole.",
      lookAt = "limits on packets and column types")
  default void bigMessageIsKept(Scenario s) {
    byte[] payload = new byte[5 << 20];
    new java.util.Random(4711).nextBytes(payload);
    QuarantinedMessage message = message(s, 1L, payload);
    assertTrue(s.store().quarantine(message), "it is new");
    assertEquals(message.payload(), read(s, message).payload(), "payload");
  }
}
