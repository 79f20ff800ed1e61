package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.jdbc.JdbiTransactionRunner;
import io.consumptionledger.jdbc.TransactionRunner;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * What one message asks of the server in each mode, besides what its handler asks and what turning
 * autocommit off and on costs with some drivers.
 */
class ModesCountTest {
  private static final String STATEMENT = "statement";

  @Nested
  class OnPostgreSql extends Counts {
    OnPostgreSql() {
      super("postgresql");
    }

    /** The claim; what begins the transaction; the settle with the release. */
    @Test
    void givenTransactional_whenAMessageIsNew_thenItsTransactionAddsTwoTrips() {
      asks(ConsumptionMode.TRANSACTIONAL, STATEMENT, STATEMENT, STATEMENT, "commit");
    }

    /** As many as by hand: what begins it travels with the row, the release with the COMMIT. */
    @Test
    void givenSingleTransaction_whenAMessageIsNew_thenItHasTwoTrips() {
      asks(ConsumptionMode.SINGLE_TRANSACTION, STATEMENT, STATEMENT);
    }

    /** Others commit in a way of their own, so nothing can travel with it. */
    @Test
    void givenARunnerOfTheApplication_whenAMessageIsNew_thenEachStatementTravelsAlone() {
      asks(
          source -> new JdbiTransactionRunner(Jdbi.create(source)),
          ConsumptionMode.SINGLE_TRANSACTION,
          STATEMENT,
          "setSavepoint",
          STATEMENT,
          "releaseSavepoint",
          "commit");
    }
  }

  @Nested
  class OnMySql extends Counts {
    OnMySql() {
      super("mysql");
    }

    @Test
    void givenTransactional_whenAMessageIsNew_thenItsTransactionAddsFourTrips() {
      asks(
          ConsumptionMode.TRANSACTIONAL,
          STATEMENT,
          STATEMENT,
          "setSavepoint",
          "releaseSavepoint",
          STATEMENT,
          "commit");
    }

    @Test
    void givenSingleTransaction_whenAMessageIsNew_thenThereIsNothingBesideItsTransaction() {
      asks(
          ConsumptionMode.SINGLE_TRANSACTION,
          STATEMENT,
          "setSavepoint",
          STATEMENT,
          "releaseSavepoint",
          "commit");
    }
  }

  abstract static class Counts extends OnServer {
    Counts(String product) {
      super(product);
    }

    void asks(ConsumptionMode mode, String... expected) {
      asks(JdbcTransactionRunner::new, mode, expected);
    }

    void asks(
        Function<DataSource, TransactionRunner> runner, ConsumptionMode mode, String... expected) {
      try (HikariDataSource pool = Pools.committing(fixture().space(), 3, true)) {
        Trips trips = new Trips(fixture().space(), isPostgreSql());
        DataSource source = Tapped.of(pool::getConnection, trips);
        try (Shop shop = new Shop(fixture().space(), source, runner.apply(source))) {
          Ledger ledger = shop.ledger(mode, (message, attempt, connection) -> {});
          for (int i = 0; i < 8; i++) {
            trips.watch(0, null);
            assertThat(ledger.consume(Shop.order("e" + i)))
                .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
            assertThat(trips.stop().stream().map(Counts::kind)).containsExactly(expected);
          }
        }
      }
    }

    private static String kind(String method) {
      return method.startsWith("execute") ? STATEMENT : method;
    }
  }
}
