package io.consumptionledger.conformance.jdbc;

import static io.consumptionledger.ConsumptionMode.TRANSACTIONAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionState;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a handler cannot do with the connection that it is given. */
class GuardedConnectionTest {
  private static final String EVENT = "e1";

  @Nested
  class OnPostgreSql extends Guarded {
    OnPostgreSql() {
      super("postgresql", "org.postgresql.PGConnection");
    }
  }

  @Nested
  class OnMySql extends Guarded {
    OnMySql() {
      super("mysql", "com.mysql.cj.jdbc.JdbcConnection");
    }
  }

  abstract static class Guarded extends OnServer {
    private final String driversOwn;
    private HikariDataSource pool;
    private Shop shop;

    /**
     * On a server.
     *
     * @param product its name
     * @param driversOwn the driver's own type of connections
     */
    Guarded(String product, String driversOwn) {
      super(product);
      this.driversOwn = driversOwn;
    }

    @BeforeEach
    void openShop() {
      if (pool == null) {
        Shop.open(fixture().space());
        pool = fixture().space().pool(4);
      }
      Shop.clear(fixture().space());
      shop = new Shop(fixture().space(), pool);
    }

    @AfterEach
    void closeShop() {
      shop.close();
    }

    @Test
    void givenTheGuardedConnection_whenTheHandlerWantsToEndTheTransaction_thenItIsRefused() {
      shop.ledger(
              TRANSACTIONAL,
              (message, attempt, connection) -> {
                Shop.half(connection, EVENT, 1);
                refused(connection::commit);
                refused(connection::rollback);
                refused(connection::close);
                refused(() -> connection.setAutoCommit(true));
                refused(
                    () -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE));
                try (Statement statement = connection.createStatement()) {
                  assertThat(statement.getConnection()).isSameAs(connection);
                }
                refused(connection.getMetaData().getConnection()::commit);
                refused(connection.unwrap(Connection.class)::commit);
                Class<?> driver = Class.forName(driversOwn);
                assertThat(connection.unwrap(driver)).isInstanceOf(driver);
                Savepoint own = connection.setSavepoint();
                Shop.half(connection, "undone", 1);
                connection.rollback(own);
                Shop.half(connection, EVENT, 2);
              })
          .consume(Shop.order(EVENT));

      assertThat(shop.state(EVENT)).contains(ConsumptionState.SUCCEEDED);
      assertThat(shop.sold(EVENT)).isEqualTo(Shop.WHOLE);
      assertThat(shop.sold("undone")).isZero();
    }

    @Test
    void givenTheDriversOwnInterfaces_whenTheHandlerUnwrapsToThem_thenItGetsThemGuarded()
        throws Exception {
      Set<Class<?>> own = new HashSet<>();
      try (Connection connection = pool.getConnection()) {
        for (Class<?> type : connection.unwrap(Connection.class).getClass().getInterfaces()) {
          own.add(type);
        }
      }
      shop.ledger(
              TRANSACTIONAL,
              (message, attempt, connection) -> {
                for (Class<?> type : own) {
                  Object unwrapped = connection.unwrap(type);
                  assertThat(unwrapped).isInstanceOf(type).isInstanceOf(Connection.class);
                  refused(((Connection) unwrapped)::commit);
                }
                Shop.sell(connection, EVENT);
              })
          .consume(Shop.order(EVENT));

      assertThat(own).isNotEmpty();
      assertThat(shop.state(EVENT)).contains(ConsumptionState.SUCCEEDED);
    }

    private interface Call {
      void make() throws SQLException;
    }

    private static void refused(Call call) {
      assertThatIllegalStateException()
          .isThrownBy(call::make)
          .withMessageContaining("the ledger ends the transaction");
    }

    @Test
    void givenAConnectionThatTheHandlerKept_whenItHasReturned_thenItIsOfNoUse() {
      AtomicReference<Connection> kept = new AtomicReference<>();
      shop.ledger(
              TRANSACTIONAL,
              (message, attempt, connection) -> {
                kept.set(connection);
                Shop.sell(connection, EVENT);
              })
          .consume(Shop.order(EVENT));

      assertThatIllegalStateException().isThrownBy(() -> kept.get().createStatement());
      assertThat(shop.sold(EVENT)).isEqualTo(Shop.WHOLE);
    }
  }
}
