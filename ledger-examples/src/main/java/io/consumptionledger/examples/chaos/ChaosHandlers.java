package io.consumptionledger.examples.chaos;

import io.consumptionledger.Attempt;
import io.consumptionledger.Backoff;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.OrderSource;
import io.consumptionledger.PayloadPolicy;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.examples.demo.CloudEvent;
import io.consumptionledger.jdbc.JdbcHandler;
import io.consumptionledger.jdbc.JdbcLedger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Two handlers that write to the same database as the ledger, in its transactions. */
final class ChaosHandlers {
  /** Keeps the files' hashes, in order; fails now and then. */
  static final String FILES = "chaos.files";

  /** Needs no order; fails often, after it has written. */
  static final String FLAKY = "chaos.flaky";

  static final List<String> ALL = List.of(FILES, FLAKY);

  /** Short, so that a killed node's work is not waited for long. */
  static final Duration LEASE = Duration.ofSeconds(3);

  private static final int SELDOM = 3;
  private static final int OFTEN = 25;
  private static final int MOST_ATTEMPTS = 1_000;
  private static final Backoff SOON =
      Backoff.exponential(Duration.ofMillis(50), Duration.ofSeconds(1)).withJitter(0.5);

  private final BusinessTables tables;
  private final long seed;

  ChaosHandlers(BusinessTables tables, long seed) {
    this.tables = tables;
    this.seed = seed;
  }

  HandlerDeclaration<CloudEvent> files() {
    return declared(FILES, this::applyFile).orderedBy(OrderSource.SEQUENCE).build();
  }

  /** Stores content at once, so that a dead node's claims need no redelivery. */
  HandlerDeclaration<CloudEvent> flaky() {
    return declared(FLAKY, this::noteFlaky).payloadPolicy(PayloadPolicy.AT_CLAIM).build();
  }

  private HandlerDeclaration.Builder<CloudEvent> declared(
      String id, JdbcHandler<CloudEvent> handler) {
    return HandlerDeclaration.of(
            id,
            ReplaySafety.NEEDS_TX_CLAIM,
            CloudEvent.decoder(),
            JdbcLedger.withConnection(handler))
        .mode(ConsumptionMode.TRANSACTIONAL)
        .lease(LEASE)
        .maxAttempts(MOST_ATTEMPTS)
        .retryPolicy(SOON);
  }

  private void applyFile(CloudEvent event, Attempt attempt, Connection connection)
      throws SQLException {
    if (event.hasLink()) {
      tables.apply(connection, event);
    }
    failNowAndThen(attempt, SELDOM); // with the hash replaced, which must not stay
    tables.note(connection, attempt.delivery().key());
  }

  private void noteFlaky(CloudEvent event, Attempt attempt, Connection connection)
      throws SQLException {
    tables.note(connection, attempt.delivery().key());
    failNowAndThen(attempt, OFTEN);
  }

  /** The same attempt of the same message fails in every run with the same seed. */
  private void failNowAndThen(Attempt attempt, int percent) {
    int dice = Objects.hash(seed, attempt.delivery().key(), attempt.number());
    if (Math.floorMod(dice * 0x9E3779B9, 100) < percent) {
      throw HandlerSignal.retryable("chance", null);
    }
  }
}
