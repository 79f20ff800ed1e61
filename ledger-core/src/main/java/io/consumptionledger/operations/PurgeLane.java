package io.consumptionledger.operations;

import io.consumptionledger.Tenant;
import io.consumptionledger.operations.PurgeReport.Part;
import io.consumptionledger.operations.PurgeReport.What;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import io.consumptionledger.spi.RetentionVerbs.PurgedAside;
import io.consumptionledger.spi.SweepVerbs.PurgeCursor;
import java.time.Duration;

/** What a purge does for one tenant and one kind of what is kept. Used by one thread at a time. */
final class PurgeLane {
  private final Tenant tenant;
  private final What what;
  private final Duration keep;
  private final Purge rows;

  private PurgeCursor cursor;
  private boolean isDone;
  private long deleted;
  private String problem;

  private PurgeLane(Tenant tenant, What what, Duration keep, Purge rows) {
    this.tenant = tenant;
    this.what = what;
    this.keep = keep;
    this.rows = rows;
  }

  static PurgeLane of(Purge rows) {
    return new PurgeLane(rows.tenant(), What.ROWS, rows.settledBefore(), rows);
  }

  static PurgeLane of(Tenant tenant, What what, Duration keep) {
    return new PurgeLane(tenant, what, keep, null);
  }

  Tenant tenant() {
    return tenant;
  }

  /** The rows that it is about, or null. */
  Purge rows() {
    return rows;
  }

  PurgeCursor cursor() {
    return cursor;
  }

  /** Anew when it was over: it must not wait for one that has more than it ever gets through. */
  void begin() {
    if (isOver()) {
      isDone = false;
      cursor = null;
    }
    deleted = 0;
    problem = null;
  }

  void deleted(int gone) {
    deleted += gone;
  }

  void moved(int gone, PurgeCursor to) {
    deleted += gone;
    cursor = to;
    isDone = to == null;
  }

  /** Deletes a batch of what is kept beside the rows. */
  int deleteAside(LedgerStore store, int limit, OperatorAction action) {
    PurgedAside purged =
        what == What.REPLAY_REQUESTS
            ? store.purgeReplayRequests(tenant, keep, limit, action)
            : store.purgeQuarantined(tenant, keep, limit, action);
    deleted += purged.deleted();
    isDone = !purged.hasMore();
    return purged.deleted();
  }

  void failed(String why) {
    problem = why;
  }

  boolean isOver() {
    return isDone || problem != null;
  }

  Part part() {
    return new Part(
        tenant,
        what,
        rows == null ? null : rows.handlerId(),
        rows == null ? null : rows.states().iterator().next(),
        keep,
        deleted,
        isDone && problem == null,
        problem);
  }
}
