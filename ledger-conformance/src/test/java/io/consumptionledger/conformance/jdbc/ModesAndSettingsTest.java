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
import io.consumptionledger.Outcome.Pending.Ending;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.jdbc.JdbiTransactionRunner;
import io.consumptionledger.jdbc.TransactionRunner;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestFactory;

/** Both modes with whatever pool, driver setting and runner they meet; nothing is left changed. */
class ModesAndSettingsTest {
  @Nested
  class OnPostgreSql extends Settings {
    OnPostgreSql() {
      super("postgresql");
    }

    @Override
    Stream<Setting> drivers() {
      return Stream.of(
          Setting.url("autosave=always&cleanupSavepoints=true"),
          Setting.url("autosave=conservative&cleanupSavepoints=true"),
          Setting.url("autosave=always"),
          Setting.url("preferQueryMode=simple"),
          Setting.url("prepareThreshold=-1"),
          Setting.url("raiseExceptionOnSilentRollback=false"));
    }
  }

  @Nested
  class OnMySql extends Settings {
    OnMySql() {
      super("mysql");
    }

    @Override
    Stream<Setting> drivers() {
      return Stream.of(
          Setting.url("useServerPrepStmts=true&cachePrepStmts=true"),
          Setting.url("useLocalSessionState=true&useLocalTransactionState=true"),
          Setting.url("useAffectedRows=true"),
          Setting.url("rewriteBatchedStatements=true"));
    }
  }

  abstract static class Settings extends OnServer {
    private int made;

    Settings(String product) {
      super(product);
    }

    abstract Stream<Setting> drivers();

    @BeforeAll
    void openTables() {
      Shop.open(fixture().space());
    }

    @TestFactory
    Stream<DynamicTest> givenASetting_whenBothModesRun_thenTheyKeepTheirPromise() {
      Stream<Setting> pools =
          Stream.of(
              Setting.pool("as it comes", config -> {}),
              Setting.pool("autocommit off", config -> config.setAutoCommit(false)),
              Setting.pool(
                  "SERIALIZABLE",
                  config -> config.setTransactionIsolation("TRANSACTION_SERIALIZABLE")),
              Setting.pool(
                  "SERIALIZABLE, autocommit off",
                  config -> {
                    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
                    config.setAutoCommit(false);
                  }));
      return Stream.concat(pools, drivers())
          .flatMap(
              setting ->
                  Stream.of(ConsumptionMode.TRANSACTIONAL, ConsumptionMode.SINGLE_TRANSACTION)
                      .flatMap(
                          mode ->
                              Stream.of(test(setting, mode, false), test(setting, mode, true))));
    }

    private DynamicTest test(Setting setting, ConsumptionMode mode, boolean jdbi) {
      return DynamicTest.dynamicTest(
          setting.name() + ", " + mode + (jdbi ? ", Jdbi" : ""),
          () -> {
            try (HikariDataSource pool = setting.pool(fixture().space())) {
              TransactionRunner runner =
                  jdbi
                      ? new JdbiTransactionRunner(Jdbi.create(pool))
                      : new JdbcTransactionRunner(pool);
              try (Shop shop = new Shop(fixture().space(), pool, runner)) {
                keepsItsPromise(pool, shop, mode, "e" + made++);
              }
            }
          });
    }

    private void keepsItsPromise(
        HikariDataSource pool, Shop shop, ConsumptionMode mode, String event) throws Exception {
      String[] before = session(pool);
      Ledger ledger =
          shop.ledger(
              mode,
              (message, attempt, connection) -> {
                String id = attempt.delivery().key().eventId();
                Shop.half(connection, id, 1);
                if (id.startsWith("isolation")) {
                  readsWhatOthersCommitMeanwhile(connection);
                }
                if (id.startsWith("failing")) {
                  throw HandlerSignal.retryable("no", null);
                }
                Shop.half(connection, id, 2);
              });

      check(shop, ledger, "isolation-" + event, Acknowledged.PROCESSED, Shop.WHOLE);
      check(shop, ledger, "isolation-" + event, Acknowledged.DUPLICATE, Shop.WHOLE);
      check(shop, ledger, "failing-" + event, Acknowledged.STORED_FOR_RETRY, 0);
      joins(shop, ledger, event);
      assertThat(session(pool)).isEqualTo(before);
    }

    private static void check(
        Shop shop, Ledger ledger, String event, Acknowledged expected, int rows) {
      assertThat(ledger.consume(Shop.order(event))).isEqualTo(new Acknowledge(expected));
      assertThat(shop.sold(event)).isEqualTo(rows);
    }

    /** At any higher isolation the second read would show the first, or the writer would wait. */
    private void readsWhatOthersCommitMeanwhile(Connection connection) throws SQLException {
      int first = pieces(connection);
      fixture()
          .space()
          .asOwner(
              owner ->
                  Space.run(owner, List.of("UPDATE stock SET pieces = pieces + 1 WHERE id = 2")));
      assertThat(pieces(connection)).isEqualTo(first + 1);
    }

    private static int pieces(Connection connection) throws SQLException {
      return Integer.parseInt(one(connection, "SELECT pieces FROM stock WHERE id = 2"));
    }

    private static String one(Connection connection, String sql) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(sql)) {
        row.next();
        return row.getString(1);
      }
    }

    /** What a connection from the pool is like. */
    private static String[] session(HikariDataSource pool) throws SQLException {
      try (Connection connection = pool.getConnection()) {
        String[] is = {
          "autocommit " + connection.getAutoCommit(),
          "isolation " + connection.getTransactionIsolation()
        };
        if (!connection.getAutoCommit()) {
          connection.rollback();
        }
        return is;
      }
    }

    /** A failure between two successes, all around a savepoint of the caller's own. */
    private void joins(Shop shop, Ledger ledger, String event) throws Exception {
      Outcome[] outcomes = new Outcome[3];
      shop.runner()
          .inTransaction(
              connection -> {
                readCommitted(connection);
                Shop.half(connection, "kept-" + event, 1);
                outcomes[0] = ledger.consume(Shop.order("first-" + event));
                Savepoint own = connection.setSavepoint();
                Shop.half(connection, "undone-" + event, 1);
                outcomes[1] = ledger.consume(Shop.order("failing-joined-" + event));
                connection.rollback(own);
                outcomes[2] = ledger.consume(Shop.order("second-" + event));
                return null;
              });

      confirmed(outcomes[0], Ending.COMMIT, Acknowledged.PROCESSED);
      confirmed(outcomes[1], Ending.EITHER, Acknowledged.STORED_FOR_RETRY);
      confirmed(outcomes[2], Ending.COMMIT, Acknowledged.PROCESSED);
      assertThat(shop.sold("kept-" + event)).isEqualTo(1);
      assertThat(shop.sold("undone-" + event)).isZero();
      assertThat(shop.sold("first-" + event)).isEqualTo(Shop.WHOLE);
      assertThat(shop.sold("failing-joined-" + event)).isZero();
      assertThat(shop.sold("second-" + event)).isEqualTo(Shop.WHOLE);
      assertThat(shop.state("first-" + event)).contains(ConsumptionState.SUCCEEDED);
    }

    /** The caller's own choice; above it, a claim could not be settled in there. */
    private void readCommitted(Connection connection) throws SQLException {
      if (isPostgreSql()) {
        Space.run(connection, List.of("SET TRANSACTION ISOLATION LEVEL READ COMMITTED"));
      }
    }

    private static void confirmed(Outcome outcome, Ending ending, Acknowledged expected) {
      Outcome.Pending pending = (Outcome.Pending) outcome;
      assertThat(pending.ending()).isEqualTo(ending);
      assertThat(pending.confirm()).isEqualTo(new Acknowledge(expected));
    }
  }
}
