package io.consumptionledger.conformance.jdbc;

import static io.consumptionledger.conformance.jdbc.RoundTrips.STATEMENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What one message asks of the server in each mode, besides what its handler asks. */
class ModesCountTest {
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
    void givenTransactional_whenAMessageIsNew_thenItsTransactionAsksForFourThings() {
      asks(
          ConsumptionMode.TRANSACTIONAL,
          STATEMENT,
          "setAutoCommit",
          STATEMENT,
          "setSavepoint",
          "releaseSavepoint",
          STATEMENT,
          "commit",
          "setAutoCommit");
    }

    @Test
    void givenSingleTransaction_whenAMessageIsNew_thenThereIsNothingBesideItsTransaction() {
      asks(
          ConsumptionMode.SINGLE_TRANSACTION,
          "setAutoCommit",
          STATEMENT,
          "setSavepoint",
          STATEMENT,
          "releaseSavepoint",
          "commit",
          "setAutoCommit");
    }

    private void asks(ConsumptionMode mode, String... expected) {
      try (HikariDataSource pool = Pools.committing(fixture().space(), 3, true)) {
        RoundTrips trips = new RoundTrips();
        try (Shop shop = new Shop(fixture().space(), Tapped.of(pool::getConnection, trips))) {
          Ledger ledger = shop.ledger(mode, (message, attempt, connection) -> {});
          trips.take();
          for (int i = 0; i < 3; i++) {
            assertThat(ledger.consume(Shop.order("e" + i)))
                .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
            assertThat(trips.take()).isEqualTo(List.of(expected));
          }
        }
      }
    }
  }
}
