package io.consumptionledger.internal;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;

/** Records messages that are refused before any claim; with bounded tries and a clear answer. */
final class Terminals {
  private final LedgerStore store;
  private final Orphans orphans;
  private final Reports reports;
  private final Tries tries;

  Terminals(LedgerStore store, Orphans orphans, Reports reports, Tries tries) {
    this.orphans = orphans;
    this.store = store;
    this.reports = reports;
    this.tries = tries;
  }

  Outcome record(HandlerDeclaration<?> handler, Delivery delivery, Failure failure) {
    NewRow row =
        NewRow.of(
            delivery,
            Content.of(delivery, handler.maxPayloadBytes()),
            Places.of(handler, delivery));
    if (store.inCallerTransaction()) {
      return recordJoined(row, delivery, failure);
    }
    return tries.make(
        delivery.key(),
        Transition.RECORD_TERMINAL,
        () -> {
          RecordResult result = store.recordTerminal(row, failure);
          if (result instanceof RecordResult.Conflict conflict) {
            return answer(conflict.row(), row.content(), delivery, failure);
          }
          if (((RecordResult.Recorded) result).commit() == Commit.DONE) {
            moved(delivery, failure);
          }
          return new Outcome.Acknowledge(Acknowledged.DEAD_LETTERED);
        });
  }

  /** Whatever is seen in the caller's transaction may be its own, so nothing is answered there. */
  private Outcome recordJoined(NewRow row, Delivery delivery, Failure failure) {
    try {
      store.recordTerminal(row, failure);
    } catch (RuntimeException | Error e) {
      reports.notRecorded(delivery.key(), Transition.RECORD_TERMINAL, e);
      throw e;
    }
    return PendingConsumption.good(
        store,
        () ->
            tries.make(
                delivery.key(),
                Transition.RECORD_TERMINAL,
                () -> afterTransaction(row.content(), delivery, failure)));
  }

  private Outcome afterTransaction(Content content, Delivery delivery, Failure failure) {
    RowSummary row = store.lockedRead(delivery.key()).orElse(null);
    if (row == null) {
      return new Outcome.Redeliver(Redelivered.ROLLED_BACK, Duration.ZERO);
    }
    if (row.state() == ConsumptionState.DEAD_LETTER) {
      moved(delivery, failure);
    }
    return answer(row, content, delivery, failure);
  }

  /** There is a row already. If its owner died, the refusal ends it: nobody else would. */
  private Outcome answer(RowSummary row, Content content, Delivery delivery, Failure failure) {
    if (!row.hash().equals(delivery.payload().hash())) {
      reports.anomaly(
          row.key(),
          row.epoch(),
          AnomalyKind.PAYLOAD_MISMATCH,
          "the same key came with another payload");
    }
    return row.leaseExpired() ? orphans.refuse(row, content, failure) : Answers.forRow(row);
  }

  private void moved(Delivery delivery, Failure failure) {
    reports.moved(
        delivery.key(), Transition.RECORD_TERMINAL, ConsumptionState.DEAD_LETTER, 1, failure);
  }
}
