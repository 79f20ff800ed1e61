package io.consumptionledger.internal;

import io.consumptionledger.LedgerEvent;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RenewResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Renews the leases of all claims of this node, on one thread and with a session of its own. Rounds
 * have a fixed spacing; a round that is late runs at once, one that failed is repeated soon.
 * Nothing that is thrown ends the schedule.
 */
final class Heartbeat {
  private static final int CHUNK = 1_000;

  private final LedgerStore store;
  private final Node node;
  private final HeartbeatSession session;
  private final RunningClaims claims;
  private final LeaseTimes times;
  private final Timing timing;
  private final Reports reports;
  private final Runnable onFinished;
  private final BackgroundThread thread;
  private final AtomicBoolean finishing = new AtomicBoolean();
  private volatile boolean finished;
  private volatile Long deadline;

  Heartbeat(
      EngineParts parts,
      HeartbeatSession session,
      RunningClaims claims,
      Reports reports,
      Runnable onFinished) {
    this.store = parts.store();
    this.node = parts.node();
    this.session = session;
    this.claims = claims;
    this.times = parts.times();
    this.timing = parts.timing();
    this.reports = reports;
    this.onFinished = onFinished;
    this.thread =
        new BackgroundThread(
            "ledger-heartbeat-" + node.id(), this::run, parts.threads(), reports::heartbeatFailed);
  }

  /** The thread; leases are renewed as long as it lives. */
  BackgroundThread thread() {
    return thread;
  }

  private void run() {
    long due = timing.nanoTime() + times.interval().toNanos();
    while (!isDone()) {
      long now = timing.nanoTime();
      if (now - due < 0) {
        sleep(due);
      } else if (round()) {
        due = later(due + times.interval().toNanos(), timing.nanoTime());
      } else {
        due = timing.nanoTime() + times.retryPause().toNanos();
      }
    }
    finish();
  }

  private void sleep(long due) {
    Long end = deadline;
    timing.parkUntil(end != null && end - due < 0 ? end : due);
    Thread.interrupted();
  }

  private boolean isDone() {
    Long end = deadline;
    return end != null && (claims.isIdle() || timing.nanoTime() - end >= 0);
  }

  /** Goes on until nothing runs any more, but no longer than until a moment. */
  synchronized void stop(long latest) {
    if (deadline == null || latest - deadline < 0) {
      deadline = latest;
    }
    if (thread.isOver() || thread.ensureAlive()) {
      thread.wake();
    } else {
      finish();
    }
  }

  /** Whether the session is closed. */
  boolean isFinished() {
    return finished;
  }

  /** A node whose handlers still run has not stopped: its claims must not be recovered early. */
  private void finish() {
    if (!finishing.compareAndSet(false, true)) {
      return;
    }
    try {
      session.close();
      if (claims.isIdle()) {
        store.stopNode(node);
      }
    } catch (Throwable t) {
      reports.heartbeatFailed(t);
    }
    finished = true;
    onFinished.run();
  }

  /**
   * Renews what needs it and gives a sign of life. What fails changes nothing for anybody.
   *
   * @return whether all of it worked
   */
  boolean round() {
    Round round = new Round();
    try {
      round.renewAll();
      round.beat();
    } catch (Throwable t) {
      round.failed(t);
    }
    if (round.failure == null) {
      reports.heartbeat(round.event());
      return true;
    }
    reports.heartbeatFailed(round.failure);
    return false;
  }

  private static long later(long one, long other) {
    return one - other > 0 ? one : other;
  }

  /** What one round does and counts. */
  private final class Round {
    private final long began = timing.nanoTime();
    private Duration leastLeft;
    private int renewed;
    private int locked;
    private int lost;
    private Throwable failure;

    void renewAll() {
      for (List<RunningClaim> chunk : chunks()) {
        try {
          renew(chunk);
        } catch (Throwable t) {
          failed(t);
        }
      }
    }

    void beat() {
      try {
        session.beat(node);
      } catch (Throwable t) {
        failed(t);
      }
    }

    void failed(Throwable t) {
      if (failure == null) {
        failure = t;
      } else if (failure != t) {
        failure.addSuppressed(t);
      }
    }

    /**
     * By lease, since one call sets one lease; a key twice (an old claim and a new) never meets.
     */
    private List<List<RunningClaim>> chunks() {
      Map<Duration, List<Map<Object, RunningClaim>>> byLease = new HashMap<>();
      for (RunningClaim claim : claims.all()) {
        claim.loseIfRunOut();
        if (!claim.isHeld()) {
          continue;
        }
        Duration left = claim.lease().left();
        leastLeft = leastLeft == null || left.compareTo(leastLeft) < 0 ? left : leastLeft;
        if (claim.lease().wantsRenewal(times.interval())) {
          place(claim, byLease.computeIfAbsent(claim.lease().lease(), l -> new ArrayList<>()));
        }
      }
      return byLease.values().stream()
          .flatMap(List::stream)
          .map(chunk -> List.copyOf(chunk.values()))
          .toList();
    }

    private void place(RunningClaim claim, List<Map<Object, RunningClaim>> chunks) {
      Object key = claim.claim().key();
      for (Map<Object, RunningClaim> chunk : chunks) {
        if (chunk.size() < CHUNK && chunk.putIfAbsent(key, claim) == null) {
          return;
        }
      }
      Map<Object, RunningClaim> chunk = new HashMap<>();
      chunk.put(key, claim);
      chunks.add(chunk);
    }

    private void renew(List<RunningClaim> chunk) {
      List<Claim> asked = chunk.stream().map(RunningClaim::claim).toList();
      long sentAt = timing.nanoTime();
      Map<Claim, RenewResult> results = session.renew(asked, chunk.get(0).lease().lease());
      for (RunningClaim claim : chunk) {
        RenewResult result = results.get(claim.claim());
        if (result == null) {
          failed(new IllegalStateException("the store said nothing of " + claim.claim().key()));
          continue;
        }
        switch (result) {
          case RENEWED -> {
            claim.lease().extend(sentAt);
            renewed++;
          }
          case LOCKED -> locked++;
          case LOST -> lost += claim.lose() ? 1 : 0;
        }
      }
    }

    LedgerEvent.HeartbeatRound event() {
      Duration took = Duration.ofNanos(timing.nanoTime() - began);
      return new LedgerEvent.HeartbeatRound(took, renewed, locked, lost, leastLeft);
    }
  }
}
