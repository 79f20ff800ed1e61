package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.conformance.database.JdbcFixture;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Several consumers, two deliveries of each message at once, and sessions killed at the server all
 * the while. Afterwards the business rows are those of the rows in SUCCEEDED, each message's once.
 */
final class KilledShop {
  private static final int THREADS = 4;
  private static final int KILLS = 12;
  private static final int SECONDS = 20;
  private static final int LEAST_MESSAGES = 40;
  private static final int DELIVERIES = 200;

  private final JdbcFixture fixture;
  private final ConsumptionMode mode;
  private final Killer killer;
  private final Map<String, Outcome> answers = new ConcurrentHashMap<>();
  private final AtomicInteger working = new AtomicInteger(THREADS);

  KilledShop(JdbcFixture fixture, ConsumptionMode mode, Killer killer) {
    this.fixture = fixture;
    this.mode = mode;
    this.killer = killer;
  }

  void run() {
    try (HikariDataSource pool = fixture.space().pool(THREADS + 2);
        Shop shop = new Shop(fixture.space(), pool)) {
      Ledger ledger =
          shop.ledger(
              mode,
              (message, attempt, connection) ->
                  Shop.sell(connection, attempt.delivery().key().eventId()));
      Together.run(
          THREADS + 1, number -> number == THREADS ? strike() : consume(ledger, number / 2));
      long done = answers.keySet().stream().filter(event -> isWhole(shop, event)).count();
      System.out.println(
          fixture.name()
              + ", "
              + mode
              + ": killed "
              + killer.killed()
              + " sessions, "
              + done
              + " of "
              + answers.size()
              + " messages succeeded at once");
      assertThat(killer.killed()).isGreaterThanOrEqualTo(KILLS / 2);
      assertThat(done).isPositive();
    }
  }

  private Void strike() {
    while (working.get() > 0) {
      if (killer.killed() < KILLS) {
        killer.strike();
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    return null;
  }

  /** Two threads go through the same messages. */
  private Void consume(Ledger ledger, int pair) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    try {
      for (int i = 0;
          i < LEAST_MESSAGES || (killer.killed() < KILLS && System.nanoTime() - end < 0);
          i++) {
        deliver(ledger, mode + "-killed-" + pair + "-" + i);
      }
      return null;
    } finally {
      working.decrementAndGet();
    }
  }

  private void deliver(Ledger ledger, String event) {
    for (int times = 0; times < DELIVERIES; times++) {
      Outcome answer = ledger.consume(Shop.order(event));
      answers.put(event, answer);
      if (answer instanceof Outcome.Acknowledge) {
        return;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  private boolean isWhole(Shop shop, String event) {
    ConsumptionState state = shop.state(event).orElse(null);
    boolean done = state == ConsumptionState.SUCCEEDED;
    String what = event + ", answered with " + answers.get(event) + ", is " + state;
    assertThat(answers.get(event)).as(what).isInstanceOf(Outcome.Acknowledge.class);
    assertThat(List.of(ConsumptionState.SUCCEEDED, ConsumptionState.RETRY_SCHEDULED))
        .as(what)
        .contains(state);
    assertThat(shop.sold(event)).as(what).isEqualTo(done ? Shop.WHOLE : 0);
    return done;
  }
}
