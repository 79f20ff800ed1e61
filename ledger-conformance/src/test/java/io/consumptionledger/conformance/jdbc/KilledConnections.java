package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.RowSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Messages that several threads consume while sessions are killed at the server. */
final class KilledConnections {
  private static final int THREADS = 4;
  private static final int LEAST_MESSAGES = 300;
  private static final int KILLS = 20;
  private static final int DELIVERIES = 3;
  private static final int SECONDS = 20;

  private final JdbcFixture fixture;
  private final Killer killer;
  private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
  private final Map<String, List<Outcome>> answers = new ConcurrentHashMap<>();
  private final AtomicInteger working = new AtomicInteger(THREADS);

  KilledConnections(JdbcFixture fixture, Killer killer) {
    this.fixture = fixture;
    this.killer = killer;
  }

  void run() {
    Scenario s = new Scenario(fixture, "killed");
    try (HikariDataSource pool = fixture.space().pool(THREADS + 2);
        Ledger ledger =
            Ledger.on(JdbcLedgerStoreBuilder.on(pool).build())
                .handler(
                    HandlerDeclaration.of(
                            s.handler(),
                            ReplaySafety.IDEMPOTENT,
                            Decoder.none(),
                            (message, attempt) ->
                                runs.computeIfAbsent(
                                        attempt.delivery().key().eventId(),
                                        e -> new AtomicInteger())
                                    .incrementAndGet())
                        .build())
                .start()) {
      Together.run(
          THREADS + 1, number -> number == THREADS ? strike() : consume(s, ledger, number));
    }
    System.out.println(
        fixture.name()
            + ": killed "
            + killer.killed()
            + " sessions during "
            + answers.size()
            + " messages");
    assertThat(killer.killed())
        .as("sessions that were killed at work")
        .isGreaterThanOrEqualTo(KILLS / 2);
    answers.keySet().forEach(event -> compare(s, event));
  }

  /** Again and again until nobody works any more. */
  private Void strike() {
    while (working.get() > 0) {
      if (killer.killed() < KILLS) {
        killer.strike();
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    return null;
  }

  private boolean isToBeKilledMore(long end) {
    return killer.killed() < KILLS && System.nanoTime() - end < 0;
  }

  private Void consume(Scenario s, Ledger ledger, int number) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    try {
      for (int i = number; i < LEAST_MESSAGES || isToBeKilledMore(end); i += THREADS) {
        String event = "e" + i;
        for (int times = 0; times < DELIVERIES; times++) {
          Outcome answer = ledger.consume(s.delivery(event).build());
          answers.computeIfAbsent(event, e -> new ArrayList<>()).add(answer);
          if (answer instanceof Outcome.Acknowledge) {
            break;
          }
        }
      }
      return null;
    } finally {
      working.decrementAndGet();
    }
  }

  /** One start, one run, one settled row, and somebody who was told; nothing in between. */
  private void compare(Scenario s, String event) {
    List<Outcome> told = answers.get(event);
    RowSummary row = s.summary(s.key(event));
    String what = event + ", answered with " + told + ", is " + row.state();
    assertThat(told.get(told.size() - 1)).as(what).isInstanceOf(Outcome.Acknowledge.class);
    assertThat(row.state()).as(what).isEqualTo(ConsumptionState.SUCCEEDED);
    assertThat(row.attempt()).as(what).isEqualTo(1);
    assertThat(row.epoch()).as(what).isEqualTo(1);
    assertThat(row.rowVersion()).as(what).isEqualTo(2);
    assertThat(runs.get(event)).as(what).hasValue(1);
  }
}
