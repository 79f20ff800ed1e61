package io.consumptionledger.operations;

import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.internal.ErrorText;
import io.consumptionledger.internal.Timing;
import io.consumptionledger.operations.Followers.Follower;
import io.consumptionledger.operations.ReplayReport.End;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequest.State;
import io.consumptionledger.spi.ReplayRequestVerbs.ItemResult;
import io.consumptionledger.spi.ReplayRequestVerbs.Progress;
import io.consumptionledger.spi.ReplayRequestVerbs.RequestResult;
import io.consumptionledger.spi.ReplayRequestVerbs.Run;
import io.consumptionledger.spi.ReplayRequestVerbs.Which;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * One run of a replay request. It schedules row after row on the calling thread, held to a rate and
 * to a bound of rows in flight. One row that cannot be scheduled does not stop the others. What was
 * done stays when it is stopped, its thread is interrupted or the process dies: another run goes on
 * with the rest.
 *
 * <p>{@link #execute} is called once; {@link #stop} by any thread.
 */
public final class ReplayRun {
  private static final int PAGE = 200;

  /** Rows that the store failed in a row, after which it is not asked again. */
  private static final int MOST_FAILURES = 5;

  private final LedgerStore store;
  private final Timing timing;
  private final Tenant tenant;
  private final UUID requestId;
  private final Operator operator;
  private final ReplayOptions options;
  private final StopSignal stop = new StopSignal();
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private final Map<Integer, ReplayItem> done = new TreeMap<>();
  private final Followers followers = new Followers();

  private Throttle throttle;
  private int failures;
  private String problem;

  ReplayRun(
      LedgerStore store,
      Timing timing,
      Tenant tenant,
      UUID requestId,
      Operator operator,
      ReplayOptions options) {
    this.store = store;
    this.timing = timing;
    this.tenant = Objects.requireNonNull(tenant, "tenant");
    this.requestId = Objects.requireNonNull(requestId, "requestId");
    this.operator = Objects.requireNonNull(operator, "operator");
    this.options = Objects.requireNonNull(options, "options");
  }

  /** Ends the run after the row at hand. Returns at once. */
  public void stop() {
    stop.stop();
  }

  /**
   * Runs until all rows were tried, it is stopped, or it cannot go on. An interrupt ends it as
   * {@link #stop} does; the thread is interrupted again when this returns.
   *
   * @return what it did
   * @throws ReplayRefusedException if there is no such request, it is not approved, or not bound to
   *     the rows any more that were approved; nothing was done
   * @throws StoreException if it could not begin; nothing was done
   * @throws IllegalStateException if it was executed before
   */
  public ReplayReport execute() {
    if (!isStarted.compareAndSet(false, true)) {
      throw new IllegalStateException("a run is executed once; prepare another one");
    }
    stop.begin();
    Run begin = new Run(operator.name(), options.dryRun(), options.describe());
    ReplayRequest request =
        ReplayRefusedException.orThrow(
            "run", requestId, store.beginReplay(tenant, requestId, begin));
    try {
      return options.dryRun() ? preview(request) : ended(request, work());
    } finally {
      stop.over();
    }
  }

  private ReplayReport preview(ReplayRequest request) {
    List<ReplayItem> items = new ArrayList<>();
    List<ReplayItem> page;
    int from = 0;
    do {
      page = store.previewReplay(tenant, requestId, from, PAGE);
      page.forEach(item -> items.add(isUnknown(item) ? unknown(item) : item));
      from = page.isEmpty() ? from : page.get(page.size() - 1).position() + 1;
    } while (page.size() == PAGE);
    Map<ReplayOutcome, Integer> outcomes = new EnumMap<>(ReplayOutcome.class);
    items.forEach(item -> outcomes.merge(item.outcome(), 1, Integer::sum));
    return new ReplayReport(request, End.DRY_RUN, items, new Progress(0, outcomes), null);
  }

  private End work() {
    throttle = new Throttle(timing, stop, options, this::flying);
    try {
      int from = 0;
      List<ReplayItem> page;
      do {
        page = store.replayItems(tenant, requestId, Which.OPEN, from, PAGE);
        for (ReplayItem item : page) {
          End end = first(item);
          if (end != null) {
            return end;
          }
          from = item.position() + 1;
        }
      } while (page.size() == PAGE);
      return follow();
    } catch (StoreException e) {
      problem = e.getMessage();
      return End.STORE_FAILED;
    }
  }

  private Set<Integer> flying() {
    return store.replayItems(tenant, requestId, Which.IN_FLIGHT, 0, options.inFlight()).stream()
        .map(ReplayItem::position)
        .collect(Collectors.toSet());
  }

  private boolean isUnknown(ReplayItem item) {
    return options.handlers() != null && !options.handlers().contains(item.row().key().handlerId());
  }

  private ReplayItem unknown(ReplayItem item) {
    return item.with(
        ReplayOutcome.REFUSED,
        "its handler "
            + item.row().key().handlerId()
            + " is not among those that are known; if it was renamed, a replay would wait for ever");
  }

  private End first(ReplayItem item) {
    if (isUnknown(item)) {
      End end = stop.end();
      return end == null ? write(unknown(item)) : end;
    }
    End end = throttle.next();
    if (end != null) {
      return end;
    }
    Tried tried = attempt(item);
    if (tried.blocked != null && options.inOrder() && tried.blocked.order() != null) {
      followers.add(new Follower(item, tried.blocked.order()));
      return null;
    }
    return tried.blocked == null ? tried.end : write(tried.blocked.item());
  }

  /** What a try did: why to end, or that the row is blocked, or neither. */
  private record Tried(End end, ItemResult blocked) {
    static final Tried DONE = new Tried(null, null);
  }

  private Tried attempt(ReplayItem item) {
    try {
      Optional<ItemResult> result =
          store.replayItem(tenant, requestId, item.position(), operator.name());
      failures = 0;
      if (result.isEmpty()) {
        return new Tried(End.TAKEN_BACK, null);
      }
      ReplayItem now = result.get().item();
      if (now.outcome() == ReplayOutcome.BLOCKED) {
        return new Tried(null, result.get());
      }
      if (now.outcome() == ReplayOutcome.SCHEDULED) {
        throttle.scheduled();
      }
      done.put(now.position(), now);
      return Tried.DONE;
    } catch (StoreException e) {
      return new Tried(failed(item, e), null);
    }
  }

  private End failed(ReplayItem item, StoreException error) {
    failures++;
    problem = error.getMessage();
    ReplayItem failed =
        item.with(
            ReplayOutcome.FAILED,
            ErrorText.cleanCharacters(String.valueOf(problem), ReplayItem.MAX_DETAIL));
    End end = null;
    try {
      end = write(failed);
    } catch (StoreException again) {
      // Then it has no outcome, and is as open as one that failed.
      error.addSuppressed(again);
      done.put(item.position(), failed);
    }
    return failures >= MOST_FAILURES ? End.STORE_FAILED : end;
  }

  private End write(ReplayItem item) {
    Optional<ReplayItem> written = store.recordReplayItem(tenant, requestId, item, operator.name());
    written.ifPresent(now -> done.put(now.position(), now));
    return written.isPresent() ? null : End.TAKEN_BACK;
  }

  /** Rows whose turn comes when rows in flight are settled; what then still waits is blocked. */
  private End follow() {
    while (!followers.isEmpty()) {
      Set<Integer> before = throttle.look();
      boolean moved = false;
      for (Follower head : followers.heads()) {
        End end = throttle.next();
        if (end != null) {
          return end;
        }
        Tried tried = attempt(head.item());
        if (tried.end != null) {
          return tried.end;
        }
        if (tried.blocked == null) {
          followers.remove(head);
          moved = true;
        }
      }
      if (!moved && before.isEmpty()) {
        return block();
      }
      End end = moved ? null : throttle.changed(before);
      if (end != null) {
        return end;
      }
    }
    return null;
  }

  private End block() {
    for (ReplayItem item : followers.all()) {
      End end =
          write(item.with(ReplayOutcome.BLOCKED, "an earlier row of its aggregate is unresolved"));
      if (end != null) {
        return end;
      }
    }
    return null;
  }

  private ReplayReport ended(ReplayRequest begun, End why) {
    try {
      Progress progress = store.replayProgress(tenant, requestId);
      End end = why != null ? why : progress.open() == 0 ? End.COMPLETE : End.PARTIAL;
      RequestResult result =
          store.endReplay(
              tenant, requestId, new Run(operator.name(), false, "ended " + end + ": " + progress));
      if (result instanceof RequestResult.Done isOver) {
        return report(isOver.request(), end, progress);
      }
      ReplayRequest actual = ((RequestResult.Refused) result).actual();
      boolean isFinished = actual != null && actual.state() == State.FINISHED;
      return report(
          actual == null ? begun : actual, isFinished ? End.COMPLETE : End.TAKEN_BACK, progress);
    } catch (StoreException e) {
      problem = e.getMessage();
      return report(begun, End.STORE_FAILED, new Progress(begun.count() - done.size(), counted()));
    }
  }

  private Map<ReplayOutcome, Integer> counted() {
    Map<ReplayOutcome, Integer> outcomes = new EnumMap<>(ReplayOutcome.class);
    done.values().forEach(item -> outcomes.merge(item.outcome(), 1, Integer::sum));
    return outcomes;
  }

  private ReplayReport report(ReplayRequest request, End end, Progress progress) {
    return new ReplayReport(request, end, List.copyOf(done.values()), progress, problem);
  }
}
