package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.Backoff;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.Handler;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.JdbcHandler;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.jdbc.TransactionRunner;
import io.consumptionledger.spi.LedgerStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A ledger whose handlers write to business tables beside it. For each message they write two rows,
 * so that a half can be told from a whole. Nothing there is unique, so that twice is not prevented.
 */
final class Shop implements AutoCloseable {
  static final String HANDLER = "shop.order";
  static final int WHOLE = 2;
  static final Duration LEASE = Duration.ofSeconds(30);

  private final Space space;
  private final TransactionRunner runner;
  private final LedgerStore store;
  private final List<Ledger> ledgers = new ArrayList<>();

  /** The tables, once for each space. */
  static void open(Space space) {
    String account = space.schema() + "_app";
    space.asOwner(
        owner ->
            Space.run(
                owner,
                List.of(
                    "CREATE TABLE business (event_id varchar(100) NOT NULL, part int NOT NULL)",
                    "CREATE TABLE stock (id int PRIMARY KEY, pieces int NOT NULL)",
                    "GRANT ALL ON business TO " + account,
                    "GRANT ALL ON stock TO " + account)));
    clear(space);
  }

  static void clear(Space space) {
    space.asOwner(
        owner ->
            Space.run(
                owner,
                List.of(
                    "DELETE FROM business",
                    "DELETE FROM stock",
                    "INSERT INTO stock VALUES (1, 10), (2, 10)")));
  }

  Shop(Space space, DataSource source) {
    this(space, source, new JdbcTransactionRunner(source));
  }

  Shop(Space space, DataSource source, TransactionRunner runner) {
    this.space = space;
    this.runner = runner;
    this.store = JdbcLedgerStoreBuilder.on(source).transactionRunner(runner).build();
  }

  LedgerStore store() {
    return store;
  }

  TransactionRunner runner() {
    return runner;
  }

  /** A ledger whose handler gets the connection. */
  Ledger ledger(ConsumptionMode mode, JdbcHandler<Delivery> handler) {
    return start(mode, ReplaySafety.NEEDS_TX_CLAIM, JdbcLedger.withConnection(handler));
  }

  /** A ledger whose handler helps itself to a connection. */
  Ledger start(ConsumptionMode mode, ReplaySafety safety, Handler<Delivery> handler) {
    Ledger ledger =
        Ledger.on(store)
            .handler(
                HandlerDeclaration.of(HANDLER, safety, Decoder.none(), handler)
                    .mode(mode)
                    .lease(LEASE)
                    .retryPolicy(Backoff.fixed(Duration.ofHours(1)))
                    .build())
            .start();
    ledgers.add(ledger);
    return ledger;
  }

  static Delivery order(String event) {
    return Delivery.to(HANDLER, event).payload(new byte[] {1, 2, 3}).build();
  }

  /** The handler's work. */
  static void sell(Connection connection, String event) throws SQLException {
    half(connection, event, 1);
    half(connection, event, 2);
  }

  static void half(Connection connection, String event, int part) throws SQLException {
    String sql = "INSERT INTO business (event_id, part) VALUES (?, ?)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, event);
      statement.setInt(2, part);
      statement.executeUpdate();
    }
  }

  /** Takes the lock of one kind of piece. */
  static void take(Connection connection, int id) throws SQLException {
    String sql = "UPDATE stock SET pieces = pieces - 1 WHERE id = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, id);
      statement.executeUpdate();
    }
  }

  /** How many rows the handler's work left. */
  int sold(String event) {
    int[] rows = new int[1];
    space.asOwner(
        owner -> {
          String sql = "SELECT count(*) FROM business WHERE event_id = ?";
          try (PreparedStatement statement = owner.prepareStatement(sql)) {
            statement.setString(1, event);
            try (ResultSet row = statement.executeQuery()) {
              row.next();
              rows[0] = row.getInt(1);
            }
          }
        });
    return rows[0];
  }

  /** The state of a message's row, if there is one. */
  Optional<ConsumptionState> state(String event) {
    return store.get(ConsumptionKey.of(HANDLER, event)).map(row -> row.summary().state());
  }

  @Override
  public void close() {
    ledgers.forEach(Ledger::close);
  }
}
