package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.JdbcHandler;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.jdbc.TransactionRunner;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Everything went well, and then the COMMIT fails. */
class CommitFailureTest {
  private static final String EVENT = "e1";

  @Nested
  class OnPostgreSql extends Commits {
    OnPostgreSql() {
      super("postgresql");
    }

    /** Two transactions that each read what the other writes: the second to commit is refused. */
    @ParameterizedTest
    @EnumSource(
        value = ConsumptionMode.class,
        names = {"TRANSACTIONAL", "SINGLE_TRANSACTION"})
    void givenASerializableRunner_whenTheCommitIsRefused_thenItIsAFailureThatMayPass(
        ConsumptionMode mode) throws Exception {
      try (Connection rival = rival()) {
        rival.setAutoCommit(false);
        rival.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        beforeCommit = committer -> rival.commit();
        assertThat(
                consume(
                    mode,
                    new Serializable(source),
                    (message, attempt, connection) -> {
                      pieces(connection);
                      pieces(rival);
                      Shop.take(connection, 1);
                      Shop.take(rival, 2);
                      Shop.sell(connection, EVENT);
                    }))
            .isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));
      }
      assertThat(refusal.getSQLState()).isEqualTo("40001");
      isScheduledWithoutBusiness("40001");
    }

    @ParameterizedTest
    @EnumSource(
        value = ConsumptionMode.class,
        names = {"TRANSACTIONAL", "SINGLE_TRANSACTION"})
    void givenADeferredRule_whenTheCommitFindsItBroken_thenItIsADeadLetter(ConsumptionMode mode) {
      fixture()
          .space()
          .asOwner(
              owner ->
                  Space.run(
                      owner,
                      List.of(
                          "DROP TABLE IF EXISTS once",
                          "CREATE TABLE once (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)",
                          "INSERT INTO once VALUES (1)",
                          "GRANT ALL ON once TO " + fixture().space().schema() + "_app")));
      assertThat(
              consume(
                  mode,
                  new JdbcTransactionRunner(source),
                  (message, attempt, connection) -> {
                    Shop.sell(connection, EVENT);
                    Space.run(connection, List.of("INSERT INTO once VALUES (1)"));
                  }))
          .isEqualTo(new Acknowledge(Acknowledged.DEAD_LETTERED));
      assertThat(refusal.getSQLState()).isEqualTo("23505");
      assertThat(shop.sold(EVENT)).isZero();
      assertThat(failure()).contains("CONFLICT").doesNotContain("(1)");
    }
  }

  @Nested
  class OnMySql extends Commits {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Commits extends OnServer implements Tapped.Tap {
    DataSource source;
    Shop shop;
    SQLException refusal;
    BeforeCommit beforeCommit;
    private HikariDataSource pool;
    private Thread watched;

    Commits(String product) {
      super(product);
    }

    /** What happens between the last statement and the COMMIT. */
    interface BeforeCommit {
      void happens(Connection committer) throws SQLException;
    }

    @BeforeEach
    void openSource() {
      if (pool == null) {
        Shop.open(fixture().space());
        pool = fixture().space().pool(3);
        source = Tapped.of(pool::getConnection, this);
      }
      Shop.clear(fixture().space());
      beforeCommit = null;
      refusal = null;
    }

    @AfterEach
    void closeShop() {
      if (shop != null) {
        shop.close();
      }
    }

    @Override
    public Object around(Tapped.Call call) throws Throwable {
      if (Thread.currentThread() != watched || !call.commits()) {
        return call.make();
      }
      watched = null;
      try {
        if (beforeCommit != null) {
          beforeCommit.happens(call.connection());
        }
        return call.make();
      } catch (SQLException e) {
        refusal = e;
        throw e;
      }
    }

    /** A cluster may find out only at the commit that another node was faster. */
    @ParameterizedTest
    @EnumSource(
        value = ConsumptionMode.class,
        names = {"TRANSACTIONAL", "SINGLE_TRANSACTION"})
    void givenAClusterThatRefusesAtTheCommit_whenConsumed_thenItIsAFailureThatMayPass(
        ConsumptionMode mode) {
      String state = isPostgreSql() ? "40P01" : "40001";
      int code = isPostgreSql() ? 0 : 1213;
      beforeCommit =
          committer -> {
            committer.rollback();
            throw new SQLException("deadlock at the commit", state, code);
          };
      assertThat(consume(mode, new JdbcTransactionRunner(source), sells()))
          .isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));
      isScheduledWithoutBusiness(state);
    }

    JdbcHandler<Delivery> sells() {
      return (message, attempt, connection) -> Shop.sell(connection, EVENT);
    }

    Outcome consume(ConsumptionMode mode, TransactionRunner runner, JdbcHandler<Delivery> handler) {
      shop = new Shop(fixture().space(), source, runner);
      return shop.ledger(
              mode,
              (message, attempt, connection) -> {
                watched = Thread.currentThread();
                handler.handle(message, attempt, connection);
              })
          .consume(Shop.order(EVENT));
    }

    void isScheduledWithoutBusiness(String code) {
      assertThat(shop.state(EVENT)).contains(ConsumptionState.RETRY_SCHEDULED);
      assertThat(shop.sold(EVENT)).isZero();
      assertThat(failure()).contains("RETRYABLE").contains(code);
    }

    String failure() {
      return shop.store()
          .get(ConsumptionKey.of(Shop.HANDLER, EVENT))
          .orElseThrow()
          .failure()
          .toString();
    }

    Connection rival() throws SQLException {
      return pool.getConnection();
    }

    static int pieces(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT sum(pieces) FROM stock")) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  /** An application that wants its transactions serializable. */
  private record Serializable(JdbcTransactionRunner plain) implements TransactionRunner {
    Serializable(DataSource source) {
      this(new JdbcTransactionRunner(source));
    }

    @Override
    public Optional<Connection> current() {
      return plain.current();
    }

    @Override
    public <T> T inTransaction(Work<T> work) throws Exception {
      return plain.inTransaction(
          connection -> {
            Space.run(connection, List.of("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"));
            return work.run(connection);
          });
    }
  }
}
