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
import io.consumptionledger.Outcome.Pending.Ending;
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
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The application has a transaction of its own open, and consumes a batch of messages in it. Each
 * answer for the broker is known after the commit; what a handler that failed has written is undone
 * alone, so that the others can be committed.
 */
public final class JoinedTransactionMain {
  private JoinedTransactionMain() {}

  /**
   * Deposits twice in one transaction, and not where the handler fails after it has written.
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

      try (Ledger ledger =
          Ledger.on(JdbcLedger.store(pool).transactionRunner(transactions).build())
              .handler(
                  HandlerDeclaration.of(
                          "account.deposit",
                          ReplaySafety.NEEDS_TX_CLAIM,
                          Decoder.utf8(),
                          JdbcLedger.withConnection(
                              (cents, attempt, connection) -> deposit(connection, cents)))
                      .mode(ConsumptionMode.TRANSACTIONAL)
                      .build())
              .start()) {

        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        transactions.inTransaction(
            connection -> {
              for (String cents : new String[] {"500", "900", "200"}) {
                outcomes.put(cents, ledger.consume(delivery(cents)));
                if (outcomes.get(cents) instanceof Outcome.Pending p
                    && p.ending() == Ending.ROLL_BACK) {
                  throw new IllegalStateException("nothing of the batch may be committed");
                }
              }
              return null;
            });
        outcomes.forEach((cents, outcome) -> System.out.println(cents + " " + confirmed(outcome)));
        System.out.println("balance " + transactions.inTransaction(JoinedTransactionMain::balance));
      }
    }
  }

  private static Outcome confirmed(Outcome outcome) {
    return outcome instanceof Outcome.Pending pending ? pending.confirm() : outcome;
  }

  private static void deposit(Connection connection, String cents) throws SQLException {
    execute(connection, "INSERT INTO account (cents) VALUES (" + Long.parseLong(cents) + ")");
    if (cents.equals("900")) {
      throw HandlerSignal.retryable("the account is frozen", null); // its row is undone
    }
  }

  private static Delivery delivery(String cents) {
    return Delivery.to("account.deposit", "deposit-" + cents)
        .payload(cents.getBytes(UTF_8))
        .build();
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
