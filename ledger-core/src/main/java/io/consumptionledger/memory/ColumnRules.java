package io.consumptionledger.memory;

import static io.consumptionledger.ConsumptionState.DEAD_LETTER;
import static io.consumptionledger.ConsumptionState.DISCARDED;
import static io.consumptionledger.ConsumptionState.PROCESSING;
import static io.consumptionledger.ConsumptionState.RETRY_SCHEDULED;
import static io.consumptionledger.ConsumptionState.SUCCEEDED;

import io.consumptionledger.WaitReason;
import java.util.function.Predicate;

/**
 * What every stored row must look like: the same rules that databases keep by CHECK constraints. A
 * breach is a defect of the store, so it is an {@link IllegalStateException}.
 */
enum ColumnRules {
  LEASE_EXACTLY_WHILE_PROCESSING(r -> (r.state == PROCESSING) == (r.leaseExpiresAt != null)),
  PROCESSING_HAS_TOKEN_AND_NODE(r -> r.state != PROCESSING || (r.token != null && r.node != null)),
  PROCESSING_HAS_BEEN_STARTED(r -> r.state != PROCESSING || r.attempt >= 1),
  HELD_SINCE_ONLY_WHILE_PROCESSING(r -> r.state == PROCESSING || r.heldSince == null),
  WAIT_REASON_EXACTLY_WHILE_SCHEDULED(r -> (r.state == RETRY_SCHEDULED) == (r.waitReason != null)),
  FAILURE_AND_REPLAY_HAVE_AN_ERROR(
      r ->
          (r.waitReason != WaitReason.FAILURE && r.waitReason != WaitReason.REPLAY)
              || r.failure != null),
  DUE_TIME_ONLY_WHILE_SCHEDULED(r -> r.dueAt == null || r.state == RETRY_SCHEDULED),
  SCHEDULED_HAS_A_DUE_TIME_BUT_FOR_ORDER(
      r -> r.state != RETRY_SCHEDULED || r.waitReason == WaitReason.ORDER || r.dueAt != null),
  WAITS_FOR_ORDER_ONLY_WITH_ORDER(r -> r.waitReason != WaitReason.ORDER || r.orderSeq != null),
  SCHEDULED_HAS_A_PAYLOAD_STATE(r -> r.state != RETRY_SCHEDULED || r.content != null),
  /** Of a message that was admitted, the admission is the first start. */
  REPLAY_HAS_AN_AUTHORIZATION(
      r ->
          r.waitReason != WaitReason.REPLAY
              || r.replayAuthorization != null
              || r.replayGeneration == 0),
  AUTHORIZATION_ONLY_WHILE_WAITING_FOR_REPLAY_OR_ORDER(
      r ->
          r.replayAuthorization == null
              || r.waitReason == WaitReason.REPLAY
              || r.waitReason == WaitReason.ORDER),
  DEAD_LETTER_HAS_ERROR_AND_PAYLOAD_STATE(
      r -> r.state != DEAD_LETTER || (r.failure != null && r.content != null)),
  DEAD_SINCE_EXACTLY_FOR_DEAD_LETTERS(r -> (r.state == DEAD_LETTER) == (r.deadSince != null)),
  SUCCEEDED_HAS_NO_ERROR_AND_NO_PAYLOAD(
      r -> r.state != SUCCEEDED || (r.failure == null && r.content == null)),
  DISCARDED_HAS_WHO_AND_WHY(
      r -> r.state != DISCARDED || (r.closedBy != null && r.closedReason != null)),
  CLOSED_HAS_WHO_AND_WHY_OR_NEITHER(r -> (r.closedBy == null) == (r.closedReason == null)),
  COUNTS_ARE_NOT_NEGATIVE(
      r ->
          r.attempt >= 0
              && r.yields >= 0
              && r.replayGeneration >= 0
              && r.epoch >= 0
              && r.rowVersion >= 1);

  private final Predicate<MemoryRow> rule;

  ColumnRules(Predicate<MemoryRow> rule) {
    this.rule = rule;
  }

  static void check(MemoryRow row) {
    for (ColumnRules each : values()) {
      if (!each.rule.test(row)) {
        throw new IllegalStateException(
            "column rule " + each + " does not hold for " + row.key + " in state " + row.state);
      }
    }
  }
}
