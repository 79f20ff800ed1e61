package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import java.util.ArrayList;
import java.util.List;

/** Identity is byte-exact, and the same in every store. */
public interface IdentityRules extends StoreRules {
  /** Texts that some database takes for one another. */
  List<String> LOOKALIKES =
      List.of(
          "AbC",
          "aBc",
          "abc",
          "r\u00e9sum\u00e9",
          "re\u0301sume\u0301",
          "resume",
          "k1",
          "k1 ",
          " k1",
          "k1\u00a0",
          "\u1e9e",
          "\u00df",
          "ss",
          "\uff41bc",
          "\u200babc",
          "ab\u00adc",
          "\ud83d\ude00",
          "\ud83d\ude01",
          "\u0130",
          "i\u0307",
          "I",
          "\u0131",
          "i",
          "1",
          "01",
          "\u0661",
          "\u00c5",
          "\u212b",
          "A\u030a",
          "\u03c3",
          "\u03c2");

  @Rule(
      id = "IDENTITY-1",
      text = "Event ids that differ in case, accent, width, blanks or form are different rows.",
      lookAt = "the collation of event_id, and functions around it in the SQL")
  default void eventIdsAreByteExact(Scenario s) {
    List<ConsumptionKey> keys = LOOKALIKES.stream().map(s::key).toList();
    allDifferent(s, keys);
  }

  @Rule(
      id = "IDENTITY-2",
      text = "So are item keys, handler ids and tenants.",
      lookAt = "the collations of item_key, handler_id and tenant_id")
  default void otherPartsAreByteExact(Scenario s) {
    List<ConsumptionKey> keys = new ArrayList<>();
    for (String text : LOOKALIKES) {
      keys.add(new ConsumptionKey(Tenant.DEFAULT, s.handler(), "e", text));
      keys.add(new ConsumptionKey(Tenant.DEFAULT, text, "e", ""));
      keys.add(new ConsumptionKey(new Tenant(text), s.handler(), "e", ""));
    }
    allDifferent(s, keys);
  }

  /** Claims all, settles every second one, and expects each to have kept its own state. */
  private static void allDifferent(Scenario s, List<ConsumptionKey> keys) {
    List<Claim> claims = new ArrayList<>();
    for (ConsumptionKey key : keys) {
      claims.add(
          Expect.claimed(
              s.store().claim(s.bare(key), ClaimToken.random(), s.node(), Scenario.LEASE)));
    }
    for (int i = 0; i < claims.size(); i += 2) {
      Expect.done(s.store().succeed(claims.get(i)));
    }
    for (int i = 0; i < keys.size(); i++) {
      ConsumptionState expected =
          i % 2 == 0 ? ConsumptionState.SUCCEEDED : ConsumptionState.PROCESSING;
      assertEquals(keys.get(i), s.summary(keys.get(i)).key(), "the key comes back as it went in");
      assertEquals(expected, s.summary(keys.get(i)).state(), "state of " + keys.get(i));
    }
    assertEquals(keys.size(), s.store().list(keys).size(), "the number of rows");
  }

  @Rule(
      id = "IDENTITY-3",
      text = "Ids of the greatest length, all of four-byte characters, are kept whole.",
      lookAt = "column lengths, and limits on index entries")
  default void longestIds(Scenario s) {
    // Different characters, so that nothing can be saved by compression.
    ConsumptionKey key =
        new ConsumptionKey(
            new Tenant(astral(0, Tenant.MAX_LENGTH)),
            astral(100, ConsumptionKey.MAX_HANDLER_ID),
            astral(300, ConsumptionKey.MAX_EVENT_ID),
            astral(600, ConsumptionKey.MAX_ITEM_KEY));
    Claim claim = s.claim(s.bare(key));
    assertEquals(key, s.summary(key).key(), "the key comes back as it went in");
    Expect.done(s.store().succeed(claim));
  }

  private static String astral(int from, int characters) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < characters; i++) {
      out.appendCodePoint(0x20000 + (from + i) * 37 % 40000);
    }
    return out.toString();
  }

  @Rule(
      id = "IDENTITY-4",
      text = "What a database could fold, trim, truncate or refuse is refused by name.",
      lookAt = "the checks of ConsumptionKey and Tenant")
  default void badIdsAreRefused(Scenario s) {
    refused("eventId", () -> s.key("a\u0000b"));
    refused("eventId", () -> s.key("a\ud800b"));
    refused("eventId", () -> s.key("\udc00"));
    refused("eventId", () -> s.key("a\tb"));
    refused("eventId", () -> s.key("a\u0085b"));
    refused("eventId", () -> s.key(" \u00a0".substring(0, 1)));
    refused("eventId", () -> s.key(""));
    refused("eventId", () -> s.key("x".repeat(ConsumptionKey.MAX_EVENT_ID + 1)));
    refused(
        "itemKey",
        () ->
            new ConsumptionKey(
                Tenant.DEFAULT, "h", "e", "x".repeat(ConsumptionKey.MAX_ITEM_KEY + 1)));
    refused("itemKey", () -> new ConsumptionKey(Tenant.DEFAULT, "h", "e", null));
    refused("handlerId", () -> new ConsumptionKey(Tenant.DEFAULT, null, "e", ""));
    refused("tenant", () -> new Tenant("x".repeat(Tenant.MAX_LENGTH + 1)));
  }

  private static void refused(String field, Runnable attempt) {
    InvalidFieldException refusal =
        assertThrows(InvalidFieldException.class, attempt::run, field + " was to be refused");
    assertTrue(refusal.getMessage().contains(field), "names the field: " + refusal.getMessage());
  }

  @Rule(
      id = "IDENTITY-5",
      text = "Ids that look like SQL, parameters or patterns are only text.",
      lookAt = "how values get into statements")
  default void idsThatLookLikeSql(Scenario s) {
    List<String> ids =
        List.of(
            "'",
            "''",
            "\"",
            "`",
            "\\",
            "\\'",
            "%",
            "_",
            "?",
            "??",
            ":event",
            "$1",
            "{x}",
            "${p}",
            "<x>",
            ";",
            "--",
            "/*",
            "e'; DROP TABLE event_consumption; --",
            "NULL",
            "0x41");
    List<ConsumptionKey> keys = ids.stream().map(s::key).toList();
    allDifferent(s, keys);
  }
}
