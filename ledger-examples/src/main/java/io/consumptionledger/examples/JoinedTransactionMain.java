package io.consumptionledger.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariDataSource;
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
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.jdbc.LedgerSchema;
import io.consumptionledger.jdbc.TransactionRunner;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Business rows and the ledger's row in one transaction: the effect happens exactly once, because
 * either both are committed or neither is. The answer for the broker is known after the commit.
 */
public final class JoinedTransactionMain {
  private JoinedTransactionMain() {}

  /**
   * Deposits once although the message comes twice, and not at all where the handler fails after it
   * has written.
   *
   * @param args none
   * @throws Exception if the database fails
   */
  public static void main(String[] args) throws Exception {
    QuietLogs.on();
    try (EmbeddedServer server = EmbeddedServer.start();
        HikariDataSource pool = Pools.open(server.jdbcUrl(), null, null, 4)) {
      LedgerSchema.of(pool).apply();
      TransactionRunner transactions = new JdbcTransactionRunner(pool);
      transactions.inTransaction(
          connection -> execute(connection, "CREATE TABLE account (cents bigint NOT NULL)"));

      Ledger ledger =
          Ledger.on(JdbcLedger.store(pool).transactionRunner(transactions).build())
              .handler(
                  HandlerDeclaration.of(
                          "account.deposit",
                          ReplaySafety.NEEDS_TX_CLAIM,
                          Decoder.utf8(),
                          (cents, attempt) -> deposit(transactions, Long.parseLong(cents)))
                      .build())
              .start();

      Delivery deposit = delivery("deposit-1", "500");
      Delivery frozen = delivery("deposit-2", "900");
      System.out.println(
          "first   " + JdbcLedger.consumeInTransaction(transactions, ledger, deposit));
      System.out.println(
          "again   " + JdbcLedger.consumeInTransaction(transactions, ledger, deposit));
      System.out.println(
          "frozen  " + JdbcLedger.consumeInTransaction(transactions, ledger, frozen));
      System.out.println("balance " + transactions.inTransaction(JoinedTransactionMain::balance));
    }
  }

  private static void deposit(TransactionRunner transactions, long cents) throws SQLException {
    execute(
        transactions.current().orElseThrow(), "INSERT INTO account (cents) VALUES (" + cents + ")");
    if (cents == 900) {
      throw HandlerSignal.retryable("the account is frozen", null); // its row is rolled back
    }
  }

  private static Delivery delivery(String id, String cents) {
    return Delivery.to("account.deposit", id).payload(cents.getBytes(UTF_8)).build();
  }

  private static Void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return null;
    }
  }

  private static long balance(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT sum(cents) FROM account")) {
      row.next();
      return row.getLong(1);
    }
  }
}
