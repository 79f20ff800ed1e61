package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.ColumnCheck;
import io.consumptionledger.conformance.DirtyHands;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Row;
import java.time.Duration;

/** Which columns a row has in which state. */
public interface ColumnRules extends StoreRules {
  private static void check(Scenario s, ConsumptionKey key) {
    Row row = s.row(key);
    ColumnCheck.check(row, s.store().content(key).orElse(null));
  }

  @Rule(
      id = "COLUMNS-1",
      text = "In every state a row has exactly the columns that belong to it.",
      lookAt = "the columns that the transition into that state sets and clears")
  default void columnsFitTheState(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      check(s, s.inState(state, "e-" + state));
    }
  }

  @Rule(
      id = "COLUMNS-2",
      text = "So it has after every detour: retry, yield, recovery, replay, resolution.",
      lookAt = "the columns that the transition before the failing check clears")
  default void columnsFitAfterDetours(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    check(s, key);
    Expect.done(s.store().release(s.claimOnlyDue().claim(), s.content("e1"), Duration.ZERO));
    check(s, key);
    s.claimOnlyDue();
    check(s, key);
    s.leaseEnds();
    s.store()
        .recover(
            s.handler(),
            100,
            OnOrphan.RERUN,
            s.failure(ErrorClass.CRASH_LOOP),
            s.failure(ErrorClass.UNRECOVERABLE),
            Duration.ZERO,
            10);
    check(s, key);
    s.claimOnlyDue();
    s.leaseEnds();
    Expect.done(
        s.store()
            .deadLetterOrphan(s.summary(key), s.failure(ErrorClass.CRASH_LOOP), s.content("e1")));
    check(s, key);
    Expect.done(s.store().authorizeReplay(key, s.version(key), s.approval()));
    check(s, key);
    Expect.done(s.store().bury(key, s.version(key), s.failure(ErrorClass.POISON)));
    check(s, key);
    Expect.done(s.store().resolve(key, s.version(key), s.action()));
    check(s, key);
  }

  /** Every write must be refused by the schema, and so leave the row as it was. */
  private static void refuses(Scenario s, ConsumptionKey key, Object... columnsAndValues) {
    DirtyHands hands = s.fixture().dirtyHands();
    Picture before = s.picture(key);
    for (int i = 0; i < columnsAndValues.length; i += 2) {
      String column = (String) columnsAndValues[i];
      Object value = columnsAndValues[i + 1];
      boolean written =
          value instanceof Duration fromNow
              ? hands.writeInstant(key, column, fromNow)
              : hands.write(key, column, value);
      assertFalse(
          written, "the schema let " + column + " be " + value + " in " + before.row().summary());
    }
    s.unchanged(before, key);
  }

  @Rule(
      id = "COLUMNS-3",
      text = "The schema refuses a row in PROCESSING without lease, token, node or start.",
      lookAt = "the CHECK constraints on lease, owner and counts",
      needs = Capability.DIRTY_HANDS)
  default void schemaGuardsProcessing(Scenario s) {
    refuses(
        s,
        s.inState(ConsumptionState.PROCESSING, "e1"),
        "lease_expires_at",
        null,
        "claim_id",
        null,
        "node_id",
        null,
        "node_incarnation",
        null,
        "attempt",
        0,
        "wait_reason",
        "FAILURE",
        "next_attempt_at",
        Duration.ZERO,
        "dead_at",
        Duration.ZERO,
        "status",
        "SUCCEEDED",
        "status",
        "RUNNING",
        "status",
        "processing");
  }

  @Rule(
      id = "COLUMNS-4",
      text = "The schema refuses a waiting row without reason, due time, content or error.",
      lookAt = "the CHECK constraints on wait_reason, next_attempt_at and payload_state",
      needs = Capability.DIRTY_HANDS)
  default void schemaGuardsWaiting(Scenario s) {
    refuses(
        s,
        s.inState(ConsumptionState.RETRY_SCHEDULED, "e1"),
        "wait_reason",
        null,
        "wait_reason",
        "ORDER",
        "wait_reason",
        "BORED",
        "wait_reason",
        "failure",
        "next_attempt_at",
        null,
        "payload_state",
        null,
        "payload_state",
        "stored",
        "error_class",
        null,
        "error_class",
        "SKIP",
        "lease_expires_at",
        Duration.ZERO,
        "held_since",
        Duration.ZERO);
  }

  @Rule(
      id = "COLUMNS-5",
      text = "The schema refuses a dead letter without content or error, and one with a due time.",
      lookAt = "the CHECK constraints on dead_at, error_class and payload_state",
      needs = Capability.DIRTY_HANDS)
  default void schemaGuardsDeadLetters(Scenario s) {
    refuses(
        s,
        s.inState(ConsumptionState.DEAD_LETTER, "e1"),
        "dead_at",
        null,
        "error_class",
        null,
        "error_class",
        "poison",
        "payload_state",
        null,
        "payload",
        null,
        "next_attempt_at",
        Duration.ZERO,
        "lease_expires_at",
        Duration.ZERO,
        "attempt",
        -1);
  }

  @Rule(
      id = "COLUMNS-6",
      text = "The schema refuses final rows with what only open rows have, and a nameless discard.",
      lookAt = "the CHECK constraints on SUCCEEDED and DISCARDED",
      needs = Capability.DIRTY_HANDS)
  default void schemaGuardsFinalRows(Scenario s) {
    refuses(
        s,
        s.inState(ConsumptionState.SUCCEEDED, "e1"),
        "error_class",
        "POISON",
        "payload_state",
        "TOMBSTONE",
        "payload",
        new byte[] {1},
        "headers",
        new byte[] {1},
        "next_attempt_at",
        Duration.ZERO,
        "lease_expires_at",
        Duration.ZERO,
        "wait_reason",
        "YIELD",
        "row_version",
        0,
        "claim_epoch",
        -1,
        "yields",
        -1,
        "closed_by",
        "olga");
    refuses(
        s,
        s.inState(ConsumptionState.DISCARDED, "e2"),
        "closed_by",
        null,
        "closed_reason",
        null,
        "dead_at",
        Duration.ZERO);
  }

  @Rule(
      id = "COLUMNS-7",
      text = "The hands that write behind the store's back do reach the row.",
      lookAt = "the fixture's dirty hands: if they never write, COLUMNS-3 to 6 prove nothing",
      needs = Capability.DIRTY_HANDS)
  default void dirtyHandsReachTheRow(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    DirtyHands hands = s.fixture().dirtyHands();
    assertTrue(hands.write(key, "attempt", 7), "attempt is written");
    assertTrue(hands.write(key, "error_code", "E43"), "error_code is written");
    assertTrue(hands.writeInstant(key, "dead_at", Duration.ofMinutes(-5)), "dead_at is written");
    Row row = s.row(key);
    assertTrue(row.summary().attempt() == 7 && row.failure().code().equals("E43"), "both are read");
    assertTrue(row.deadSince().isBefore(row.updatedAt()), "dead_at is read");
  }
}
