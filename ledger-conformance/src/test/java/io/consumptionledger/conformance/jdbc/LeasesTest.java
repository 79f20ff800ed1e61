package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.Handler;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.OnLeaseLost;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TakeOverResult;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A whole ledger keeps the leases of its handlers, and gives up those that it lost. */
class LeasesTest {
  private static final Duration LEASE = Duration.ofSeconds(2);

  @Nested
  class OnPostgreSql extends Leases {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Leases {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Leases extends OnServer {
    private final Queue<LedgerEvent> heard = new ConcurrentLinkedQueue<>();

    Leases(String product) {
      super(product);
    }

    private Outcome consume(Scenario s, HikariDataSource pool, Handler<Delivery> handler) {
      heard.clear();
      HandlerDeclaration<?> declared =
          HandlerDeclaration.of(s.handler(), ReplaySafety.IDEMPOTENT, Decoder.none(), handler)
              .lease(LEASE)
              .onLeaseLost(OnLeaseLost.INTERRUPT)
              .build();
      try (Ledger ledger =
          Ledger.on(JdbcLedgerStoreBuilder.on(pool).build())
              .handler(declared)
              .listener(heard::add)
              .start()) {
        return ledger.consume(s.delivery("e1").build());
      }
    }

    private static TakeOverResult rivalTakesOver(Scenario s) {
      RowSummary seen = s.summary(s.key("e1"));
      return s.second()
          .takeOver(
              seen,
              ClaimToken.random(),
              Node.start("rival"),
              Scenario.LEASE,
              Scenario.MAX_ATTEMPTS);
    }

    /** Does something again and again for three leases. */
    private static void meanwhile(Runnable action) {
      long end = System.nanoTime() + LEASE.multipliedBy(3).toNanos();
      while (System.nanoTime() - end < 0) {
        action.run();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }

    private void wasOwnedThroughout(Scenario s, Outcome outcome) {
      assertThat(outcome).isEqualTo(new Outcome.Acknowledge(Acknowledged.PROCESSED));
      RowSummary row = s.summary(s.key("e1"));
      assertThat(row.state()).isEqualTo(ConsumptionState.SUCCEEDED);
      assertThat(row.attempt()).isEqualTo(1);
      assertThat(row.epoch()).isEqualTo(1);
      assertThat(heard).noneMatch(LedgerEvent.LeaseLost.class::isInstance);
    }

    @Test
    void givenASlowHandler_whenSeveralLeasesPass_thenARivalNeverGetsItsRow() {
      Scenario s = new Scenario(fixture(), "slow");
      try (HikariDataSource pool = fixture().space().pool(3)) {
        Outcome outcome =
            consume(
                s,
                pool,
                (message, attempt) ->
                    meanwhile(
                        () ->
                            assertThat(rivalTakesOver(s))
                                .isInstanceOf(TakeOverResult.Refused.class)));
        wasOwnedThroughout(s, outcome);
      }
    }

    @Test
    void givenAnExhaustedPool_whenSeveralLeasesPass_thenTheLeaseIsRenewedAllTheSame() {
      Scenario s = new Scenario(fixture(), "exhausted");
      try (HikariDataSource pool = fixture().space().pool(3)) {
        Outcome outcome =
            consume(
                s,
                pool,
                (message, attempt) -> {
                  try (Connection one = pool.getConnection();
                      Connection other = pool.getConnection()) {
                    assertThat(one).isNotSameAs(other);
                    meanwhile(() -> assertThat(attempt.isOwned()).isTrue());
                  }
                });
        wasOwnedThroughout(s, outcome);
      }
    }

    @Test
    void givenSessionsKilledAtTheServer_whenSeveralLeasesPass_thenTheLeaseIsRenewedAllTheSame() {
      Scenario s = new Scenario(fixture(), "killed-sessions");
      Killer killer = new Killer(fixture().space(), isPostgreSql());
      List<Integer> strikes = new ArrayList<>();
      try (HikariDataSource pool = fixture().space().pool(3)) {
        Outcome outcome =
            consume(
                s,
                pool,
                (message, attempt) ->
                    meanwhile(
                        () -> {
                          strikes.add(strikes.size());
                          if (strikes.size() % 10 == 0) {
                            killer.strikeAll();
                          }
                          assertThat(attempt.isOwned()).isTrue();
                        }));
        wasOwnedThroughout(s, outcome);
      }
      assertThat(killer.killed()).isGreaterThan(3);
    }

    @Test
    void givenAFrozenOwner_whenItWakesAfterATakeOver_thenItIsToldAndChangesNothing() {
      Scenario s = new Scenario(fixture(), "frozen");
      CountDownLatch told = new CountDownLatch(1);
      try (HikariDataSource pool = fixture().space().pool(3)) {
        Outcome outcome =
            consume(
                s,
                pool,
                (message, attempt) -> {
                  attempt.onLost(told::countDown);
                  Together.await(() -> isTakenOver(s), "the rival has the row");
                  try {
                    assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
                  } catch (InterruptedException asDeclared) {
                    assertThat(attempt.isOwned()).isFalse();
                  }
                });
        assertThat(outcome).isEqualTo(new Outcome.Redeliver(Redelivered.LEASE_LOST, Duration.ZERO));
      }
      Together.await(() -> told.getCount() == 0, "the handler is told");
      RowSummary row = s.summary(s.key("e1"));
      assertThat(row.state()).isEqualTo(ConsumptionState.PROCESSING);
      assertThat(row.epoch()).isEqualTo(2);
      assertThat(row.leaseLeft()).isBetween(Scenario.LEASE.minusMinutes(1), Scenario.LEASE);
      assertThat(
              heard.stream()
                  .filter(LedgerEvent.AnomalySeen.class::isInstance)
                  .map(e -> ((LedgerEvent.AnomalySeen) e).kind()))
          .containsExactly(AnomalyKind.LATE_SETTLE);
    }

    /** The owner's heartbeat may come between; then its lease ends once more. */
    private boolean isTakenOver(Scenario s) {
      fixture().elapse(LEASE.multipliedBy(2));
      return rivalTakesOver(s) instanceof TakeOverResult.TakenOver;
    }
  }
}
