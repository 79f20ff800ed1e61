package io.consumptionledger.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.examples.demo.EmbeddedServer;
import io.consumptionledger.examples.demo.Pools;
import io.consumptionledger.examples.demo.QuietLogs;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.jdbc.LedgerSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * The shortest way: one transaction for the message's row and what the handler writes, and no claim
 * before it. A second delivery that comes meanwhile waits for the first to be committed.
 */
public final class SingleTransactionMain {
  private static final String HANDLER = "stock.reserve";

  private SingleTransactionMain() {}

  /**
   * Reserves once although two threads have the same message, and lets a failure be retried.
   *
   * @param args none
   * @throws Exception if the database fails
   */
  public static void main(String[] args) throws Exception {
    QuietLogs.on();
    try (EmbeddedServer server = EmbeddedServer.start();
        HikariDataSource pool = Pools.open(server.jdbcUrl(), null, null, 4)) {
      LedgerSchema.of(pool).apply();
      execute(pool, "CREATE TABLE stock (pieces int NOT NULL CHECK (pieces >= 0))");
      execute(pool, "INSERT INTO stock VALUES (10)");

      CountDownLatch reserving = new CountDownLatch(1);
      HandlerDeclaration<String> reservations =
          HandlerDeclaration.of(
                  HANDLER,
                  ReplaySafety.NEEDS_TX_CLAIM,
                  Decoder.utf8(),
                  JdbcLedger.withConnection(
                      (pieces, attempt, connection) -> {
                        reserve(connection, Integer.parseInt(pieces));
                        reserving.countDown();
                      }))
              .mode(ConsumptionMode.SINGLE_TRANSACTION)
              .build();
      try (Ledger ledger = JdbcLedger.on(pool).handler(reservations).start()) {
        CompletableFuture<Outcome> first =
            CompletableFuture.supplyAsync(() -> ledger.consume(delivery("3")));
        reserving.await();
        Outcome second = ledger.consume(delivery("3"));
        System.out.println("first  " + first.get());
        System.out.println("second " + second);
        System.out.println("late   " + ledger.consume(delivery("8")));
      }
      System.out.println("left   " + left(pool));
    }
  }

  private static void reserve(Connection connection, int pieces) throws SQLException {
    String sql = "UPDATE stock SET pieces = pieces - ? WHERE pieces >= ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, pieces);
      statement.setInt(2, pieces);
      if (statement.executeUpdate() == 0) {
        throw HandlerSignal.retryable("not enough left, wait for supplies", null);
      }
    }
  }

  private static Delivery delivery(String pieces) {
    return Delivery.to(HANDLER, "order-" + pieces).payload(pieces.getBytes(UTF_8)).build();
  }

  private static void execute(HikariDataSource pool, String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int left(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pieces FROM stock")) {
      row.next();
      return row.getInt(1);
    }
  }
}
