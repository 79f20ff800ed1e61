package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.OperatorVerbs.ReplayApproval;
import io.consumptionledger.spi.ReadVerbs.AuditEntry;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** AUTHORIZE_REPLAY: two people let a dead letter run once more. */
public interface AuthorizeReplayRules extends StoreRules {
  @Rule(
      id = "AUTHORIZE_REPLAY-1",
      text = "The dead letter waits, due now: attempt and yields 0, generation + 1, error kept.",
      lookAt = "the SET clause of authorize-replay")
  default void deadLetterWaitsForReplay(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Row before = s.row(key);
    ReplayApproval approval = s.approval();
    Expect.done(s.store().authorizeReplay(key, before.summary().rowVersion(), approval));
    Row row = s.row(key);
    assertEquals(ConsumptionState.RETRY_SCHEDULED, row.summary().state(), "state");
    assertEquals(WaitReason.REPLAY, row.waitReason(), "wait reason");
    assertEquals(0, row.summary().attempt(), "attempt");
    assertEquals(0, row.summary().yields(), "yields");
    assertEquals(1, row.replayGeneration(), "generation");
    assertEquals(approval.authorization(), row.replayAuthorization(), "authorisation");
    assertEquals(Duration.ZERO, row.summary().dueIn(), "it is due now");
    assertEquals(before.failure(), row.failure(), "the error stays");
    assertEquals(s.content("e1"), s.store().content(key).orElse(null), "the content stays");
    assertNotEquals(before.summary().token(), row.summary().token(), "the token is replaced");
    assertEquals(before.summary().rowVersion() + 1, row.summary().rowVersion(), "row version");
    assertNull(row.deadSince(), "it is no dead letter any more");
  }

  @Rule(
      id = "AUTHORIZE_REPLAY-2",
      text = "A stale version is refused, and nothing changes, not even the audit.",
      lookAt = "row_version in the WHERE clause of authorize-replay, and when the audit is written")
  default void staleReplayIsRefused(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Picture before = s.picture(key);
    Expect.refused(
        Transition.AUTHORIZE_REPLAY,
        ConsumptionState.DEAD_LETTER,
        s.store().authorizeReplay(key, s.version(key) - 1, s.approval()));
    Expect.refused(
        Transition.AUTHORIZE_REPLAY,
        ConsumptionState.DEAD_LETTER,
        s.store().authorizeReplay(key, s.version(key) + 1, s.approval()));
    s.unchanged(before, key);
  }

  @Rule(
      id = "AUTHORIZE_REPLAY-3",
      text =
          "An authorisation works once; the next round needs a new one and raises the generation.",
      lookAt = "replay_authorization in claim-due, and the generation")
  default void authorisationWorksOnce(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Expect.done(s.store().authorizeReplay(key, s.version(key), s.approval()));
    DueClaim due = s.claimOnlyDue();
    assertTrue(due.replay(), "this run was authorised");
    assertEquals(1, due.claim().attempt(), "attempt");
    assertNull(s.row(key).replayAuthorization(), "the authorisation is used up");
    Expect.done(
        s.store()
            .scheduleRetry(
                due.claim(), s.failure(ErrorClass.RETRYABLE), s.content("e1"), Duration.ZERO));
    DueClaim retry = s.claimOnlyDue();
    assertFalse(retry.replay(), "the retry was not authorised");
    Expect.done(s.store().deadLetter(retry.claim(), s.failure(ErrorClass.POISON), s.content("e1")));
    Expect.done(s.store().authorizeReplay(key, s.version(key), s.approval()));
    assertEquals(2, s.row(key).replayGeneration(), "generation of the second round");
  }

  @Rule(
      id = "AUTHORIZE_REPLAY-4",
      text = "A row whose content was cut is not replayable.",
      lookAt = "payload_state TRUNCATED in the WHERE clause of authorize-replay")
  default void truncatedIsNotReplayable(Scenario s) {
    Claim claim = s.claim(s.truncated("e1"));
    Expect.done(
        s.store().deadLetter(claim, s.failure(ErrorClass.POISON), s.truncated("e1").content()));
    Picture before = s.picture(claim.key());
    Expect.refused(
        Transition.AUTHORIZE_REPLAY,
        ConsumptionState.DEAD_LETTER,
        s.store().authorizeReplay(claim.key(), s.version(claim.key()), s.approval()));
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "AUTHORIZE_REPLAY-5",
      text = "Requester and approver are two people, whatever the case and blanks of their names.",
      lookAt = "the checks of ReplayApproval")
  default void twoPeople(Scenario s) {
    for (String approver : List.of("rita", "RITA", " rita ", "Rita")) {
      InvalidFieldException refused =
          assertThrows(
              InvalidFieldException.class,
              () -> new ReplayApproval("rita", approver, "why not", UUID.randomUUID()));
      assertTrue(refused.getMessage().contains("approver"), refused.getMessage());
    }
  }

  @Rule(
      id = "AUTHORIZE_REPLAY-6",
      text = "The audit tells who asked, who agreed, why and when.",
      lookAt = "the audit that is written with authorize-replay")
  default void replayIsAudited(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Expect.done(s.store().authorizeReplay(key, s.version(key), s.approval()));
    List<AuditEntry> audit = s.store().audit(key);
    assertEquals(1, audit.size(), "the number of entries");
    assertEquals("AUTHORIZE_REPLAY", audit.get(0).action(), "action");
    assertEquals("rita", audit.get(0).actor(), "requester");
    assertEquals("albert", audit.get(0).secondActor(), "approver");
    assertEquals("cause is fixed", audit.get(0).reason(), "reason");
    assertNotNull(audit.get(0).at(), "time");
  }

  @Rule(
      id = "AUTHORIZE_REPLAY-7",
      text = "The epoch goes on growing across replays.",
      lookAt = "claim_epoch in authorize-replay and claim-due")
  default void epochGrowsAcrossReplays(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    for (long epoch = 2; epoch < 5; epoch++) {
      Expect.done(s.store().authorizeReplay(key, s.version(key), s.approval()));
      Claim claim = s.claimOnlyDue().claim();
      assertEquals(epoch, claim.epoch(), "epoch");
      assertEquals(1, claim.attempt(), "attempt");
      Expect.done(s.store().deadLetter(claim, s.failure(ErrorClass.POISON), s.content("e1")));
    }
  }
}
