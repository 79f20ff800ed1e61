package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.conformance.database.Space;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Deliveries of one message that meet while the first one's transaction is open. */
class SingleTransactionRaceTest {
  private static final int ROUNDS = 10;

  @Nested
  class OnPostgreSql extends Races {
    OnPostgreSql() {
      super("postgresql");
    }

    @Override
    String waiting() {
      return "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND usename = '"
          + fixture().space().schema()
          + "_app'";
    }
  }

  @Nested
  class OnMySql extends Races {
    OnMySql() {
      super("mysql");
    }

    @Override
    String waiting() {
      return "SELECT count(*) FROM performance_schema.data_lock_waits w"
          + " JOIN performance_schema.threads t ON t.thread_id = w.requesting_thread_id"
          + " WHERE t.processlist_user = '"
          + fixture().space().schema()
          + "_app'";
    }
  }

  abstract static class Races extends OnServer {
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger beside = new AtomicInteger();
    private HikariDataSource pool;
    private Shop shop;
    private Ledger ledger;
    private volatile CountDownLatch go;
    private volatile boolean firstFails;

    Races(String product) {
      super(product);
    }

    /** How many sessions wait for a lock. */
    abstract String waiting();

    @BeforeAll
    void openShop() {
      Shop.open(fixture().space());
      pool = fixture().space().pool(6);
      shop = new Shop(fixture().space(), pool);
      ledger =
          shop.ledger(
              ConsumptionMode.SINGLE_TRANSACTION,
              (message, attempt, connection) ->
                  handle(connection, attempt.delivery().key().eventId()));
    }

    private void next(boolean failing) {
      runs.set(0);
      go = new CountDownLatch(1);
      firstFails = failing;
    }

    @AfterAll
    void closeShop() {
      if (shop != null) {
        shop.close();
      }
    }

    @Test
    void givenAnOpenTransaction_whenADuplicateComes_thenItWaitsAndTheHandlerRunsOnce() {
      next(false);
      Future<Outcome> first = Together.start(() -> ledger.consume(Shop.order("race")));
      Together.await(() -> runs.get() == 1, "the first handler runs");
      Future<Outcome> second = Together.start(() -> ledger.consume(Shop.order("race")));
      Together.await(() -> waiters() == 1, "the duplicate waits");
      assertThat(second.isDone()).isFalse();
      go.countDown();

      assertThat(Together.resultOf(first)).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
      assertThat(Together.resultOf(second)).isEqualTo(new Acknowledge(Acknowledged.DUPLICATE));
      assertThat(runs).hasValue(1);
      assertThat(shop.sold("race")).isEqualTo(Shop.WHOLE);
    }

    @Test
    void givenTwoThatWait_whenTheFirstIsRolledBack_thenOneRunsAndNeitherRunsBesideAnother() {
      for (int round = 0; round < ROUNDS; round++) {
        rolledBack("rolled-back-" + round);
      }
      assertThat(beside).hasValue(0);
    }

    private void rolledBack(String event) {
      next(true);
      List<Future<Outcome>> all = new ArrayList<>();
      all.add(Together.start(() -> ledger.consume(Shop.order(event))));
      Together.await(() -> runs.get() == 1, "the first handler runs");
      all.add(Together.start(() -> ledger.consume(Shop.order(event))));
      all.add(Together.start(() -> ledger.consume(Shop.order(event))));
      Together.await(() -> waiters() == 2, "both duplicates wait");
      go.countDown();

      List<Outcome> answers = all.stream().map(Together::resultOf).toList();
      boolean done = shop.state(event).orElseThrow() == ConsumptionState.SUCCEEDED;
      String what = event + " was answered with " + answers + " after " + runs + " runs";
      assertThat(answers).as(what).allMatch(Acknowledge.class::isInstance);
      assertThat(shop.sold(event)).as(what).isEqualTo(done ? Shop.WHOLE : 0);
      assertThat(runs).as(what).hasValue(done ? 2 : 1);
    }

    /** The first run waits to be let go, and then may fail; no other does. */
    private void handle(Connection connection, String event) throws Exception {
      int run = runs.incrementAndGet();
      beside.addAndGet(inside.getAndIncrement());
      try {
        Shop.sell(connection, event);
        if (run == 1) {
          assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
          if (firstFails) {
            throw HandlerSignal.retryable("the first fails", null);
          }
        }
      } finally {
        inside.decrementAndGet();
      }
    }

    private int waiters() {
      int[] found = new int[1];
      Space.Work count = owner -> found[0] = one(owner.createStatement(), waiting());
      fixture().space().asOwner(count);
      return found[0];
    }

    private static int one(Statement statement, String sql) throws SQLException {
      try (statement;
          ResultSet row = statement.executeQuery(sql)) {
        row.next();
        return row.getInt(1);
      }
    }
  }
}
