package io.consumptionledger.internal;

import io.consumptionledger.Delivery;
import io.consumptionledger.OnLeaseLost;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.StoreTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A claim of this node, from when it was made until its row is settled; also what its handler sees
 * of it. Thread-safe: handler, heartbeat and lease watch all act on it.
 */
final class RunningClaim implements CalledAttempt {
  private enum Phase {
    /** Claimed; the handler has not started. */
    HELD,
    /** The handler runs. */
    RUNNING,
    /** The handler has returned: whether the row is still ours, the settle finds out. */
    SETTLING,
    /** Nothing is left to do. */
    ENDED
  }

  private final Run run;
  private final LossSignals signals;
  private final List<Runnable> callbacks = new ArrayList<>();
  private Phase phase = Phase.HELD;
  private Thread thread;
  private volatile StoreTransaction transaction;
  private boolean lost;
  private boolean interrupted;

  RunningClaim(Run run, LossSignals signals) {
    this.run = run;
    this.signals = signals;
  }

  @Override
  public Delivery delivery() {
    return run.delivery();
  }

  @Override
  public int number() {
    return claim().attempt();
  }

  @Override
  public long epoch() {
    return claim().epoch();
  }

  @Override
  public boolean isOwned() {
    loseIfRunOut();
    synchronized (this) {
      return !lost && phase != Phase.ENDED && !lease().lost();
    }
  }

  @Override
  public void onLost(Runnable callback) {
    Objects.requireNonNull(callback, "callback");
    loseIfRunOut();
    synchronized (this) {
      if (!lost) {
        if (phase == Phase.RUNNING) {
          callbacks.add(callback);
        }
        return;
      }
    }
    signals.call(claim().key(), callback);
  }

  @Override
  public void within(StoreTransaction current) {
    transaction = current;
  }

  @Override
  public <R> Optional<R> transaction(Class<R> type) {
    StoreTransaction current = transaction;
    return current == null ? Optional.empty() : current.unwrap(type);
  }

  Run run() {
    return run;
  }

  Claim claim() {
    return run.claim();
  }

  LeaseClock lease() {
    return run.lease();
  }

  /**
   * The handler is about to start on the calling thread.
   *
   * @return false if it must not: the claim is lost or was withdrawn
   */
  synchronized boolean begin() {
    if (lost || phase != Phase.HELD) {
      return false;
    }
    phase = Phase.RUNNING;
    thread = Thread.currentThread();
    return true;
  }

  /**
   * Takes a claim back whose handler has not started.
   *
   * @return false if it has: then it is left to its run
   */
  synchronized boolean withdraw() {
    if (phase != Phase.HELD) {
      return false;
    }
    phase = Phase.ENDED;
    return true;
  }

  @Override
  public boolean mayStart() {
    return isOwned() && !lease().tooShortToStart();
  }

  @Override
  public boolean handlerEnded() {
    List<Runnable> told;
    synchronized (this) {
      phase = Phase.SETTLING;
      if (lost || !lease().lost()) {
        return lost;
      }
      lost = true;
      told = takeCallbacks();
    }
    signals.lost(this, told);
    return true;
  }

  @Override
  public synchronized boolean interruptedByLoss() {
    return interrupted;
  }

  synchronized void end() {
    phase = Phase.ENDED;
  }

  /**
   * The claim is somebody else's, or must be taken to be: tells the handler.
   *
   * @return false if there is nobody to tell any more, or it was told before
   */
  boolean lose() {
    List<Runnable> told;
    synchronized (this) {
      if (lost || phase == Phase.SETTLING || phase == Phase.ENDED) {
        return false;
      }
      told = takeCallbacks();
      lost = true;
      if (phase == Phase.HELD) {
        return true;
      }
      boolean interrupt = run.handler().onLeaseLost() == OnLeaseLost.INTERRUPT;
      if (interrupt && !thread.isInterrupted()) {
        interrupted = true;
        thread.interrupt();
      }
    }
    signals.lost(this, told);
    return true;
  }

  /** What the watch looks for. Before the handler starts nobody relies on the lease. */
  void loseIfRunOut() {
    boolean runOut;
    synchronized (this) {
      runOut = phase == Phase.RUNNING && lease().lost();
    }
    if (runOut) {
      lose();
    }
  }

  /** Whether there is a lease to renew. */
  synchronized boolean isHeld() {
    return !lost && phase != Phase.ENDED && !lease().lost();
  }

  /** Whether the watch must wake up for it. */
  synchronized boolean isRunning() {
    return !lost && phase == Phase.RUNNING;
  }

  private List<Runnable> takeCallbacks() {
    List<Runnable> taken = List.copyOf(callbacks);
    callbacks.clear();
    return taken;
  }
}
