package io.consumptionledger;

import static io.consumptionledger.LeaseFixture.INTERVAL;
import static io.consumptionledger.LeaseFixture.LEASE;
import static io.consumptionledger.LeaseFixture.consume;
import static io.consumptionledger.LeaseFixture.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redeliver;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.spi.TakeOverResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A handler that loses its lease is told in time, and what it does afterwards harms nobody. */
@Timeout(60)
class LeaseLossTest {
  private static final Redeliver LOST = new Redeliver(Redelivered.LEASE_LOST, Duration.ZERO);

  @RegisterExtension final LeaseFixture fixture = new LeaseFixture();

  @Test
  void lossIsToldByTheMarginBeforeARivalCanStart() throws Exception {
    storeIsDown();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              attempt.onLost(told::countDown);
              running.countDown();
              end.await();
            });
    CompletableFuture<Outcome> outcome = consume(ledger, "e1");
    running.await();
    fixture.elapse(Duration.ofMillis(54_999));
    assertThat(fixture.heard(LedgerEvent.LeaseLost.class)).isEmpty();

    fixture.elapse(Duration.ofMillis(1));

    told.await();
    assertThat(fixture.rivalTakesOver("e1")).isInstanceOf(TakeOverResult.Refused.class);
    fixture.storeElapses(Duration.ofSeconds(5));
    assertThat(fixture.rivalTakesOver("e1")).isInstanceOf(TakeOverResult.TakenOver.class);
    end.countDown();
    assertThat(outcome.get()).isEqualTo(LOST);
    awaitLoss();
    assertThat(fixture.heard(LedgerEvent.LeaseLost.class))
        .containsExactly(
            new LedgerEvent.LeaseLost(ConsumptionKey.of(LeaseFixture.HANDLER, "e1"), 1, 1));
    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.LATE_SETTLE);
  }

  @Test
  void lossIsToldInTimeAlthoughTheHeartbeatHangsInTheDatabase() throws Exception {
    CountDownLatch hung = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    fixture.renewals =
        claims -> {
          hung.countDown();
          hang(never);
          throw new StoreException("cut", null);
        };
    CountDownLatch told = new CountDownLatch(2);
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(2);
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              attempt.onLost(told::countDown);
              running.countDown();
              end.await();
            });
    consume(ledger, "e1");
    consume(ledger, "e2");
    running.await();
    fixture.elapse(INTERVAL);
    hung.await();

    fixture.timing.elapse(LEASE.minus(INTERVAL).minusSeconds(5));

    told.await();
    never.countDown();
    end.countDown();
  }

  @Test
  void handlerIsToldWhenTheDatabaseSaysThatTheRowIsTaken() {
    CountDownLatch told = new CountDownLatch(1);
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              attempt.onLost(told::countDown);
              fixture.storeElapses(LEASE.plusSeconds(1));
              fixture.rivalTakesOver("e1");
              assertThat(attempt.isOwned()).isTrue();
              fixture.nextRound();
              told.await();
              assertThat(attempt.isOwned()).isFalse();
            });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(LOST);

    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.LATE_SETTLE);
    assertThat(fixture.heard(LedgerEvent.HeartbeatRound.class).get(0).lost()).isEqualTo(1);
    assertThat(fixture.row("e1").summary().epoch()).isEqualTo(2);
    assertThat(fixture.row("e1").summary().state()).isEqualTo(ConsumptionState.PROCESSING);
  }

  @Test
  void frozenNodeThatWakesCannotWriteNorLengthenTheRivalsLease() {
    AtomicReference<Duration> rivalsLease = new AtomicReference<>();
    CountDownLatch told = new CountDownLatch(1);
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              attempt.onLost(told::countDown);
              fixture.storeElapses(LEASE.plusSeconds(1));
              assertThat(fixture.rivalTakesOver("e1")).isInstanceOf(TakeOverResult.TakenOver.class);
              fixture.storeElapses(Duration.ofSeconds(7));
              rivalsLease.set(fixture.row("e1").summary().leaseLeft());
              fixture.processElapses(LEASE.plusSeconds(8));
              told.await();
              Await.until("the late round was made", () -> fixture.rounds() > 0);
              assertThat(attempt.isOwned()).isFalse();
            });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(LOST);
    assertThat(ledger.consume(delivery("e1")))
        .isEqualTo(new Redeliver(Redelivered.BUSY, rivalsLease.get()));

    assertThat(rivalsLease.get()).isEqualTo(LEASE.minusSeconds(7));
    awaitLoss();
    assertThat(fixture.calls).doesNotContain("heartbeat renew 1");
    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.LATE_SETTLE);
    assertThat(fixture.heard(LedgerEvent.LeaseLost.class)).hasSize(1);
  }

  @Test
  void successAfterTheLossIsRecordedIfNobodyHasTakenTheRowOver() {
    storeIsDown();
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              fixture.elapse(LEASE.plusSeconds(1));
              assertThat(attempt.isOwned()).isFalse();
            });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(fixture.anomalies()).isEmpty();
    assertThat(fixture.row("e1").summary().state()).isEqualTo(ConsumptionState.SUCCEEDED);
  }

  @Test
  void failureAfterTheLossIsNotRecorded() {
    storeIsDown();
    List<Throwable> failures =
        List.of(
            new IllegalStateException("the lease is lost"),
            HandlerSignal.retryable("try again", null),
            HandlerSignal.retryLater(Duration.ofSeconds(1), "stopped"),
            new InterruptedException());
    AtomicInteger next = new AtomicInteger();
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              fixture.elapse(LEASE.plusSeconds(1));
              Await.until("it is told", () -> !attempt.isOwned());
              LeaseFixture.sneak(failures.get(next.getAndIncrement()));
            });

    for (int i = 0; i < failures.size(); i++) {
      assertThat(ledger.consume(delivery("e" + i))).isEqualTo(LOST);
      Thread.interrupted();
      assertThat(fixture.row("e" + i).summary().state()).isEqualTo(ConsumptionState.PROCESSING);
      assertThat(fixture.row("e" + i).summary().attempt()).isEqualTo(1);
      assertThat(fixture.anomalies()).hasSize(i + 1).containsOnly(AnomalyKind.LATE_SETTLE);
    }
    assertThat(fixture.calls).doesNotContain("scheduleRetry", "deadLetter", "release");
  }

  @Test
  void callbacksThatThrowOrBlockHarmNobody() throws Exception {
    storeIsDown();
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch told = new CountDownLatch(2);
    AtomicInteger times = new AtomicInteger();
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              attempt.onLost(
                  () -> {
                    throw new StackOverflowError();
                  });
              attempt.onLost(
                  () -> {
                    blocked.countDown();
                    hang(never);
                  });
              attempt.onLost(
                  () -> {
                    times.incrementAndGet();
                    told.countDown();
                  });
              fixture.elapse(LEASE);
              blocked.await();
              Await.until("it is told", () -> times.get() == 1);
              attempt.onLost(told::countDown);
              told.await();
            });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    Await.until(
        "the throwing one is reported",
        () -> !fixture.heard(LedgerEvent.UserCodeFailed.class).isEmpty());
    assertThat(times).hasValue(1);
    never.countDown();
  }

  @Test
  void callbackOfAHandlerThatReturnedInTimeIsNeverRun() {
    AtomicInteger times = new AtomicInteger();
    AtomicReference<Attempt> kept = new AtomicReference<>();
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              kept.set(attempt);
              attempt.onLost(times::incrementAndGet);
            });
    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(kept.get().isOwned()).isFalse();
    kept.get().onLost(times::incrementAndGet);
    for (int i = 0; i < 4; i++) {
      fixture.nextRound();
    }

    assertThat(times).hasValue(0);
    assertThat(fixture.heard(LedgerEvent.LeaseLost.class)).isEmpty();
  }

  @Test
  void handlerThatAsksForItIsInterruptedAndItsThreadIsNotLeftSo() {
    storeIsDown();
    CountDownLatch never = new CountDownLatch(1);
    Ledger ledger =
        interruptible(
            (message, attempt) -> {
              fixture.elapse(LEASE);
              never.await();
            });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(LOST);

    assertThat(Thread.interrupted()).isFalse();
    assertThat(fixture.row("e1").summary().state()).isEqualTo(ConsumptionState.PROCESSING);
  }

  @Test
  void interruptThatTheHandlerIgnoresBreaksNeitherTheSettleNorTheCallersThread() {
    storeIsDown();
    AtomicReference<Boolean> interrupted = new AtomicReference<>();
    Ledger ledger =
        interruptible(
            (message, attempt) -> {
              fixture.elapse(LEASE);
              Await.until("it is interrupted", () -> Thread.currentThread().isInterrupted());
              fixture.faults.put(
                  "succeed",
                  () -> {
                    interrupted.set(Thread.currentThread().isInterrupted());
                    return null;
                  });
            });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(interrupted.get()).isFalse();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void interruptThatWasThereBeforeTheLossIsTheCallersAndIsKept() {
    storeIsDown();
    Ledger ledger =
        interruptible(
            (message, attempt) -> {
              fixture.elapse(LEASE);
              Await.until("it is told", () -> !attempt.isOwned());
            });
    Thread.currentThread().interrupt();

    ledger.consume(delivery("e1"));

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void threadIsNeverInterruptedAfterItsHandlerHasReturned() {
    storeIsDown();
    List<Boolean> interrupted = new CopyOnWriteArrayList<>();
    Ledger ledger = interruptible((message, attempt) -> {});
    fixture.faults.put(
        "succeed",
        () -> {
          fixture.elapse(LEASE);
          Await.until("the round was made", () -> fixture.rounds() > 0);
          Await.until("the watch sleeps", () -> fixture.timing.isWaiting("ledger-lease-watch"));
          interrupted.add(Thread.currentThread().isInterrupted());
          return null;
        });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(interrupted).containsExactly(false);
    assertThat(fixture.heard(LedgerEvent.LeaseLost.class)).isEmpty();
  }

  @Test
  void handlerThatDoesNotAskForItIsNotInterrupted() {
    storeIsDown();
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              CountDownLatch told = new CountDownLatch(1);
              attempt.onLost(told::countDown);
              fixture.elapse(LEASE);
              told.await();
              assertThat(Thread.currentThread().isInterrupted()).isFalse();
            });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
  }

  private Ledger interruptible(Handler<Delivery> handler) {
    return fixture.ledger(
        fixture.handler(handler).onLeaseLost(OnLeaseLost.INTERRUPT).build(),
        UnaryOperator.identity());
  }

  private void awaitLoss() {
    Await.until("the loss is heard", () -> !fixture.heard(LedgerEvent.LeaseLost.class).isEmpty());
  }

  private void storeIsDown() {
    fixture.renewals =
        claims -> {
          throw new StoreException("no answer", null);
        };
  }

  /** For as long as the test takes, which has an end. */
  private static void hang(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts this", e);
    }
  }
}
