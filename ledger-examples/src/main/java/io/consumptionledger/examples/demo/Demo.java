package io.consumptionledger.examples.demo;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.LedgerException;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.ReadVerbs.Filter;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One run: broker, consumers and retries on a database, and the verdict about it. */
final class Demo {
  /** How many due messages the ledger runs again at once. */
  static final int RETRIES_AT_ONCE = 4;

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
  private static final Duration BETWEEN_INTERRUPTS = Duration.ofMillis(40);
  private static final Duration STALLED = Duration.ofSeconds(60);

  private final Input input;
  private final Database database;
  private final PrintStream out;
  private final Handlers handlers = new Handlers();
  private final Complaints complaints = new Complaints();
  private final List<String> handlerIds;
  private final Broker broker;
  private final Ledger ledger;
  private final Consumers consumers;
  private final Ghost ghost;
  private final long startedAt = System.nanoTime();
  private long lastProgress;

  Demo(Input input, Database database, long seed, PrintStream out) {
    this.input = input;
    this.database = database;
    this.out = out;
    this.handlerIds = handlers.declarations().stream().map(HandlerDeclaration::id).toList();
    this.broker = new Broker(input.messages(), handlerIds, seed);
    this.ghost = new Ghost(database.store(), handlers);
    Ledger.Builder builder =
        Ledger.on(database.store())
            .nodeId("demo")
            .replayWorkers(RETRIES_AT_ONCE)
            .listener(complaints);
    handlers.declarations().forEach(builder::handler);
    this.ledger = builder.start();
    this.consumers = new Consumers(broker, ledger, ghost, complaints);
  }

  /**
   * Runs to the end and prints the summary.
   *
   * @return the verdict
   * @throws DemoException if it could not be run to the end
   */
  Judge.Verdict run() throws InterruptedException {
    Map<ConsumptionKey, Rules.Fate> expected = Evidence.expected(input.messages(), handlerIds);
    Thread interrupter = new Thread(this::interruptNowAndThen, "demo-interrupts");
    interrupter.setDaemon(true);
    consumers.start();
    interrupter.start();
    try {
      long target = expected.size();
      while (!consumers.done().await(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
        progress(target);
      }
      check(consumers.failure());
      waitForRetries(target);
    } finally {
      consumers.stop(new DemoException("the demo was stopped"));
      consumers.done().await();
      interrupter.join();
      ledger.close();
    }
    Duration time = Duration.ofNanos(System.nanoTime() - startedAt);
    Evidence evidence =
        new Evidence(
            expected,
            handlers.effects().account(),
            database.rows(),
            consumers.answered(),
            Evidence.wantedChain(input.messages()),
            handlers.catalog().chain());
    Judge.Verdict verdict = Judge.judge(evidence);
    new Summary(out).print(input, database.description(), evidence, verdict, accidents(), time);
    return verdict;
  }

  private void waitForRetries(long target) throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    long since = System.nanoTime();
    while (waiting() > 0) {
      if (System.nanoTime() - since > STALLED.toNanos()) {
        throw new DemoException(
            "messages still wait for a retry after " + STALLED.toSeconds() + " s");
      }
      if (!never.await(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
        progress(target);
      }
    }
  }

  /** How many messages wait for their next run, up to a thousand per handler. */
  private int waiting() {
    Set<ConsumptionState> open =
        Set.of(ConsumptionState.RETRY_SCHEDULED, ConsumptionState.PROCESSING);
    return handlerIds.stream()
        .mapToInt(
            id -> database.store().count(new Filter(Tenant.DEFAULT, id, open, null, null), 1_000))
        .sum();
  }

  private void check(Throwable failure) {
    if (failure instanceof DemoException known) {
      throw known;
    }
    if (failure instanceof LedgerException refused) {
      throw new DemoException(Words.ofRoot(refused), refused);
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }

  private void interruptNowAndThen() {
    try {
      int turn = 0;
      while (!consumers.done().await(BETWEEN_INTERRUPTS.toMillis(), TimeUnit.MILLISECONDS)) {
        consumers.interrupt(turn++);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Every second at first, then less often. */
  private void progress(long target) {
    long seconds = Duration.ofNanos(System.nanoTime() - startedAt).toSeconds();
    if (seconds - lastProgress < (seconds <= 10 ? 1 : 5)) {
      return;
    }
    lastProgress = seconds;
    long settled =
        complaints.moves(Transition.SUCCEED, Transition.DEAD_LETTER, Transition.DEAD_LETTER_ORPHAN);
    out.printf(
        Locale.ROOT,
        "%3d s  %,d of %,d messages settled, %,d retries, %,d dead%n",
        seconds,
        settled,
        target,
        complaints.moves(Transition.CLAIM_DUE),
        complaints.moves(Transition.DEAD_LETTER));
  }

  private Summary.Accidents accidents() {
    long deliveries = consumers.answered().values().stream().mapToLong(Integer::longValue).sum();
    return new Summary.Accidents(
        deliveries,
        broker.acksLost(),
        consumers.toldToComeAgain(),
        consumers.interrupts(),
        ghost.deaths(),
        complaints.moves(Transition.CLAIM_DUE));
  }
}
