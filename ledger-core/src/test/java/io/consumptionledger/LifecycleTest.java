package io.consumptionledger;

import static io.consumptionledger.LeaseFixture.consume;
import static io.consumptionledger.LeaseFixture.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redeliver;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.internal.Timing;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.TakeOverResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a ledger starts and ends. */
@Timeout(60)
class LifecycleTest {
  private static final Redeliver SHUTTING_DOWN =
      new Redeliver(Redelivered.SHUTTING_DOWN, Duration.ZERO);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @RegisterExtension final LeaseFixture fixture = new LeaseFixture();
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);

  /** Its handler does not return from "e1" before the end. */
  private Ledger blocking(UnaryOperator<Ledger.Builder> more) {
    return fixture.ledger(
        fixture
            .handler(
                (message, attempt) -> {
                  if (message.key().eventId().equals("e1")) {
                    running.countDown();
                    end.await();
                  }
                })
            .build(),
        more);
  }

  @Test
  void closedLedgerAnswersRedeliverWithoutAClaimAndItsThreadsAreGone() {
    Ledger ledger =
        fixture.ledger(
            fixture.handler((message, attempt) -> {}).build(),
            builder -> builder.nodeId("goes-away"));
    assertThat(threads("goes-away")).hasSize(4).allMatch(Thread::isDaemon);

    assertThat(ledger.close(MINUTE)).isTrue();

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(SHUTTING_DOWN);
    assertThat(fixture.calls).doesNotContain("claim");
    assertThat(fixture.calls).containsSubsequence("startNode", "heartbeat close", "stopNode");
    Await.until("the threads are gone", () -> threads("goes-away").isEmpty());
  }

  @Test
  void leasesAreRenewedUntilTheLastHandlerHasEnded() throws Exception {
    Ledger ledger = blocking(UnaryOperator.identity());
    CompletableFuture<Outcome> outcome = consume(ledger, "e1");
    running.await();
    CompletableFuture<Boolean> closed =
        CompletableFuture.supplyAsync(() -> ledger.close(Duration.ofMinutes(10)));
    AtomicInteger next = new AtomicInteger(2);
    Await.until(
        "it is closing",
        () -> ledger.consume(delivery("e" + next.getAndIncrement())).equals(SHUTTING_DOWN));

    for (int i = 0; i < 9; i++) {
      fixture.nextRound();
      assertThat(fixture.rivalTakesOver("e1")).isInstanceOf(TakeOverResult.Refused.class);
    }

    assertThat(closed).isNotDone();
    assertThat(fixture.calls).doesNotContain("heartbeat close", "stopNode");
    end.countDown();
    assertThat(outcome.get()).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
    assertThat(closed.get()).isTrue();
    assertThat(fixture.calls).containsSubsequence("succeed", "heartbeat close", "stopNode");
  }

  @Test
  void claimWhoseHandlerRunsBeyondTheDeadlineIsNotGivenBackAndItsLossIsStillTold()
      throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              attempt.onLost(told::countDown);
              running.countDown();
              end.await();
            });
    CompletableFuture<Outcome> outcome = consume(ledger, "e1");
    running.await();

    assertThat(ledger.close(Duration.ZERO)).isFalse();

    assertThat(fixture.row("e1").summary().state()).isEqualTo(ConsumptionState.PROCESSING);
    assertThat(fixture.calls)
        .contains("heartbeat close")
        .doesNotContain("stopNode", "release", "scheduleRetry");
    fixture.timing.elapse(LeaseFixture.LEASE);
    told.await();
    end.countDown();
    assertThat(outcome.get()).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
    assertThat(ledger.close(MINUTE)).isTrue();
  }

  @Test
  void closeInsideAHandlerDoesNotWaitForItself() {
    AtomicReference<Ledger> ledger = new AtomicReference<>();
    AtomicReference<Boolean> answer = new AtomicReference<>();
    ledger.set(fixture.ledger((message, attempt) -> answer.set(ledger.get().close(MINUTE))));

    assertThat(ledger.get().consume(delivery("e1")))
        .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(answer.get()).isFalse();
    assertThat(ledger.get().close(MINUTE)).isTrue();
    assertThat(fixture.calls.stream().filter("stopNode"::equals)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5}) // claimed when it is its turn, and claimed with others
  void closeInsideAHandlerOnAPollsExecutorDoesNotWaitForItself(int maxAttempts)
      throws InterruptedException {
    AtomicReference<Ledger> ledger = new AtomicReference<>();
    AtomicReference<Boolean> answer = new AtomicReference<>();
    ledger.set(
        fixture.ledger(
            fixture
                .handler((message, attempt) -> answer.set(ledger.get().close(MINUTE)))
                .maxAttempts(maxAttempts)
                .build(),
            UnaryOperator.identity()));
    ExecutorService executor = Executors.newSingleThreadExecutor();

    assertThat(
            CompletableFuture.supplyAsync(
                    () -> ledger.get().consumeAll(List.of(delivery("e1")), executor))
                .orTimeout(20, TimeUnit.SECONDS)
                .join())
        .containsExactly(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(answer.get()).isFalse();
    assertThat(ledger.get().close(MINUTE)).isTrue();
    executor.shutdown();
    assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void closeInAListenerOnTheHeartbeatsThreadDoesNotWaitForItself() {
    AtomicReference<Ledger> ledger = new AtomicReference<>();
    AtomicReference<Boolean> answer = new AtomicReference<>();
    ledger.set(
        fixture.ledger(
            fixture.handler((message, attempt) -> {}).build(),
            builder ->
                builder.listener(
                    event -> {
                      if (event instanceof LedgerEvent.HeartbeatRound) {
                        answer.set(ledger.get().close(MINUTE));
                      }
                    })));

    fixture.elapse(LeaseFixture.INTERVAL);

    Await.until("it answered", () -> answer.get() != null);
    assertThat(answer.get()).isFalse();
    assertThat(ledger.get().close(MINUTE)).isTrue();
  }

  @Test
  void closeIsDoneOnceHoweverManyThreadsAsk() throws Exception {
    Ledger ledger = blocking(UnaryOperator.identity());
    consume(ledger, "e1");
    running.await();
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      CompletableFuture<Boolean> answer = new CompletableFuture<>();
      Thread thread = new Thread(() -> answer.complete(ledger.close(MINUTE)), "closer-" + i);
      thread.setDaemon(true);
      thread.start();
      answers.add(answer);
    }

    end.countDown();

    for (CompletableFuture<Boolean> answer : answers) {
      assertThat(answer.get()).isTrue();
    }
    ledger.close();
    assertThat(fixture.calls.stream().filter("stopNode"::equals)).hasSize(1);
    assertThat(fixture.calls.stream().filter("heartbeat close"::equals)).hasSize(1);
  }

  @Test
  void interruptEndsTheWaitingAndIsKept() throws Exception {
    Ledger ledger = blocking(UnaryOperator.identity());
    consume(ledger, "e1");
    running.await();
    Thread.currentThread().interrupt();

    assertThat(ledger.close(MINUTE)).isFalse();

    assertThat(Thread.interrupted()).isTrue();
    end.countDown();
    assertThat(ledger.close(MINUTE)).isTrue();
  }

  @Test
  void closeEndsByItsDeadlineAlthoughTheDatabaseHangs() throws Exception {
    Ledger ledger =
        blocking(builder -> builder.timing(Timing.SYSTEM).heartbeatInterval(Duration.ofMillis(10)));
    CountDownLatch hung = new CountDownLatch(1);
    fixture.beats =
        () -> {
          hung.countDown();
          Await.until("the test lets go", () -> end.getCount() == 0);
        };
    hung.await();

    assertThat(ledger.close(Duration.ofMillis(1))).isFalse();

    end.countDown();
    assertThat(ledger.close(MINUTE)).isTrue();
  }

  @Test
  void ledgerWhoseThreadsCannotBeStartedCanBeClosed() {
    Ledger ledger =
        fixture.ledger(
            fixture.handler((message, attempt) -> {}).build(),
            builder ->
                builder.threads(
                    body -> {
                      throw new OutOfMemoryError();
                    }));

    assertThat(ledger.close(MINUTE)).isTrue();

    assertThat(fixture.calls).containsSubsequence("heartbeat close", "stopNode");
  }

  @Test
  void closeOfANegativeDurationIsRefused() {
    Ledger ledger = fixture.ledger((message, attempt) -> {});

    assertThatThrownBy(() -> ledger.close(Duration.ofSeconds(-1)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessage("within is PT-1S, must not be negative");
  }

  @Test
  void anotherProcessOfTheSameNodeIdIsReportedAndStopsNothing() {
    Node twin = Node.start("node-1");
    fixture.rows.startNode(twin);
    fixture.storeElapses(Duration.ofSeconds(30));

    Ledger ledger = fixture.ledger((message, attempt) -> {});

    assertThat(fixture.heard(LedgerEvent.LiveTwin.class))
        .containsExactly(
            new LedgerEvent.LiveTwin("node-1", twin.incarnation(), Duration.ofSeconds(30)));
    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
  }

  @Test
  void processThatStoppedOrGaveNoSignOfLifeForLongIsNoTwin() {
    Node stopped = Node.start("node-1");
    fixture.rows.startNode(stopped);
    fixture.rows.stopNode(stopped);
    fixture.rows.startNode(Node.start("node-1"));
    fixture.storeElapses(Duration.ofSeconds(51));

    fixture.ledger((message, attempt) -> {});

    assertThat(fixture.heard(LedgerEvent.LiveTwin.class)).isEmpty();
  }

  @Test
  void lookForTwinsThatFailsDoesNotStopTheStart() {
    fixture.faults.put(
        "liveTwins",
        () -> {
          throw new StoreException("no answer", null);
        });

    assertThat(fixture.ledger((message, attempt) -> {}).consume(delivery("e1")))
        .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
  }

  @Test
  void startThatCannotOpenAHeartbeatLeavesNothingBehind() {
    fixture.faults.put(
        "openHeartbeat",
        () -> {
          throw new StoreException("no connection", null);
        });

    assertThatThrownBy(
            () ->
                fixture.ledger(
                    fixture.handler((message, attempt) -> {}).build(),
                    builder -> builder.nodeId("never-there")))
        .isInstanceOf(StoreException.class)
        .hasMessage("no connection");

    assertThat(fixture.calls).containsSubsequence("startNode", "stopNode");
    assertThat(threads("never-there")).isEmpty();
  }

  @Test
  void nodeGivesASignOfLifeInEveryRound() {
    fixture.ledger((message, attempt) -> {});

    for (int i = 0; i < 3; i++) {
      fixture.nextRound();
    }

    assertThat(fixture.calls.stream().filter("heartbeat beat"::equals)).hasSize(3);
    assertThat(fixture.rows.liveTwins(Node.start("node-1"), Duration.ZERO)).hasSize(1);
  }

  @Test
  void roundThatIsLateRunsAtOnceAndMissedOnesAreNotMadeUpFor() {
    AtomicBoolean slow = new AtomicBoolean(true);
    AtomicInteger beats = new AtomicInteger();
    fixture.beats =
        () -> {
          beats.incrementAndGet();
          if (slow.getAndSet(false)) {
            fixture.timing.elapse(LeaseFixture.INTERVAL.multipliedBy(10));
          }
        };
    fixture.ledger((message, attempt) -> {});

    fixture.elapse(LeaseFixture.INTERVAL);
    Await.until(
        "the late round was made",
        () -> beats.get() >= 2 && fixture.timing.isWaiting("ledger-heartbeat"));

    assertThat(beats).hasValue(2);
  }

  private static List<Thread> threads(String nodeId) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().endsWith("-" + nodeId))
        .toList();
  }
}
