package io.consumptionledger.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Ledger;
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
import java.util.List;

/**
 * Business rows and the ledger's row in one transaction: the effect happens exactly once, because
 * either both are committed or neither is. The claim before it is committed by itself, so a message
 * that always kills its process is found out.
 */
public final class TransactionalMain {
  private static final String HANDLER = "account.deposit";

  private TransactionalMain() {}

  /**
   * Deposits once although the message comes twice; not at all where the handler fails after it has
   * written, and not half where it hides an error.
   *
   * @param args none
   * @throws Exception if the database fails
   */
  public static void main(String[] args) throws Exception {
    QuietLogs.on();
    try (EmbeddedServer server = EmbeddedServer.start();
        HikariDataSource pool = Pools.open(server.jdbcUrl(), null, null, 4)) {
      LedgerSchema.of(pool).apply();
      execute(pool, "CREATE TABLE account (cents bigint NOT NULL CHECK (cents > 0))");

      HandlerDeclaration<String> deposits =
          HandlerDeclaration.of(
                  HANDLER,
                  ReplaySafety.NEEDS_TX_CLAIM,
                  Decoder.utf8(),
                  JdbcLedger.withConnection(
                      (cents, attempt, connection) -> deposit(connection, Long.parseLong(cents))))
              .mode(ConsumptionMode.TRANSACTIONAL)
              .build();
      try (Ledger ledger = JdbcLedger.on(pool).handler(deposits).start()) {
        for (String cents : List.of("500", "500", "900", "-1")) {
          System.out.println(cents + " " + ledger.consume(delivery(cents)));
        }
      }
      System.out.println("balance " + balance(pool));
    }
  }

  private static void deposit(Connection connection, long cents) throws SQLException {
    insert(connection, 100); // a fee, say
    if (cents == 900) {
      throw HandlerSignal.retryable("the account is frozen", null); // the fee is rolled back
    }
    try {
      insert(connection, cents);
    } catch (SQLException e) {
      System.out.println("  hidden: SQLState " + e.getSQLState()); // yet no fee is kept
    }
  }

  private static void insert(Connection connection, long cents) throws SQLException {
    String sql = "INSERT INTO account (cents) VALUES (?)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, cents);
      statement.executeUpdate();
    }
  }

  private static Delivery delivery(String cents) {
    return Delivery.to(HANDLER, "deposit-" + cents).payload(cents.getBytes(UTF_8)).build();
  }

  private static void execute(HikariDataSource pool, String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long balance(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT sum(cents) FROM account")) {
      row.next();
      return row.getLong(1);
    }
  }
}
