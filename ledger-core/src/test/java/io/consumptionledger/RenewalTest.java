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
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.TakeOverResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Leases of running handlers are kept alive, whatever happens to the heartbeat. */
class RenewalTest {
  @RegisterExtension final LeaseFixture fixture = new LeaseFixture();

  @Test
  void handlerThatRunsForTenLeasesKeepsItsRow() {
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              for (int i = 0; i < 30; i++) {
                fixture.nextRound();
                assertThat(attempt.isOwned()).isTrue();
                assertThat(fixture.rivalTakesOver("e1")).isInstanceOf(TakeOverResult.Refused.class);
              }
            });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(fixture.heard(LedgerEvent.HeartbeatFailed.class)).isEmpty();
    assertThat(fixture.anomalies()).isEmpty();
  }

  @Test
  void leasesOfManyBusyWorkersAreRenewedInOneCall() throws Exception {
    int workers = 40;
    CountDownLatch started = new CountDownLatch(workers);
    CountDownLatch end = new CountDownLatch(1);
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              started.countDown();
              end.await();
            });
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      outcomes.add(consume(ledger, "e" + i));
    }
    started.await();

    for (int i = 0; i < 6; i++) {
      fixture.nextRound();
    }

    assertThat(fixture.calls).contains("heartbeat renew " + workers);
    assertThat(fixture.heard(LedgerEvent.HeartbeatRound.class))
        .allSatisfy(round -> assertThat(round.leastLeft()).isGreaterThanOrEqualTo(INTERVAL));
    end.countDown();
    for (CompletableFuture<Outcome> outcome : outcomes) {
      assertThat(outcome.get()).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
    }
  }

  @Test
  void claimThatIsFreshCostsNoRenewal() {
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              fixture.elapse(INTERVAL.minusSeconds(15));
              assertThat(fixture.calls).doesNotContain("heartbeat renew 1");
            });
    fixture.elapse(Duration.ofSeconds(15));

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
    Await.until("the round was made", () -> fixture.rounds() == 1);

    assertThat(fixture.calls).contains("heartbeat beat").doesNotContain("heartbeat renew 1");
  }

  @Test
  void roundsThatFailInsideTheLeaseChangeNothingAndAreRepeatedSoon() {
    AtomicInteger failures = new AtomicInteger(5);
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              fixture.renewals =
                  claims -> {
                    if (failures.getAndDecrement() > 0) {
                      throw new StoreException("no answer", null);
                    }
                    return null;
                  };
              fixture.nextRound();
              while (fixture.heard(LedgerEvent.HeartbeatRound.class).isEmpty()) {
                fixture.elapse(Duration.ofMillis(500));
                assertThat(attempt.isOwned()).isTrue();
              }
              fixture.elapse(Duration.ofSeconds(5));
              assertThat(attempt.isOwned()).isTrue();
            });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(fixture.heard(LedgerEvent.HeartbeatFailed.class)).hasSize(5);
    assertThat(fixture.heard(LedgerEvent.LeaseLost.class)).isEmpty();
    assertThat(fixture.row("e1").summary().attempt()).isEqualTo(1);
  }

  @Test
  void nothingThatIsThrownEndsTheSchedule() {
    Throwable[] thrown = {
      new StoreException("no answer", null),
      new OutOfMemoryError(),
      new StackOverflowError(),
      new NoClassDefFoundError("x"),
      new AssertionError("x"),
      new IllegalStateException("x"),
      new Exception("sneaky")
    };
    for (Throwable t : thrown) {
      LeaseFixture f = new LeaseFixture();
      AtomicBoolean fails = new AtomicBoolean(true);
      Ledger ledger =
          f.ledger(
              f.handler(
                      (message, attempt) -> {
                        f.nextRound();
                        fails.set(false);
                        while (f.heard(LedgerEvent.HeartbeatRound.class).isEmpty()) {
                          f.elapse(Duration.ofMillis(500));
                        }
                        assertThat(attempt.isOwned()).isTrue();
                      })
                  .build(),
              builder ->
                  builder.listener(
                      event -> {
                        f.heard.add(event);
                        if (event instanceof LedgerEvent.HeartbeatFailed) {
                          LeaseFixture.sneak(t);
                        }
                      }));
      f.beats =
          () -> {
            if (fails.get()) {
              LeaseFixture.sneak(t);
            }
          };

      assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

      assertThat(f.heard(LedgerEvent.HeartbeatFailed.class))
          .anySatisfy(failed -> assertThat(failed.error()).isSameAs(t));
      f.afterEach(null);
    }
  }

  @Test
  void failedBeatDoesNotKeepLeasesFromBeingRenewed() {
    fixture.beats =
        () -> {
          throw new StoreException("no right to this table", null);
        };
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              for (int i = 0; i < 12; i++) {
                fixture.nextRound();
              }
              assertThat(attempt.isOwned()).isTrue();
            });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
  }

  @Test
  void rowThatIsLockedIsNotLost() {
    AtomicInteger locked = new AtomicInteger();
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              fixture.renewals =
                  claims -> {
                    locked.incrementAndGet();
                    return answer(claims, RenewResult.LOCKED);
                  };
              fixture.nextRound();
              assertThat(attempt.isOwned()).isTrue();
              fixture.renewals = null;
              fixture.nextRound();
              fixture.elapse(INTERVAL.minusSeconds(1));
              assertThat(attempt.isOwned()).isTrue();
            });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(locked).hasValue(1);
    assertThat(fixture.heard(LedgerEvent.HeartbeatRound.class).get(0).locked()).isEqualTo(1);
    assertThat(fixture.heard(LedgerEvent.LeaseLost.class)).isEmpty();
  }

  @Test
  void rowThatIsBeingSettledIsNotToldLost() {
    Ledger ledger = fixture.ledger((message, attempt) -> {});
    fixture.renewals = claims -> answer(claims, RenewResult.LOST);
    fixture.faults.put(
        "succeed",
        () -> {
          fixture.faults.remove("succeed");
          fixture.nextRound();
          return null;
        });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(fixture.heard(LedgerEvent.LeaseLost.class)).isEmpty();
    assertThat(fixture.heard(LedgerEvent.HeartbeatRound.class).get(0).lost()).isZero();
  }

  @Test
  void leaseIsCountedFromWhenTheRequestWasSentAndNotFromItsReply() {
    Ledger ledger =
        fixture.ledger(
            (message, attempt) -> {
              fixture.renewals =
                  claims -> {
                    fixture.renewals = null;
                    fixture.timing.elapse(Duration.ofSeconds(15));
                    return null;
                  };
              fixture.nextRound();
              fixture.renewals =
                  claims -> {
                    throw new StoreException("down", null);
                  };
              fixture.elapse(LEASE.minusSeconds(5 + 15));
              assertThat(attempt.isOwned()).isFalse();
            });

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
  }

  @Test
  void settleThatFailsIsGivenUpAfterAWholeLeaseAlthoughTheLeaseIsRenewed() {
    Ledger ledger = fixture.ledger((message, attempt) -> {});
    fixture.faults.put(
        "succeed",
        () -> {
          fixture.storeElapses(Duration.ofSeconds(1));
          throw new StoreException("the pool is empty", null);
        });

    assertThat(ledger.consume(delivery("e1")))
        .isInstanceOfSatisfying(
            Redeliver.class, r -> assertThat(r.reason()).isEqualTo(Redelivered.STORE_UNAVAILABLE));
    assertThat(fixture.calls.stream().filter("succeed"::equals).count()).isBetween(20L, 60L);
  }

  @Test
  void handlerDoesNotRunWhenNoThreadCanRenewItsLease() {
    AtomicBoolean noThreads = new AtomicBoolean(true);
    AtomicInteger runs = new AtomicInteger();
    Ledger ledger =
        fixture.ledger(
            fixture.handler((message, attempt) -> runs.incrementAndGet()).build(),
            builder ->
                builder.threads(
                    body -> {
                      if (noThreads.get()) {
                        throw new OutOfMemoryError("unable to create native thread");
                      }
                      return new Thread(body);
                    }));

    assertThat(ledger.consume(delivery("e1")))
        .isEqualTo(new Redeliver(Redelivered.NO_HEARTBEAT, Duration.ofSeconds(1)));

    assertThat(runs).hasValue(0);
    assertThat(fixture.calls).doesNotContain("claim");
    assertThat(fixture.heard(LedgerEvent.HeartbeatFailed.class)).isNotEmpty();
    noThreads.set(false);
    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
  }

  @Test
  void heartbeatThatDiesIsMissedAndStartedAgain() {
    AtomicInteger made = new AtomicInteger();
    UnaryOperator<Ledger.Builder> firstDies =
        builder ->
            builder
                .nodeId("dies-first")
                .threads(body -> new Thread(made.incrementAndGet() == 1 ? () -> {} : body));
    Ledger ledger =
        fixture.ledger(
            fixture
                .handler(
                    (message, attempt) -> {
                      for (int i = 0; i < 6; i++) {
                        fixture.nextRound();
                      }
                      assertThat(attempt.isOwned()).isTrue();
                    })
                .build(),
            firstDies);
    Await.until("the first one is dead", () -> noThread("ledger-heartbeat-dies-first"));

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
  }

  @Test
  void shortestLeaseIsRenewedOnTheRealClock() throws Exception {
    Ledger ledger =
        fixture.ledger(
            fixture
                .handler(
                    (message, attempt) -> {
                      fixture.storeElapses(Duration.ZERO);
                      Await.until(
                          "it was renewed", () -> fixture.calls.contains("heartbeat renew 1"));
                      Await.until("a whole lease has passed", () -> fixture.rounds() >= 6);
                    })
                .lease(Duration.ofMillis(100))
                .build(),
            builder -> builder.timing(io.consumptionledger.internal.Timing.SYSTEM));

    assertThat(ledger.consume(delivery("e1"))).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
  }

  private static boolean noThread(String name) {
    return Thread.getAllStackTraces().keySet().stream().noneMatch(t -> t.getName().equals(name));
  }

  private static Map<Claim, RenewResult> answer(List<Claim> claims, RenewResult result) {
    return claims.stream().collect(Collectors.toMap(Function.identity(), claim -> result));
  }
}
