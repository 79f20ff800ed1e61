package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.WaitReason;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;

/** COMPLETE, RECORD_FAILURE and RECORD_TERMINAL: rows that come to be without a claim. */
public interface RecordRules extends StoreRules {
  private static void neverOwned(Row row) {
    assertEquals(1, row.summary().attempt(), "attempt");
    assertEquals(0, row.summary().epoch(), "epoch");
    assertEquals(0, row.summary().yields(), "yields");
    assertEquals(1, row.summary().rowVersion(), "row version");
    assertNull(row.summary().token(), "token");
    assertNull(row.node(), "node");
    assertNull(row.leaseExpiresAt(), "lease");
  }

  @Rule(
      id = "COMPLETE-1",
      text = "A new row is SUCCEEDED: attempt 1, epoch 0, no token, no content.",
      lookAt = "the values that complete inserts")
  default void completeMakesSucceededRow(Scenario s) {
    NewRow row = s.full("e1");
    Expect.recorded(Commit.DONE, s.store().complete(row));
    Row stored = s.row(row.key());
    assertEquals(ConsumptionState.SUCCEEDED, stored.summary().state(), "state");
    neverOwned(stored);
    assertTrue(s.store().content(row.key()).isEmpty(), "content is ignored");
    assertEquals(row.payloadHash(), stored.summary().payloadHash(), "payload hash");
    assertEquals(row.metadata(), stored.metadata(), "metadata");
  }

  @Rule(
      id = "COMPLETE-2",
      text = "A row that is there is a conflict in every state, also SUCCEEDED, and not changed.",
      lookAt = "what complete answers when the key exists")
  default void completeNeverOverwrites(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      ConsumptionKey key = s.inState(state, "e-" + state);
      Picture before = s.picture(key);
      RowSummary seen = Expect.conflict(state, s.store().complete(s.bare(key)));
      assertEquals(before.row().summary().token(), seen.token(), "token of the row in the way");
      s.unchanged(before, key);
    }
    Expect.recorded(Commit.DONE, s.store().complete(s.bare("again")));
    Expect.conflict(ConsumptionState.SUCCEEDED, s.store().complete(s.bare("again")));
  }

  @Rule(
      id = "RECORD_FAILURE-1",
      text = "With a delay a new row waits for its retry: attempt 1, epoch 0, no token.",
      lookAt = "the values that record-failure inserts")
  default void failureWithDelayWaits(Scenario s) {
    NewRow row = s.full("e1");
    Expect.recorded(
        Commit.DONE, s.store().recordFailure(row, s.failure(ErrorClass.RETRYABLE), Scenario.DELAY));
    Row stored = s.row(row.key());
    assertEquals(ConsumptionState.RETRY_SCHEDULED, stored.summary().state(), "state");
    neverOwned(stored);
    assertEquals(WaitReason.FAILURE, stored.waitReason(), "wait reason");
    assertEquals(s.failure(ErrorClass.RETRYABLE), stored.failure(), "failure");
    assertEquals(row.content(), s.store().content(row.key()).orElse(null), "content");
    Expect.closeTo(Scenario.DELAY, stored.summary().dueIn(), "the time until it is due");
    s.fixture().elapse(Scenario.DELAY.plus(Scenario.MOMENT));
    Claim claim = s.claimOnlyDue().claim();
    assertEquals(1, claim.epoch(), "the first claim's epoch");
    assertEquals(2, claim.attempt(), "attempt");
  }

  @Rule(
      id = "RECORD_FAILURE-2",
      text = "Without a delay a new row is a dead letter.",
      lookAt = "the values that record-failure inserts")
  default void failureWithoutDelayDies(Scenario s) {
    NewRow row = s.full("e1");
    Expect.recorded(Commit.DONE, s.store().recordFailure(row, s.failure(ErrorClass.POISON), null));
    Row stored = s.row(row.key());
    assertEquals(ConsumptionState.DEAD_LETTER, stored.summary().state(), "state");
    neverOwned(stored);
    assertNotNull(stored.deadSince(), "when it died");
    assertNull(stored.dueAt(), "due time");
    assertEquals(row.content(), s.store().content(row.key()).orElse(null), "content");
  }

  @Rule(
      id = "RECORD_FAILURE-3",
      text = "A row that is there is a conflict in every state, and not changed.",
      lookAt = "what record-failure answers when the key exists")
  default void failureNeverOverwrites(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      ConsumptionKey key = s.inState(state, "e-" + state);
      Picture before = s.picture(key);
      Expect.conflict(
          state, s.store().recordFailure(s.full(key), s.failure(ErrorClass.RETRYABLE), null));
      Expect.conflict(
          state,
          s.store().recordFailure(s.full(key), s.failure(ErrorClass.RETRYABLE), Scenario.DELAY));
      s.unchanged(before, key);
    }
  }

  @Rule(
      id = "RECORD_TERMINAL-1",
      text = "A new row is a dead letter: attempt 1, epoch 0, no token.",
      lookAt = "the values that record-terminal inserts")
  default void terminalMakesDeadLetter(Scenario s) {
    NewRow row = s.full("e1");
    Expect.recorded(Commit.DONE, s.store().recordTerminal(row, s.failure(ErrorClass.POISON)));
    Row stored = s.row(row.key());
    assertEquals(ConsumptionState.DEAD_LETTER, stored.summary().state(), "state");
    neverOwned(stored);
    assertEquals(s.failure(ErrorClass.POISON), stored.failure(), "failure");
    assertEquals(row.content(), s.store().content(row.key()).orElse(null), "content");
    assertNotNull(stored.deadSince(), "when it died");
  }

  @Rule(
      id = "RECORD_TERMINAL-2",
      text = "The same verdict again is EARLIER, and nothing changes.",
      lookAt = "how record-terminal compares the error class")
  default void sameVerdictIsEarlier(Scenario s) {
    NewRow row = s.full("e1");
    Expect.recorded(Commit.DONE, s.store().recordTerminal(row, s.failure(ErrorClass.POISON)));
    Picture before = s.picture(row.key());
    Expect.recorded(
        Commit.EARLIER,
        s.store().recordTerminal(row, s.failure(ErrorClass.POISON, "said in other words")));
    s.unchanged(before, row.key());
  }

  @Rule(
      id = "RECORD_TERMINAL-3",
      text = "Another verdict, or a row in any other state, is a conflict and not changed.",
      lookAt = "what record-terminal answers when the key exists; never over PROCESSING")
  default void otherVerdictIsConflict(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      ConsumptionKey key = s.inState(state, "e-" + state);
      Picture before = s.picture(key);
      Expect.conflict(state, s.store().recordTerminal(s.full(key), s.failure(ErrorClass.CONFLICT)));
      s.unchanged(before, key);
    }
  }
}
