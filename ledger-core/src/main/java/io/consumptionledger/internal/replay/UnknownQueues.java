package io.consumptionledger.internal.replay;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.internal.Reports;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.ReadVerbs.Filter;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.SweepVerbs.DueQueue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells of due rows whose handler this node does not have, once per process and queue. The rows are
 * left alone: during a rolling deploy another node has the handler, or will have it. Not
 * thread-safe.
 */
final class UnknownQueues {
  private static final int MOST_TOLD = 10_000;
  private static final int LOOK_AT = 1_000;

  private final LedgerStore store;
  private final Reports reports;
  private final Set<Queue> told = new HashSet<>();

  UnknownQueues(LedgerStore store, Reports reports) {
    this.store = store;
    this.reports = reports;
  }

  void seen(DueQueue due) {
    Queue queue = new Queue(due.handlerId(), due.tenant());
    if (told.size() >= MOST_TOLD || !told.add(queue)) {
      return;
    }
    reports.unknownHandler(due.tenant(), due.handlerId(), due.overdue());
    try {
      record(due);
    } catch (RuntimeException | Error e) {
      reports.tickFailed("looking at the rows of the unknown handler " + due.handlerId(), e);
    }
  }

  /** The oldest waiting row stands for all, so that several nodes record the same one. */
  private void record(DueQueue due) {
    Filter waiting =
        new Filter(
            due.tenant(), due.handlerId(), Set.of(ConsumptionState.RETRY_SCHEDULED), null, null);
    List<Row> rows = store.list(waiting, LOOK_AT);
    if (!rows.isEmpty()) {
      Row oldest = rows.get(rows.size() - 1);
      reports.anomaly(
          oldest.summary().key(),
          oldest.summary().epoch(),
          AnomalyKind.UNKNOWN_HANDLER,
          "rows wait for this handler, due for "
              + due.overdue().toSeconds()
              + " s, and this node does not have it");
    }
  }
}
