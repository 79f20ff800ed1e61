package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.TenantNotServedException;
import io.consumptionledger.internal.ErrorText;
import io.consumptionledger.internal.Timing;
import io.consumptionledger.operations.Archive.ArchivedRow;
import io.consumptionledger.operations.PurgeReport.End;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import io.consumptionledger.spi.RetentionVerbs.Purgeable;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.SweepVerbs.PurgeResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * A purge, pass by pass. Passes of one purge run one at a time; a pass goes on where the one before
 * ended, and begins anew with what that one had seen to its end. Nothing is lost with this object:
 * another purge begins at the oldest rows that are left. {@link #stop} may be called by any thread.
 */
public final class PurgeRun {
  private static final System.Logger LOG = System.getLogger(PurgeRun.class.getName());

  /** How much content is handed to the archive at a time, if not one row has more. */
  static final long MOST_ARCHIVED_BYTES = 16 << 20;

  private final Function<Tenant, LedgerStore> stores;
  private final Timing timing;
  private final RetentionPlan plan;
  private final OperatorAction action;
  private final List<PurgeLane> lanes;
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private final StopSignal stop = new StopSignal();

  private int next;
  private long left;

  PurgeRun(
      Function<Tenant, LedgerStore> stores,
      Timing timing,
      List<Tenant> tenants,
      RetentionPlan plan,
      OperatorAction action) {
    this.stores = stores;
    this.timing = timing;
    this.plan = plan;
    this.action = action;
    this.lanes = lanes(tenants, plan);
  }

  private static List<PurgeLane> lanes(List<Tenant> tenants, RetentionPlan plan) {
    List<PurgeLane> lanes = new ArrayList<>();
    plan.all()
        .forEach(
            (handler, states) ->
                states.forEach(
                    (state, keep) ->
                        tenants.forEach(
                            tenant ->
                                lanes.add(
                                    PurgeLane.of(
                                        new Purge(tenant, handler, EnumSet.of(state), keep))))));
    plan.aside()
        .forEach(
            (what, keep) -> tenants.forEach(tenant -> lanes.add(PurgeLane.of(tenant, what, keep))));
    return List.copyOf(lanes);
  }

  /**
   * Ends the pass that runs, after its batch, or the next one before it begins. A purge that was
   * stopped stays stopped.
   */
  public void stop() {
    stop.stop();
  }

  /**
   * Runs one pass on the calling thread.
   *
   * @return what it did
   */
  public PurgeReport pass() {
    oneAtATime.lock();
    try {
      stop.begin();
      List<String> warnings = plan.warnings();
      warnings.forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
      lanes.forEach(PurgeLane::begin);
      left = plan.mostPerPass();
      End end = run();
      return new PurgeReport(end, lanes.stream().map(PurgeLane::part).toList(), warnings);
    } finally {
      stop.over();
      oneAtATime.unlock();
    }
  }

  private End stopped() {
    ReplayReport.End end = stop.end();
    return end == null ? null : end == ReplayReport.End.STOPPED ? End.STOPPED : End.INTERRUPTED;
  }

  /** One batch of each lane in turn. */
  private End run() {
    boolean isFirst = true;
    while (true) {
      PurgeLane lane = nextOpen();
      if (lane == null) {
        return End.COMPLETE;
      }
      End end = isFirst ? stopped() : paused();
      isFirst = false;
      if (end != null) {
        return end;
      }
      if (left <= 0) {
        return End.MOST_REACHED;
      }
      end = batch(lane);
      if (end != null) {
        return end;
      }
    }
  }

  private PurgeLane nextOpen() {
    for (int i = 0; i < lanes.size(); i++) {
      PurgeLane lane = lanes.get(next);
      next = (next + 1) % lanes.size();
      if (!lane.isOver()) {
        return lane;
      }
    }
    return null;
  }

  private End paused() {
    long until = timing.nanoTime() + plan.pause().toNanos();
    End end = stopped();
    while (end == null && timing.nanoTime() - until < 0) {
      timing.parkUntil(until);
      end = stopped();
    }
    return end;
  }

  private End batch(PurgeLane lane) {
    int limit = (int) Math.min(left, plan.batch());
    try {
      LedgerStore store = stores.apply(lane.tenant());
      if (lane.rows() == null) {
        left -= lane.deleteAside(store, limit, action);
        return null;
      }
      return plan.archive() == null ? delete(store, lane, limit) : archive(store, lane, limit);
    } catch (StoreException | TenantNotServedException e) {
      lane.failed(String.valueOf(e.getMessage()));
      return null;
    }
  }

  private End delete(LedgerStore store, PurgeLane lane, int limit) {
    PurgeResult result = store.purge(lane.rows(), lane.cursor(), limit, action);
    left -= result.deleted();
    lane.moved(result.deleted(), result.next());
    return null;
  }

  /** Discarded rows may store a lot, so no more of them is read at a time than memory is for. */
  private End archive(LedgerStore store, PurgeLane lane, int limit) {
    Purgeable found = store.purgeable(lane.rows(), lane.cursor(), limit);
    List<ArchivedRow> rows = new ArrayList<>();
    long bytes = 0;
    for (Row row : found.rows()) {
      boolean stores = row.summary().payloadState() != null;
      Content content =
          stores ? store.lookAtContent(row.summary().key(), action).orElse(null) : null;
      if (stores && content == null) {
        continue; // Gone meanwhile: whoever deleted it has archived it, with what it stored.
      }
      rows.add(new ArchivedRow(ListedRow.of(row), content));
      bytes += content == null ? 0 : content.size();
      if (bytes >= MOST_ARCHIVED_BYTES) {
        End end = handOver(store, lane, rows);
        if (end != null) {
          return end;
        }
        rows = new ArrayList<>();
        bytes = 0;
      }
    }
    End end = rows.isEmpty() ? null : handOver(store, lane, rows);
    if (end == null) {
      lane.moved(0, found.next());
    }
    return end;
  }

  private End handOver(LedgerStore store, PurgeLane lane, List<ArchivedRow> rows) {
    try {
      plan.archive().keep(List.copyOf(rows));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return stopped();
    } catch (Throwable e) {
      lane.failed("the archive did not keep a batch: " + ErrorText.describe(e));
      return End.ARCHIVE_FAILED;
    }
    List<ConsumptionKey> keys = rows.stream().map(row -> row.row().key()).toList();
    int deleted = store.purgeRows(lane.rows(), keys, action);
    left -= deleted;
    lane.deleted(deleted);
    return null;
  }
}
