package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
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
  }

  @Nested
  class OnMySql extends Counts {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Counts extends OnServer {
    Counts(String product) {
      super(product);
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

    private void asks(ConsumptionMode mode, String... expected) {
      try (HikariDataSource pool = Pools.committing(fixture().space(), 3, true)) {
        Trips trips = new Trips(fixture().space(), isPostgreSql());
        try (Shop shop = new Shop(fixture().space(), Tapped.of(pool::getConnection, trips))) {
          Ledger ledger = shop.ledger(mode, (message, attempt, connection) -> {});
          for (int i = 0; i < 3; i++) {
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
