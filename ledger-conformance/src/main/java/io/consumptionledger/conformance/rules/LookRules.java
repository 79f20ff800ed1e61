package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Headers;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.operations.AuditRecord;
import io.consumptionledger.operations.Looks;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.QuarantinedMessage;
import java.util.List;

/** Looks at what messages hold. */
public interface LookRules extends StoreRules {
  /** Who looks. */
  Operator OLGA = new Operator("olga");

  private static Looks looks(Scenario s) {
    return Operations.on(s.store()).build().looks();
  }

  private static List<AuditRecord> audit(Scenario s, Tenant tenant) {
    return Operations.on(s.second()).build().audit().list(tenant, null, null, null, 100).items();
  }

  private static QuarantinedMessage quarantined(Scenario s, Tenant tenant) {
    QuarantinedMessage message =
        new QuarantinedMessage(
            tenant,
            s.handler(),
            Metadata.NONE,
            Headers.none().with("h", "1"),
            new byte[] {7, 8},
            Payload.of(new byte[] {0, 1, -1}),
            s.failure(ErrorClass.POISON, "no key"));
    s.store().quarantine(message);
    return message;
  }

  @Rule(
      id = "LOOK-1",
      text = "A look shows the content, byte for byte, and tells the audit who, why and how much.",
      lookAt = "lookAtContent and append-audit")
  default void contentIsShownAndAudited(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Content shown = looks(s).content(Tenant.DEFAULT, key, OLGA, "to find the cause").orElseThrow();
    assertEquals(s.content("e1"), shown, "the content");
    List<AuditRecord> audit = audit(s, Tenant.DEFAULT);
    assertEquals(1, audit.size(), "the number of lines");
    AuditRecord line = audit.get(0);
    assertEquals("LOOK", line.action(), "action");
    assertEquals("olga", line.actor(), "who");
    assertEquals("to find the cause", line.reason(), "why");
    assertEquals(key, line.key().orElseThrow(), "the row");
    assertTrue(line.detail().contains("13 bytes; 2 headers"), "detail: " + line.detail());
    assertFalse(line.toString().contains("payload of"), "no content: " + line);
    looks(s).content(Tenant.DEFAULT, key, OLGA, "again");
    assertEquals(2, audit(s, Tenant.DEFAULT).size(), "each look has its line");
  }

  @Rule(
      id = "LOOK-2",
      text =
          "Where the audit cannot be written nothing is shown: neither content nor quarantined bytes.",
      lookAt = "whether a look and its audit are one transaction",
      needs = Capability.BROKEN_AUDIT)
  default void noAuditNoContent(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    QuarantinedMessage message = quarantined(s, Tenant.DEFAULT);
    s.fixture()
        .withoutAudit(
            () -> {
              assertThrows(
                  StoreException.class,
                  () -> looks(s).content(Tenant.DEFAULT, key, OLGA, "curious"));
              assertThrows(
                  StoreException.class,
                  () -> looks(s).quarantined(Tenant.DEFAULT, message.id(), OLGA, "curious"));
            });
    assertEquals(List.of(), audit(s, Tenant.DEFAULT), "nothing was audited");
    assertTrue(looks(s).content(Tenant.DEFAULT, key, OLGA, "later").isPresent(), "later");
  }

  @Rule(
      id = "LOOK-3",
      text = "A look that finds nothing leaves no trace: no row, no content, no such message.",
      lookAt = "when a look is audited")
  default void nothingFoundIsNotAudited(Scenario s) {
    ConsumptionKey bare = s.succeeded("done");
    Looks looks = looks(s);
    assertTrue(looks.content(Tenant.DEFAULT, bare, OLGA, "a look").isEmpty(), "no content");
    assertTrue(looks.content(Tenant.DEFAULT, s.key("none"), OLGA, "a look").isEmpty(), "no row");
    for (String id : List.of("0".repeat(64), "", "\u00e9", "\u0000", "none", "'")) {
      assertTrue(looks.quarantined(Tenant.DEFAULT, id, OLGA, "a look").isEmpty(), "no message");
    }
    assertEquals(List.of(), audit(s, Tenant.DEFAULT), "the audit");
  }

  @Rule(
      id = "LOOK-4",
      text =
          "Another tenant's content is not there, by any key or id, and the try changes nothing.",
      lookAt = "the tenant in content and quarantined, and that of the key")
  default void otherTenantsContentIsNotThere(Scenario s) {
    Tenant other = new Tenant("other");
    ConsumptionKey theirs = s.claim(s.full(s.key(other, "e1"))).key();
    QuarantinedMessage message = quarantined(s, other);
    Picture before = s.picture(theirs);
    Looks looks = looks(s);
    assertTrue(looks.content(Tenant.DEFAULT, theirs, OLGA, "a look").isEmpty(), "by its key");
    assertTrue(looks.content(Tenant.DEFAULT, s.key("e1"), OLGA, "a look").isEmpty(), "by event");
    assertTrue(
        looks.quarantined(Tenant.DEFAULT, message.id(), OLGA, "a look").isEmpty(), "by its id");
    assertEquals(List.of(), audit(s, Tenant.DEFAULT), "the audit");
    assertEquals(List.of(), audit(s, other), "their audit");
    s.unchanged(before, theirs);
    assertTrue(looks.content(other, theirs, OLGA, "a look").isPresent(), "their own");
    assertTrue(looks.quarantined(other, message.id(), OLGA, "a look").isPresent(), "their own");
    assertEquals(List.of(), audit(s, Tenant.DEFAULT), "still not mine");
    assertEquals(2, audit(s, other).size(), "theirs");
  }

  @Rule(
      id = "LOOK-5",
      text = "A look at a quarantined message shows its exact bytes and is audited with its id.",
      lookAt = "lookAtQuarantined and append-audit")
  default void quarantinedBytesAreAudited(Scenario s) {
    QuarantinedMessage in = quarantined(s, Tenant.DEFAULT);
    QuarantinedMessage out =
        looks(s).quarantined(Tenant.DEFAULT, in.id(), OLGA, "to mend the decoder").orElseThrow();
    assertEquals(in.payload(), out.payload(), "payload");
    assertEquals(in.headers(), out.headers(), "headers");
    assertEquals(in.id(), out.id(), "id");
    List<AuditRecord> audit = audit(s, Tenant.DEFAULT);
    assertEquals(1, audit.size(), "the number of lines");
    assertEquals("LOOK_QUARANTINED", audit.get(0).action(), "action");
    assertEquals("olga", audit.get(0).actor(), "who");
    assertEquals("to mend the decoder", audit.get(0).reason(), "why");
    assertEquals(in.id(), audit.get(0).quarantineId(), "the message");
    assertTrue(audit.get(0).key().isEmpty(), "it is no row");
    assertTrue(audit.get(0).detail().contains("3 bytes; 1 headers"), audit.get(0).detail());
  }

  @Rule(
      id = "LOOK-6",
      text = "A look changes nothing of a row in any state, and needs a person and a reason.",
      lookAt = "what lookAtContent writes, and the checks of who and why")
  default void looksChangeNothing(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      ConsumptionKey key = s.inState(state, state.name());
      Picture before = s.picture(key);
      looks(s).content(Tenant.DEFAULT, key, OLGA, "a look");
      assertEquals(before.row(), s.picture(key).row(), "the row in " + state);
      assertEquals(before.content(), s.picture(key).content(), "the content in " + state);
    }
    ConsumptionKey key = s.key("DEAD_LETTER");
    for (String reason : new String[] {null, "", " ", "a\u0000", "x".repeat(501)}) {
      assertThrows(
          InvalidFieldException.class, () -> looks(s).content(Tenant.DEFAULT, key, OLGA, reason));
    }
    for (String name : new String[] {null, "", " ", "x".repeat(101)}) {
      assertThrows(InvalidFieldException.class, () -> new Operator(name));
    }
    assertThrows(
        NullPointerException.class, () -> looks(s).content(Tenant.DEFAULT, key, null, "a look"));
    assertThrows(NullPointerException.class, () -> looks(s).content(null, key, OLGA, "a look"));
  }
}
