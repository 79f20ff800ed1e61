package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.Attempt;
import io.consumptionledger.Backoff;
import io.consumptionledger.Batching;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Ledger;
import io.consumptionledger.OrderSource;
import io.consumptionledger.Outcome;
import io.consumptionledger.PayloadPolicy;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.jdbc.JdbcHandler;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.jdbc.TransactionRunner;
import io.consumptionledger.spi.ReadVerbs.Filter;
import io.consumptionledger.spi.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Two whole ledgers, with heartbeats, replays and sweeps, that consume in three ways while every
 * session of theirs that is at work is killed at the server again and again. The handlers that
 * write to the database append to the ledger's audit table, which the run-time account may.
 */
final class KillerRun {
  private static final int THREADS = 6;
  private static final int AGGREGATES = 12;
  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final Duration SWEEP = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
  private static final Backoff SOON =
      Backoff.exponential(Duration.ofMillis(20), Duration.ofMillis(500)).withJitter(0.5);

  private static final String LEASED = "killer.leased";
  private static final String ONCE = "killer.once";
  private static final String ORDERED = "killer.ordered";
  private static final List<String> ALL = List.of(LEASED, ONCE, ORDERED);

  private final JdbcFixture fixture;
  private final Killer killer;
  private final Duration lasts;
  private final Duration between;
  private final AtomicBoolean over = new AtomicBoolean();
  private final Map<ConsumptionKey, AtomicInteger> runs = new ConcurrentHashMap<>();
  private final Map<ConsumptionKey, Outcome> answers = new ConcurrentHashMap<>();

  KillerRun(JdbcFixture fixture, Killer killer, Duration lasts, Duration between) {
    this.fixture = fixture;
    this.killer = killer;
    this.lasts = lasts;
    this.between = between;
  }

  void run() {
    try (HikariDataSource one = fixture.space().pool(2 * THREADS + 8);
        HikariDataSource two = fixture.space().pool(2 * THREADS + 8);
        Ledger first = ledger("one", one, Batching.NATURAL);
        Ledger second = ledger("two", two, Batching.OFF)) {
      Together.run(
          THREADS + 1,
          lasts.plus(PATIENCE),
          number -> number == THREADS ? kill() : consume(number % 2 == 0 ? first : second, number));
      waitUntilNothingIsHeld();
      waitUntilAllIsDone();
    }
    System.out.printf(
        "%s: killed %d sessions at work in %d s, one strike every %d ms; %d messages, %d runs of"
            + " the leased handler%n",
        fixture.name(),
        killer.killed(),
        lasts.toSeconds(),
        between.toMillis(),
        answers.size(),
        runs.values().stream().mapToInt(AtomicInteger::get).sum());
    assertThat(killer.killed()).as("sessions that were killed at work").isGreaterThan(5);
    answers.forEach(
        (key, answer) -> assertThat(answer).as("%s", key).isInstanceOf(Outcome.Acknowledge.class));
    assertThat(count(ConsumptionState.SUCCEEDED))
        .as("rows that succeeded")
        .isEqualTo(answers.size());
    compareEffects();
  }

  private Ledger ledger(String node, HikariDataSource pool, Batching batching) {
    TransactionRunner transactions = new JdbcTransactionRunner(pool);
    return Ledger.on(JdbcLedger.store(pool).transactionRunner(transactions).build())
        .nodeId(node)
        .batching(batching)
        .pollInterval(Duration.ofMillis(100))
        .recoveryInterval(SWEEP)
        .handler(
            HandlerDeclaration.of(LEASED, ReplaySafety.IDEMPOTENT, Decoder.none(), this::count)
                .lease(LEASE)
                .maxAttempts(1_000)
                .retryPolicy(SOON)
                .payloadPolicy(PayloadPolicy.AT_CLAIM)
                .build())
        .handler(transactional(ONCE).build())
        .handler(transactional(ORDERED).orderedBy(OrderSource.SEQUENCE).build())
        .start();
  }

  private static HandlerDeclaration.Builder<Delivery> transactional(String id) {
    JdbcHandler<Delivery> append = (message, attempt, connection) -> append(attempt, connection);
    return HandlerDeclaration.of(
            id, ReplaySafety.NEEDS_TX_CLAIM, Decoder.none(), JdbcLedger.withConnection(append))
        .mode(ConsumptionMode.TRANSACTIONAL)
        .lease(LEASE)
        .maxAttempts(1_000)
        .payloadPolicy(PayloadPolicy.AT_CLAIM)
        .retryPolicy(SOON);
  }

  private void count(Delivery message, Attempt attempt) {
    runs.computeIfAbsent(attempt.delivery().key(), key -> new AtomicInteger()).incrementAndGet();
    failSometimes(attempt);
  }

  private static void append(Attempt attempt, Connection connection) throws SQLException {
    String sql =
        "INSERT INTO consumption_audit"
            + " (tenant_id, handler_id, event_id, item_key, action, actor, at_time)"
            + " VALUES ('effects', ?, ?, '', ?, 'handler', CURRENT_TIMESTAMP)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, attempt.delivery().key().handlerId());
      statement.setString(2, attempt.delivery().key().eventId());
      statement.setString(3, attempt.delivery().metadata().aggregateId());
      statement.executeUpdate();
    }
    failSometimes(attempt);
  }

  /** On the first attempt of every seventh message, after the effect. */
  private static void failSometimes(Attempt attempt) {
    boolean seventh = attempt.delivery().key().eventId().hashCode() % 7 == 0;
    if (attempt.number() == 1 && seventh) {
      throw HandlerSignal.retryable("once", null);
    }
  }

  private Void kill() {
    long end = System.nanoTime() + lasts.toNanos();
    while (System.nanoTime() - end < 0) {
      killer.strike();
      LockSupport.parkNanos(between.toNanos());
    }
    over.set(true);
    return null;
  }

  /**
   * Each thread has aggregates of its own, whose events it delivers in order until acknowledged.
   */
  private Void consume(Ledger ledger, int number) {
    for (long round = 1; !over.get(); round++) {
      for (int aggregate = number; aggregate < AGGREGATES; aggregate += THREADS) {
        for (String handler : ALL) {
          String id = String.format("e%03d-%06d", aggregate, round);
          deliver(
              ledger,
              Delivery.to(handler, id)
                  .aggregate("thing", "a" + aggregate)
                  .sequence(round)
                  .payload(new byte[] {1, 2, 3})
                  .build());
        }
      }
    }
    return null;
  }

  private void deliver(Ledger ledger, Delivery delivery) {
    long giveUpAt = System.nanoTime() + lasts.plus(PATIENCE).toNanos();
    Outcome answer;
    do {
      answer = ledger.consume(delivery);
      answers.put(delivery.key(), answer);
      if (answer instanceof Outcome.Redeliver) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    } while (answer instanceof Outcome.Redeliver && System.nanoTime() - giveUpAt < 0);
  }

  /** Whatever a killed session left in PROCESSING is free after its lease and one sweep. */
  private void waitUntilNothingIsHeld() {
    long deadline = System.nanoTime() + LEASE.plus(SWEEP.multipliedBy(2)).toNanos();
    while (System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
    List<Row> expired =
        rows(EnumSet.of(ConsumptionState.PROCESSING)).stream()
            .filter(row -> row.summary().leaseExpired())
            .toList();
    assertThat(expired).as("rows in PROCESSING beyond lease and sweep").isEmpty();
  }

  private void waitUntilAllIsDone() {
    EnumSet<ConsumptionState> unresolved =
        EnumSet.of(ConsumptionState.PROCESSING, ConsumptionState.RETRY_SCHEDULED);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!rows(unresolved).isEmpty() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
    assertThat(rows(unresolved)).as("unresolved rows").isEmpty();
  }

  private List<Row> rows(EnumSet<ConsumptionState> states) {
    return ALL.stream()
        .flatMap(handler -> fixture.store().list(filter(handler, states), 1_000).stream())
        .toList();
  }

  private static Filter filter(String handler, EnumSet<ConsumptionState> states) {
    return new Filter(Tenant.DEFAULT, handler, states, null, null);
  }

  private int count(ConsumptionState state) {
    return ALL.stream()
        .mapToInt(handler -> fixture.store().count(filter(handler, EnumSet.of(state)), 1_000_000))
        .sum();
  }

  /** One effect for each message of the two transactional handlers, the ordered ones in order. */
  private void compareEffects() {
    Map<String, List<String>> inOrder = new HashMap<>();
    Map<String, Integer> times = new HashMap<>();
    fixture
        .space()
        .asOwner(
            connection -> {
              String sql =
                  "SELECT handler_id, event_id, action FROM consumption_audit"
                      + " WHERE tenant_id = 'effects' ORDER BY audit_id";
              try (PreparedStatement statement = connection.prepareStatement(sql);
                  ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                  times.merge(row.getString(1) + " " + row.getString(2), 1, Integer::sum);
                  if (row.getString(1).equals(ORDERED)) {
                    inOrder
                        .computeIfAbsent(row.getString(3), a -> new ArrayList<>())
                        .add(row.getString(2));
                  }
                }
              }
            });
    Map<String, Integer> wanted =
        answers.keySet().stream()
            .filter(key -> !key.handlerId().equals(LEASED))
            .collect(Collectors.toMap(key -> key.handlerId() + " " + key.eventId(), key -> 1));
    assertThat(times).as("how often each effect is there").isEqualTo(wanted);
    inOrder.forEach(
        (aggregate, events) -> assertThat(events).as("events of %s", aggregate).isSorted());
    answers.keySet().stream()
        .filter(key -> key.handlerId().equals(LEASED))
        .forEach(key -> assertThat(runs.get(key)).as("runs of %s", key).isNotNull());
  }
}
