package io.consumptionledger.internal.replay;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Transition;
import io.consumptionledger.internal.OrphanFailures;
import io.consumptionledger.internal.Reports;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.SweepVerbs.Recovered;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives back the rows of dead owners whose content is stored, one handler after the other, in
 * batches. Never runs a handler. Thread-safe.
 */
final class RecoverySweep {
  static final int BATCH = 100;

  /** Per handler and pass, so that one handler's many orphans do not keep the others waiting. */
  private static final int MOST_BATCHES = 10;

  private final LedgerStore store;
  private final Map<String, HandlerDeclaration<?>> handlers;
  private final Reports reports;
  private final Runnable rowsAreDue;

  RecoverySweep(ReplayParts parts, Runnable rowsAreDue) {
    this.store = parts.store();
    this.handlers = parts.handlers();
    this.reports = parts.reports();
    this.rowsAreDue = rowsAreDue;
  }

  /**
   * One pass over all handlers; what fails for one is reported and does not keep the others.
   *
   * @return whether there may be more to recover at once
   */
  boolean pass() {
    boolean more = false;
    for (HandlerDeclaration<?> handler : handlers.values()) {
      try {
        more |= recover(handler) == BATCH * MOST_BATCHES;
      } catch (RuntimeException | Error e) {
        reports.tickFailed("RECOVER of handler " + handler.id(), e);
      }
    }
    return more;
  }

  /** Recovers all there is now, of all handlers; how many rows that were. */
  int all() {
    int all = 0;
    for (HandlerDeclaration<?> handler : handlers.values()) {
      int some;
      do {
        some = recover(handler);
        all += some;
      } while (some == BATCH * MOST_BATCHES);
    }
    return all;
  }

  private int recover(HandlerDeclaration<?> handler) {
    Failure exhausted = OrphanFailures.crashLoop(handler);
    Failure orphaned = OrphanFailures.noRerun(handler);
    int all = 0;
    for (int batch = 1; batch <= MOST_BATCHES; batch++) {
      List<Recovered> rows =
          store.recover(
              handler.id(),
              handler.maxAttempts(),
              handler.onOrphan(),
              exhausted,
              orphaned,
              Duration.ZERO,
              BATCH);
      report(rows);
      all += rows.size();
      if (rows.size() < BATCH) {
        return all;
      }
    }
    return all;
  }

  private void report(List<Recovered> rows) {
    if (rows.stream().anyMatch(row -> row.state() == ConsumptionState.RETRY_SCHEDULED)) {
      rowsAreDue.run();
    }
    Map<ConsumptionKey, Failure> failures = failures(rows);
    for (Recovered row : rows) {
      Failure failure = failures.get(row.key());
      reports.anomaly(
          row.key(),
          row.epoch(),
          AnomalyKind.LEASE_ORPHAN,
          "the lease of attempt " + row.attempt() + " ended without a settle");
      if (failure != null && failure.errorClass() == ErrorClass.CRASH_LOOP) {
        reports.anomaly(row.key(), row.epoch(), AnomalyKind.CRASH_LOOP, failure.message());
      }
      reports.moved(row.key(), Transition.RECOVER, row.state(), row.attempt(), failure);
    }
  }

  /** RECOVER does not tell which of the two failures it recorded; dead letters are few, so ask. */
  private Map<ConsumptionKey, Failure> failures(List<Recovered> rows) {
    List<ConsumptionKey> dead =
        rows.stream()
            .filter(row -> row.state() == ConsumptionState.DEAD_LETTER)
            .map(Recovered::key)
            .toList();
    Map<ConsumptionKey, Failure> failures = new HashMap<>();
    if (dead.isEmpty()) {
      return failures;
    }
    try {
      store.list(dead).stream()
          .filter(row -> row.failure() != null)
          .forEach(row -> failures.put(row.summary().key(), row.failure()));
    } catch (RuntimeException e) {
      reports.tickFailed("reading why recovered rows are dead letters", e);
    }
    return failures;
  }
}
