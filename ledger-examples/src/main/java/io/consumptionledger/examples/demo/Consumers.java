package io.consumptionledger.examples.demo;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.examples.demo.Ticket.Accident;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The application's worker threads: take a delivery, let the ledger consume it, tell the broker.
 * This loop is all that an application has to write.
 */
final class Consumers {
  /** How many threads consume. */
  static final int THREADS = 4;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Broker broker;
  private final Ledger ledger;
  private final Ghost ghost;
  private final Complaints complaints;
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch done = new CountDownLatch(THREADS);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicReference<Long> unavailableSince = new AtomicReference<>();
  private final AtomicLong told = new AtomicLong();
  private final AtomicLong interrupts = new AtomicLong();

  /** How many deliveries of each message were answered with "acknowledge". */
  private final Map<ConsumptionKey, Integer> answered = new ConcurrentHashMap<>();

  Consumers(Broker broker, Ledger ledger, Ghost ghost, Complaints complaints) {
    this.broker = broker;
    this.ledger = ledger;
    this.ghost = ghost;
    this.complaints = complaints;
  }

  void start() {
    for (int i = 1; i <= THREADS; i++) {
      Thread thread = new Thread(this::work, "demo-consumer-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  private void work() {
    try {
      while (failure.get() == null && workOne()) {
        if (Thread.interrupted()) {
          interrupts.incrementAndGet();
        }
      }
    } catch (Throwable t) {
      failure.compareAndSet(null, t);
    } finally {
      done.countDown();
    }
  }

  private boolean workOne() {
    Ticket ticket;
    try {
      ticket = broker.take();
    } catch (InterruptedException e) {
      interrupts.incrementAndGet();
      return true; // the demo's interrupts ask nobody to stop
    }
    if (ticket == null) {
      return false;
    }
    if (ticket.accident() == Accident.NODE_DIES) {
      ghost.die(ticket);
      broker.redeliver(ticket, Duration.ZERO);
      return true;
    }
    Outcome outcome = ledger.consume(ticket.delivery());
    if (outcome instanceof Outcome.Redeliver again) {
      told.incrementAndGet();
      giveUpIfUnavailable(again.reason());
      broker.redeliver(ticket, again.retryAfter());
    } else {
      unavailableSince.set(null);
      answered.merge(ticket.delivery().key(), 1, Integer::sum);
      broker.acknowledge(ticket);
    }
    return true;
  }

  private void giveUpIfUnavailable(Redelivered reason) {
    if (reason != Redelivered.STORE_UNAVAILABLE) {
      return;
    }
    Throwable error = complaints.latest();
    if (isPermanent(error)) {
      throw new DemoException("the database refuses: " + Words.ofRoot(error), error);
    }
    long now = System.nanoTime();
    if (!unavailableSince.compareAndSet(null, now)) {
      Long since = unavailableSince.get();
      if (since != null && now - since > PATIENCE.toNanos()) {
        throw new DemoException(
            "the database has not answered for "
                + PATIENCE.toSeconds()
                + " s: "
                + Words.ofRoot(error),
            error);
      }
    }
  }

  /** A missing table or right does not come by waiting. */
  private boolean isPermanent(Throwable error) {
    return ledger
        .store()
        .errorClassifier()
        .classify(error)
        .filter(c -> c.errorClass() != ErrorClass.RETRYABLE)
        .isPresent();
  }

  /** Interrupts one of the threads, whatever it is doing. */
  void interrupt(int which) {
    threads.get(which % threads.size()).interrupt();
  }

  /** What ended the work early, or null. */
  Throwable failure() {
    return failure.get();
  }

  /** Stops early. */
  void stop(Throwable reason) {
    failure.compareAndSet(null, reason);
  }

  CountDownLatch done() {
    return done;
  }

  /** How many deliveries were told to come again. */
  long toldToComeAgain() {
    return told.get();
  }

  long interrupts() {
    return interrupts.get();
  }

  Map<ConsumptionKey, Integer> answered() {
    return Map.copyOf(answered);
  }
}
