package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.OperatorVerbs;
import io.consumptionledger.spi.ReadVerbs.AuditEntry;
import io.consumptionledger.spi.TransitionResult;
import java.time.Instant;
import java.util.function.Consumer;

/** What people do with dead letters. */
final class MemoryOperator implements OperatorVerbs {
  private final Rows rows;
  private final MemoryAudit audit;

  MemoryOperator(Rows rows, MemoryAudit audit) {
    this.rows = rows;
    this.audit = audit;
  }

  @Override
  public TransitionResult authorizeReplay(
      ConsumptionKey key, long rowVersion, ReplayApproval approval) {
    Instant now = rows.now();
    MemoryRow row = rows.find(key);
    if (!isDead(row, rowVersion)
        || row.payloadState() == null
        || row.payloadState() == PayloadState.TRUNCATED
        || rows.order().hasEarlier(row)) {
      return rows.refused(key, Transition.AUTHORIZE_REPLAY, now);
    }
    return act(
        row,
        new AuditEntry(
            Transition.AUTHORIZE_REPLAY.name(),
            approval.requester(),
            approval.approver(),
            approval.reason(),
            approval.detail(),
            now),
        next -> {
          next.await(WaitReason.REPLAY, now);
          next.attempt = 0;
          next.yields = 0;
          next.replayGeneration++;
          next.replayAuthorization = approval.authorization();
        });
  }

  @Override
  public TransitionResult resolve(ConsumptionKey key, long rowVersion, OperatorAction action) {
    Instant now = rows.now();
    MemoryRow row = rows.find(key);
    if (!isDead(row, rowVersion)) {
      return rows.refused(key, Transition.RESOLVE, now);
    }
    return act(
        row,
        entry(Transition.RESOLVE, action, detail(row.failure), now),
        next -> {
          next.succeed();
          next.close(action.actor(), action.reason());
        });
  }

  @Override
  public TransitionResult discard(ConsumptionKey key, long rowVersion, OperatorAction action) {
    Instant now = rows.now();
    MemoryRow row = rows.find(key);
    if (!isDead(row, rowVersion)) {
      return rows.refused(key, Transition.DISCARD, now);
    }
    return act(
        row,
        entry(Transition.DISCARD, action, null, now),
        next -> {
          next.enter(ConsumptionState.DISCARDED);
          next.close(action.actor(), action.reason());
        });
  }

  private static boolean isDead(MemoryRow row, long rowVersion) {
    return row != null && row.state == ConsumptionState.DEAD_LETTER && row.rowVersion == rowVersion;
  }

  private TransitionResult act(MemoryRow row, AuditEntry entry, Consumer<MemoryRow> change) {
    rows.move(
        Transition.valueOf(entry.action()),
        row,
        entry.at(),
        next -> {
          change.accept(next);
          next.token = ClaimToken.random();
        });
    audit.append(row.key, entry);
    return new TransitionResult.Applied(Commit.DONE);
  }

  private static AuditEntry entry(
      Transition transition, OperatorAction action, String detail, Instant now) {
    return new AuditEntry(
        transition.name(), action.actor(), null, action.reason(), action.detail(detail), now);
  }

  /** The error that a resolved row loses. */
  private static String detail(Failure failure) {
    return failure.errorClass()
        + " "
        + failure.type()
        + (failure.code() == null ? "" : " [" + failure.code() + "]")
        + (failure.message() == null ? "" : ": " + failure.message());
  }
}
