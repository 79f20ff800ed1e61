package io.consumptionledger.internal;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.StoreException;
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
  private static final int TRIES = 3;
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final LedgerStore store;
  private final Reports reports;
  private final Timing timing;

  Terminals(LedgerStore store, Reports reports, Timing timing) {
    this.store = store;
    this.reports = reports;
    this.timing = timing;
  }

  Outcome record(HandlerDeclaration<?> handler, Delivery delivery, Failure failure) {
    NewRow row = NewRow.of(delivery, Content.of(delivery, handler.maxPayloadBytes()));
    boolean joined = store.inCallerTransaction();
    for (int attempt = 1; ; attempt++) {
      try {
        return answer(delivery, failure, store.recordTerminal(row, failure));
      } catch (StoreException e) {
        if (joined || attempt == TRIES || !pause()) {
          reports.notRecorded(delivery.key(), Transition.RECORD_TERMINAL, e);
          if (joined) {
            throw e;
          }
          return new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, ASK_AGAIN);
        }
      }
    }
  }

  private Outcome answer(Delivery delivery, Failure failure, RecordResult result) {
    if (result instanceof RecordResult.Conflict conflict) {
      RowSummary row = conflict.row();
      if (!row.hash().equals(delivery.payload().hash())) {
        reports.anomaly(
            row.key(),
            row.epoch(),
            AnomalyKind.PAYLOAD_MISMATCH,
            "the same key came with another payload");
      }
      return Answers.forRow(row);
    }
    Commit commit = ((RecordResult.Recorded) result).commit();
    if (commit == Commit.PENDING) {
      return new PendingConsumption(store, null, () -> afterTransaction(delivery, failure));
    }
    if (commit == Commit.DONE) {
      moved(delivery, failure);
    }
    return new Outcome.Acknowledge(Acknowledged.DEAD_LETTERED);
  }

  private Outcome afterTransaction(Delivery delivery, Failure failure) {
    RowSummary row;
    try {
      row = store.lockedRead(delivery.key()).orElse(null);
    } catch (StoreException e) {
      return new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, ASK_AGAIN);
    }
    if (row == null) {
      return new Outcome.Redeliver(Redelivered.ROLLED_BACK, Duration.ZERO);
    }
    if (row.state() == ConsumptionState.DEAD_LETTER) {
      moved(delivery, failure);
    }
    return Answers.forRow(row);
  }

  private void moved(Delivery delivery, Failure failure) {
    reports.moved(
        delivery.key(), Transition.RECORD_TERMINAL, ConsumptionState.DEAD_LETTER, 1, failure);
  }

  private boolean pause() {
    try {
      timing.pause(PAUSE);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
