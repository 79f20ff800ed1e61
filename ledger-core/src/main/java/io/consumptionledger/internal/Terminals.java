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
import java.util.function.Supplier;

/** Records messages that are refused before any claim; with bounded tries and a clear answer. */
final class Terminals {
  private static final int TRIES = 3;
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final LedgerStore store;
  private final Orphans orphans;
  private final Reports reports;
  private final Timing timing;

  Terminals(LedgerStore store, Orphans orphans, Reports reports, Timing timing) {
    this.orphans = orphans;
    this.store = store;
    this.reports = reports;
    this.timing = timing;
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
    return bounded(
        delivery,
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
    return new PendingConsumption(
        store,
        null,
        () ->
            bounded(
                delivery,
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

  private Outcome bounded(Delivery delivery, Transition wanted, Supplier<Outcome> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return work.get();
      } catch (StoreException e) {
        if (attempt == TRIES || !pause()) {
          reports.notRecorded(delivery.key(), wanted, e);
          return new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, ASK_AGAIN);
        }
      }
    }
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
