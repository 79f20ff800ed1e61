package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.Sha256;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.WaitReason;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.spi.AdmitResult;
import io.consumptionledger.spi.AuditVerbs.AuditLine;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.QuarantineVerbs.Closing;
import io.consumptionledger.spi.QuarantineVerbs.Resolution;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.Row;
import java.util.List;

/** ADMIT: a quarantined message becomes a row, once. */
public interface AdmitRules extends StoreRules {
  private static QuarantinedMessage kept(Scenario s, Tenant tenant, long offset) {
    QuarantinedMessage message =
        new QuarantinedMessage(
            tenant,
            s.handler(),
            new Metadata(null, null, null, null, "orders", 3, offset, null),
            Headers.none(),
            null,
            Payload.of(new byte[] {1, 2, 3}),
            s.failure(ErrorClass.POISON, "no key"));
    s.store().quarantine(message);
    return message;
  }

  private static AdmitResult admit(Scenario s, QuarantinedMessage message, NewRow row) {
    return s.store().admit(message.tenant(), message.id(), row, s.action());
  }

  private static Closing closing(Scenario s, QuarantinedMessage message) {
    return s.store().quarantineEntry(message.tenant(), message.id()).orElseThrow().closing();
  }

  private static List<AuditLine> audit(Scenario s, Tenant tenant) {
    return s.store().auditLog(tenant, null, null, null, 100);
  }

  @Rule(
      id = "ADMIT-1",
      text =
          "The row waits to be replayed: due now, attempt 0, with all of the message and what had"
              + " kept it from being read; the message is closed.",
      lookAt = "the columns that admit sets, and close-quarantined")
  default void messageBecomesARow(Scenario s) {
    QuarantinedMessage message = kept(s, Tenant.DEFAULT, 1);
    NewRow in = s.full("e1");
    assertEquals(new AdmitResult.Admitted(Commit.DONE), admit(s, message, in), "the answer");
    Row row = s.row(in.key());
    assertEquals(ConsumptionState.RETRY_SCHEDULED, row.summary().state(), "state");
    assertEquals(WaitReason.REPLAY, row.waitReason(), "wait reason");
    assertEquals(0, row.summary().attempt(), "attempt");
    assertEquals(1, row.summary().rowVersion(), "version");
    assertEquals(0, row.replayGeneration(), "generation");
    assertNull(row.replayAuthorization(), "nobody had to authorise it");
    assertEquals(message.failure(), row.failure(), "failure");
    assertEquals(in.metadata(), row.metadata(), "metadata");
    assertEquals(in.content(), s.store().content(in.key()).orElseThrow(), "content");
    Closing closing = closing(s, message);
    assertEquals(Resolution.REPLAYED, closing.as(), "how it was closed");
    assertEquals("olga", closing.by(), "who closed it");
    assertEquals("looked into it", closing.reason(), "why");
    assertNotNull(closing.at(), "when");
    DueClaim due = s.claimOnlyDue();
    assertEquals(1, due.claim().attempt(), "the first start");
    assertTrue(due.contentIntact(), "the stored hash is that of the payload");
    assertEquals(WaitReason.REPLAY, due.reason(), "why it waited");
  }

  @Rule(
      id = "ADMIT-2",
      text = "A message is admitted once: what comes after finds it closed, and no second row.",
      lookAt = "the condition on resolution in quarantine-lock and close-quarantined")
  default void onlyOnce(Scenario s) {
    QuarantinedMessage message = kept(s, Tenant.DEFAULT, 1);
    admit(s, message, s.full("e1"));
    assertEquals(
        new AdmitResult.Closed(Resolution.REPLAYED), admit(s, message, s.full("e1")), "again");
    assertEquals(
        new AdmitResult.Closed(Resolution.REPLAYED), admit(s, message, s.full("e2")), "as another");
    assertTrue(s.store().get(s.key("e2")).isEmpty(), "no second row");
    assertEquals(1, audit(s, Tenant.DEFAULT).size(), "one line of the audit");
    assertFalse(
        s.store().resolveQuarantined(Tenant.DEFAULT, message.id(), s.action()), "it is closed");
  }

  @Rule(
      id = "ADMIT_RACE-1",
      text = "Of many who admit a message at once, under whatever key, one makes the one row.",
      lookAt = "FOR UPDATE in quarantine-lock")
  default void oneOfMany(Scenario s) {
    for (int round = 0; round < 5; round++) {
      QuarantinedMessage message = kept(s, Tenant.DEFAULT, round);
      String prefix = "r" + round + "-";
      List<AdmitResult> results =
          Together.run(
              6,
              i -> {
                LedgerStore store = i % 2 == 0 ? s.store() : s.second();
                return store.admit(
                    Tenant.DEFAULT, message.id(), s.full(prefix + i % 3), s.action());
              });
      long admitted = results.stream().filter(AdmitResult.Admitted.class::isInstance).count();
      long closed = results.stream().filter(AdmitResult.Closed.class::isInstance).count();
      assertEquals(1, admitted, "admitted: " + results);
      assertEquals(5, closed, "found it closed: " + results);
      long rows = 0;
      for (int i = 0; i < 3; i++) {
        rows += s.store().get(s.key(prefix + i)).isPresent() ? 1 : 0;
      }
      assertEquals(1, rows, "the number of rows");
    }
  }

  @Rule(
      id = "ADMIT-3",
      text =
          "A message whose row is there already, with the same payload, is closed as a duplicate; the"
              + " row stays as it is.",
      lookAt = "how admit meets a row")
  default void duplicateIsClosed(Scenario s) {
    ConsumptionKey key = s.succeeded("e1");
    Picture before = s.picture(key);
    QuarantinedMessage message = kept(s, Tenant.DEFAULT, 1);
    AdmitResult.Duplicate duplicate =
        assertInstanceOf(AdmitResult.Duplicate.class, admit(s, message, s.full(key)), "the answer");
    assertEquals(ConsumptionState.SUCCEEDED, duplicate.row().state(), "the state of the row");
    s.unchanged(before, key);
    assertEquals(Resolution.REPLAYED, closing(s, message).as(), "it is closed");
    assertTrue(audit(s, Tenant.DEFAULT).get(0).detail().contains("SUCCEEDED"), "it is told");
  }

  @Rule(
      id = "ADMIT-4",
      text =
          "A key that is taken by a row with another payload changes nothing; the message stays.",
      lookAt = "the comparison of hashes in admit")
  default void takenKeyChangesNothing(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Picture before = s.picture(key);
    QuarantinedMessage message = kept(s, Tenant.DEFAULT, 1);
    NewRow like = s.full(key);
    NewRow other =
        new NewRow(key, like.metadata(), Sha256.of(new byte[] {9}), like.content(), null);
    assertInstanceOf(AdmitResult.Taken.class, admit(s, message, other), "the answer");
    s.unchanged(before, key);
    assertNull(closing(s, message), "it is open");
    assertEquals(List.of(), audit(s, Tenant.DEFAULT), "nothing was done");
  }

  @Rule(
      id = "ADMIT-5",
      text = "Where the audit cannot be written there is no row, and the message stays open.",
      lookAt = "whether row, closing and audit are one transaction",
      needs = Capability.BROKEN_AUDIT)
  default void noAuditNoRow(Scenario s) {
    QuarantinedMessage message = kept(s, Tenant.DEFAULT, 1);
    s.fixture()
        .withoutAudit(
            () -> {
              assertThrows(StoreException.class, () -> admit(s, message, s.full("e1")));
              assertThrows(
                  StoreException.class,
                  () -> s.store().discardQuarantined(Tenant.DEFAULT, message.id(), s.action()));
            });
    assertTrue(s.store().get(s.key("e1")).isEmpty(), "no row");
    assertNull(closing(s, message), "it is open");
    assertInstanceOf(AdmitResult.Admitted.class, admit(s, message, s.full("e1")), "later");
  }

  @Rule(
      id = "ADMIT-6",
      text = "Another tenant's message is not found, and stays open; so is one that is not there.",
      lookAt = "tenant_id in quarantine-lock")
  default void anotherTenantsMessageIsNotFound(Scenario s) {
    Tenant other = new Tenant("other");
    QuarantinedMessage theirs = kept(s, other, 1);
    for (String id : List.of(theirs.id(), "0".repeat(64))) {
      assertEquals(
          new AdmitResult.NotFound(),
          s.store().admit(Tenant.DEFAULT, id, s.full("e1"), s.action()),
          id);
    }
    assertTrue(s.store().get(s.key("e1")).isEmpty(), "no row");
    assertNull(closing(s, theirs), "it is open");
  }

  @Rule(
      id = "ADMIT-7",
      text =
          "The audit names row, message, person and reason; where they are of two tenants, each hears"
              + " of it.",
      lookAt = "the lines that admit appends")
  default void admissionIsAudited(Scenario s) {
    Tenant other = new Tenant("other");
    QuarantinedMessage message = kept(s, Tenant.DEFAULT, 1);
    ConsumptionKey key = s.key(other, "e1");
    assertInstanceOf(AdmitResult.Admitted.class, admit(s, message, s.full(key)), "the answer");
    AuditLine theirs = s.store().auditLog(key, null, 10).get(0);
    assertEquals("ADMIT", theirs.action(), "action");
    assertEquals("olga", theirs.actor(), "who");
    assertEquals("looked into it", theirs.reason(), "why");
    assertEquals(message.id(), theirs.quarantineId(), "which message");
    AuditLine ours = audit(s, Tenant.DEFAULT).get(0);
    assertEquals(message.id(), ours.quarantineId(), "which message");
    assertNull(ours.eventId(), "no key of another tenant");
    assertTrue(ours.detail().contains("other"), "to whom: " + ours.detail());
    assertEquals(1, audit(s, other).size(), "lines of the row's tenant");
    assertEquals(1, audit(s, Tenant.DEFAULT).size(), "lines of the message's tenant");
  }

  @Rule(
      id = "ADMIT-8",
      text =
          "A row with an order waits for its turn behind an earlier one, and is freed by its settle.",
      lookAt = "open_seq in admit, and the gate")
  default void orderIsKept(Scenario s) {
    Claim first = Aggregates.claim(s, "e1", 1);
    QuarantinedMessage message = kept(s, Tenant.DEFAULT, 1);
    NewRow second = s.placed(s.key("e2"), 2);
    assertInstanceOf(AdmitResult.Admitted.class, admit(s, message, second), "the answer");
    assertEquals(List.of(), s.claimDue(10), "nothing may run while the first one runs");
    s.store().succeed(first).orThrow();
    assertEquals(second.key(), s.claimOnlyDue().claim().key(), "its turn has come");
  }

  @Rule(
      id = "ADMIT-9",
      text = "A later message of the aggregate waits for a row that was admitted.",
      lookAt = "open_seq in admit, and the gate")
  default void othersWaitForIt(Scenario s) {
    QuarantinedMessage message = kept(s, Tenant.DEFAULT, 1);
    admit(s, message, s.placed(s.key("e1"), 1));
    Aggregates.blocked(s, s.placed(s.key("e2"), 2));
  }
}
