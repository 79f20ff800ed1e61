package io.consumptionledger.internal;

import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.StoreException;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A ledger's threads, from its start to its end, and the door that messages come in by. */
public final class Lifecycle {
  private static final Logger LOG = System.getLogger("io.consumptionledger");
  private static final int SHOWN = 10;
  private static final Duration LONGEST_WAIT = Duration.ofDays(365);

  private final LedgerStore store;
  private final Node node;
  private final Timing timing;
  private final LeaseTimes times;
  private final Reports reports;
  private final RunningClaims running;
  private final LeaseWatch watch;
  private final Heartbeat heartbeat;
  private final Engine engine;
  private final List<Part> parts = new CopyOnWriteArrayList<>();
  private final AtomicBoolean partsStopped = new AtomicBoolean();
  private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();

  /** Something that claims rows by itself, besides the calls from outside. */
  public interface Part {
    /**
     * Claims nothing any more, gives back at once what it has claimed and not started, and lets its
     * threads end when their handlers have. Does not wait for handlers.
     */
    void stop();

    /**
     * Whether it has ended: it claims, runs and gives back nothing any more.
     *
     * @return true once it has, after {@link #stop}
     */
    boolean isOver();

    /**
     * Whether a thread is one of its own, for which nobody can wait on that thread.
     *
     * @param thread the thread
     * @return true if it is
     */
    boolean owns(Thread thread);
  }

  /**
   * Makes the node known and opens its heartbeat.
   *
   * @throws StoreException if the store cannot be reached; then nothing is left behind
   */
  public Lifecycle(EngineParts of) {
    this.store = of.store();
    this.node = of.node();
    this.timing = of.timing();
    this.times = of.times();
    this.reports = new Reports(store, of.listener(), of.alerter());
    this.running = new RunningClaims(new LossSignals(reports, of.threads()));
    this.watch = new LeaseWatch(node.id(), running, timing, reports, of.threads());
    this.heartbeat = new Heartbeat(of, open(), running, reports, this::wakeWaiting);
    this.engine = new Engine(of, reports, running, this::isRenewing);
    running.onStart(watch::expect);
    running.onLeave(this::somethingEnded);
  }

  private HeartbeatSession open() {
    store.startNode(node);
    try {
      return store.openHeartbeat(times.callTimeout());
    } catch (RuntimeException | Error e) {
      try {
        store.stopNode(node);
      } catch (RuntimeException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw e;
    }
  }

  /** Makes the ledger's threads: daemons, so that a JVM can end although nobody closes. */
  public static Thread daemon(Runnable body) {
    Thread thread = new Thread(body, "ledger-signal");
    thread.setDaemon(true);
    return thread;
  }

  /** Starts the threads, and looks for another process of the same name. */
  public void start() {
    isRenewing();
    try {
      store.liveTwins(node, times.signOfLife()).forEach(twin -> reports.twin(node.id(), twin));
    } catch (StoreException e) {
      reports.threadFailed("the look for other processes of this node's id", e);
    }
  }

  /** Adds a part that is to be stopped first. */
  public void add(Part part) {
    parts.add(part);
  }

  /** Whether leases are renewed and losses signalled; threads that are missing are started. */
  boolean isRenewing() {
    return heartbeat.thread().ensureAlive() && watch.thread().ensureAlive();
  }

  /** Who is told what happens. */
  public Reports reports() {
    return reports;
  }

  /** The replay's way to run rows, with the rules of the live path. */
  public DueRunner dueRunner(Map<String, HandlerDeclaration<?>> handlers) {
    return engine.dueRunner(handlers, running);
  }

  /** What runs handlers. */
  public Engine engine() {
    return engine;
  }

  /** How many claims of a handler this node has and has not settled. */
  public int heldClaims(String handlerId) {
    return running.count(handlerId);
  }

  /** Consumes a delivery, unless the ledger is being closed. */
  public <T> Outcome consume(HandlerDeclaration<T> handler, Delivery delivery) {
    RunningClaims.Call call = running.enter();
    if (call == null) {
      return new Outcome.Redeliver(Redelivered.SHUTTING_DOWN, Duration.ZERO);
    }
    try {
      return engine.consume(handler, delivery);
    } finally {
      running.leave(call);
    }
  }

  /** Consumes many, unless the ledger is being closed. */
  public void consumeAll(List<Polls.Asked> asked, Outcome[] outcomes, Executor executor) {
    RunningClaims.Call call = running.enter();
    if (call == null) {
      for (int i = 0; i < outcomes.length; i++) {
        if (asked.get(i) != null) {
          outcomes[i] = new Outcome.Redeliver(Redelivered.SHUTTING_DOWN, Duration.ZERO);
        }
      }
      return;
    }
    try {
      engine.consumeAll(asked, outcomes, executor);
    } finally {
      running.leave(call);
    }
  }

  /**
   * Claims nothing any more, and waits for what runs; leases are renewed until it has ended, but no
   * longer than asked. Called from inside a handler or a thread of the ledger's own it does not
   * wait.
   *
   * @return whether everything has ended
   */
  public boolean close(Duration within) {
    long deadline = timing.nanoTime() + capped(within).toNanos();
    running.close();
    stopParts();
    heartbeat.stop(deadline);
    watch.stop();
    if (!isOwn(Thread.currentThread())) {
      awaitEnd(deadline);
    }
    boolean ended = hasEnded();
    if (!ended) {
      LOG.log(
          Level.WARNING,
          () -> "node " + node.id() + " is closing; still running: " + running.some(SHOWN));
    }
    return ended;
  }

  private void stopParts() {
    if (!partsStopped.compareAndSet(false, true)) {
      return;
    }
    for (Part part : parts) {
      try {
        part.stop();
      } catch (RuntimeException | Error e) {
        reports.threadFailed("the stop of " + part.getClass().getSimpleName(), e);
      }
    }
  }

  private boolean isOwn(Thread thread) {
    return running.isInside(thread)
        || parts.stream().anyMatch(part -> part.owns(thread))
        || heartbeat.thread().isCurrent()
        || watch.thread().isCurrent();
  }

  private boolean hasEnded() {
    return running.isIdle() && parts.stream().allMatch(Part::isOver) && heartbeat.isFinished();
  }

  /** At the deadline the heartbeat is on its last call, which it is given the time to end. */
  private void awaitEnd(long deadline) {
    long latest = deadline + times.callTimeout().toNanos();
    Thread me = Thread.currentThread();
    waiting.add(me);
    try {
      while (!hasEnded() && !me.isInterrupted()) {
        long until = heartbeat.isFinished() ? deadline : latest;
        if (timing.nanoTime() - until >= 0) {
          return;
        }
        timing.parkUntil(until);
      }
    } finally {
      waiting.remove(me);
    }
  }

  /** Asks those who wait for the end to look again. */
  public void somethingEnded() {
    if (running.isIdle()) {
      heartbeat.thread().wake();
      watch.thread().wake();
      wakeWaiting();
    }
  }

  private void wakeWaiting() {
    waiting.forEach(LockSupport::unpark);
  }

  private static Duration capped(Duration within) {
    if (within.isNegative()) {
      return Duration.ZERO;
    }
    return within.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : within;
  }
}
