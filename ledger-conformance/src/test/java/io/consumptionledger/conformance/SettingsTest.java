package io.consumptionledger.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConfigurationException;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.conformance.database.Server;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.LedgerStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Settings of servers, sessions, pools and drivers: coped with, or refused in plain words. */
class SettingsTest {
  private static LedgerStore store(DataSource source) {
    return JdbcLedgerStoreBuilder.on(source).build();
  }

  private static HikariDataSource asAdministrator(Server server, String url) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(url);
    pool.setUsername(server.user());
    pool.setPassword(server.password());
    pool.setMaximumPoolSize(2);
    return pool;
  }

  @Test
  void givenACallersTransactionOnPostgreSql_whenItClaims_thenOnlyReadCommittedMay()
      throws Exception {
    joins(Connection.TRANSACTION_READ_COMMITTED, "READ COMMITTED");
    joins(Connection.TRANSACTION_REPEATABLE_READ, "REPEATABLE READ");
    joins(Connection.TRANSACTION_SERIALIZABLE, "SERIALIZABLE");
  }

  private static void joins(int isolation, String name) throws Exception {
    try (JdbcFixture fixture = JdbcFixture.on("postgresql");
        HikariDataSource pool = fixture.space().pool(3)) {
      JdbcTransactionRunner runner = new JdbcTransactionRunner(pool);
      LedgerStore store = JdbcLedgerStoreBuilder.on(pool).transactionRunner(runner).build();
      Scenario s = new Scenario(new OnOneStore(fixture, store), "isolation");
      runner.inTransaction(
          connection -> {
            connection.setTransactionIsolation(isolation);
            if (isolation == Connection.TRANSACTION_READ_COMMITTED) {
              Expect.applied(io.consumptionledger.spi.Commit.PENDING, store.succeed(s.claim("e1")));
            } else {
              assertThatThrownBy(() -> s.claim("e1"))
                  .isInstanceOf(ConfigurationException.class)
                  .hasMessageContaining("runs at " + name)
                  .hasMessageContaining("READ COMMITTED sees it");
            }
            return null;
          });
      assertThat(store.get(s.key("e1")).isPresent())
          .isEqualTo(isolation == Connection.TRANSACTION_READ_COMMITTED);
    }
  }

  @Test
  void givenADatabaseThatIsNotUtf8OnPostgreSql_whenAStoreIsBuilt_thenItsEncodingIsRefused()
      throws SQLException {
    try (JdbcFixture fixture = JdbcFixture.on("postgresql")) {
      Server server = fixture.space().database().server();
      String name = "lc_" + UUID.randomUUID().toString().substring(0, 8);
      try (Connection admin =
          DriverManager.getConnection(server.url(), server.user(), server.password())) {
        Space.run(
            admin,
            List.of(
                "CREATE DATABASE "
                    + name
                    + " ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"));
        String url = server.url().replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1");
        try (HikariDataSource pool = asAdministrator(server, url)) {
          assertThatThrownBy(() -> store(pool))
              .isInstanceOf(ConfigurationException.class)
              .hasMessageContaining("the database is encoded in LATIN1")
              .hasMessageContaining("the ledger needs one in UTF8");
        } finally {
          Space.run(admin, List.of("DROP DATABASE " + name));
        }
      }
    }
  }

  @Test
  void givenACharacterSetThatLosesCharactersOnMySql_whenAStoreIsBuilt_thenItIsRefused() {
    refused("characterEncoding=ISO-8859-1", "loses characters");
  }

  @Test
  void givenReadUncommittedOnMySql_whenAStoreIsBuilt_thenItIsRefused() {
    refused("sessionVariables=transaction_isolation='READ-UNCOMMITTED'", "run at READ UNCOMMITTED");
  }

  @Test
  void givenALogOfStatementsOnMySql_whenAStoreIsBuilt_thenItIsRefused() {
    refused("sessionVariables=binlog_format=STATEMENT", "binlog_format is STATEMENT");
  }

  private static void refused(String setting, String text) {
    try (JdbcFixture fixture = JdbcFixture.on("mysql")) {
      Server server = fixture.space().database().server();
      String url = fixture.space().database().kind().url(server.url(), fixture.space().schema());
      String with = url + (url.contains("?") ? "&" : "?") + setting;
      try (HikariDataSource pool = asAdministrator(server, with)) {
        assertThatThrownBy(() -> store(pool))
            .isInstanceOf(ConfigurationException.class)
            .hasMessageContaining(text);
      }
    }
  }

  @Test
  void givenAPoolWhoseTestOpensASnapshot_whenAKeyIsTakenAfterwards_thenItsRowIsTold() {
    seesRivals("postgresql");
    seesRivals("mysql");
  }

  private static void seesRivals(String product) {
    try (JdbcFixture fixture = JdbcFixture.on(product);
        HikariDataSource pool = fixture.space().pool(3)) {
      OpenedSource source = new OpenedSource(pool);
      Scenario s = new Scenario(fixture, "opened");
      LedgerStore store = store(source.proxy());
      source.onceOpened(() -> s.claim("e1"));

      Expect.exists(
          ConsumptionState.PROCESSING,
          store.claim(s.bare("e1"), ClaimToken.random(), s.node(), Scenario.LEASE));
    }
  }

  @Test
  void givenAPoolWhoseTestOpensATransaction_whenWorkNeedsOneOfItsOwn_thenItGetsIt() {
    hasItsOwn("postgresql");
    hasItsOwn("mysql");
  }

  private static void hasItsOwn(String product) {
    try (JdbcFixture fixture = JdbcFixture.on(product);
        HikariDataSource pool = fixture.space().pool(3)) {
      Scenario s = new Scenario(fixture, "opened");
      s.scheduled("e1", java.time.Duration.ZERO);
      LedgerStore store = store(new OpenedSource(pool).proxy());

      assertThat(
              store.claimDue(
                  Tenant.DEFAULT,
                  s.handler(),
                  List.of(ClaimToken.random()),
                  s.node(),
                  Scenario.LEASE))
          .hasSize(1);
    }
  }
}
