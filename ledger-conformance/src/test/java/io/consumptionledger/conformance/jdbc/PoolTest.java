package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import io.consumptionledger.conformance.LedgerConformance;
import io.consumptionledger.conformance.StoreFixture;
import io.consumptionledger.conformance.database.Databases;
import io.consumptionledger.conformance.framework.SuiteRun;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The rules hold whatever the pool's settings are, and connections go back as they came. Left out
 * is what has nothing to do with settings and takes long.
 */
class PoolTest {
  private static final List<Wire> WIRES = WiredFixture.wires();
  private static final Set<String> SUBJECTS_LEFT_OUT =
      Set.of(
          "RANDOM_WALK",
          "REFUSED",
          "COLUMNS",
          "CONTENT",
          "FAILURE_TEXT",
          "QUARANTINE",
          "CLOCK",
          "IDENTITY",
          "TENANT",
          "READ",
          "DISCARD",
          "BURY");

  /**
   * They settle, in the caller's transaction, a claim that was made after it began. Where snapshots
   * are per transaction, that transaction cannot see the claim, whatever a store does.
   */
  private static final Set<String> NEED_FRESH_SNAPSHOT = Set.of("JOINED-12", "JOINED-13");

  private static final Consumer<HikariConfig> STRICT =
      config -> {
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
      };

  static class StrictPostgreSql implements LedgerConformance {
    @Override
    public StoreFixture openFixture() {
      return WiredFixture.open("postgresql", "strict-postgresql", WIRES, STRICT);
    }
  }

  static class StrictMySql implements LedgerConformance {
    @Override
    public StoreFixture openFixture() {
      return WiredFixture.open("mysql", "strict-mysql", WIRES, STRICT);
    }
  }

  static class TunedPostgreSql implements LedgerConformance {
    @Override
    public StoreFixture openFixture() {
      return WiredFixture.open(
          "postgresql",
          "tuned-postgresql",
          WIRES,
          config -> {
            config.addDataSourceProperty("prepareThreshold", "1");
            config.addDataSourceProperty("reWriteBatchedInserts", "true");
            config.addDataSourceProperty("autosave", "always");
            config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
          });
    }
  }

  static class TunedMySql implements LedgerConformance {
    @Override
    public StoreFixture openFixture() {
      return WiredFixture.open(
          "mysql",
          "tuned-mysql",
          WIRES,
          config -> {
            config.addDataSourceProperty("useAffectedRows", "true");
            config.addDataSourceProperty("rewriteBatchedStatements", "true");
            config.addDataSourceProperty("useServerPrepStmts", "true");
            config.addDataSourceProperty("cachePrepStmts", "true");
            config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
          });
    }
  }

  @BeforeAll
  static void sendReportsElsewhere() {
    System.setProperty("ledger.report", "target/conformance-of-pools");
  }

  @AfterAll
  static void sendReportsHome() {
    System.clearProperty("ledger.report");
  }

  private static boolean isTried(String id) {
    return !SUBJECTS_LEFT_OUT.contains(id.substring(0, id.lastIndexOf('-')));
  }

  private static void holds(String product, Class<?> suite, Predicate<String> tried) {
    Databases.get(product);
    WIRES.clear();
    SuiteRun run = SuiteRun.of(suite, tried);

    assertThat(run.setUpErrors()).isEmpty();
    assertThat(run.failed()).isEmpty();
    assertThat(run.passed()).hasSizeGreaterThan(90);
    for (Wire wire : WIRES) {
      assertThat(wire.leftOvers()).isEmpty();
    }
  }

  private static boolean isTriedOnSnapshots(String id) {
    return isTried(id) && !NEED_FRESH_SNAPSHOT.contains(id);
  }

  @Test
  void givenSerializablePoolsWithoutAutocommit_whenTheSuiteRunsOnPostgreSql_thenItHolds() {
    holds("postgresql", StrictPostgreSql.class, PoolTest::isTriedOnSnapshots);
  }

  @Test
  void givenSerializablePoolsWithoutAutocommit_whenTheSuiteRunsOnMySql_thenItHolds() {
    holds("mysql", StrictMySql.class, PoolTest::isTried);
  }

  @Test
  void givenSerializablePoolsOfPreparedStatements_whenTheSuiteRunsOnPostgreSql_thenItHolds() {
    holds("postgresql", TunedPostgreSql.class, PoolTest::isTriedOnSnapshots);
  }

  @Test
  void givenSerializablePoolsCountingAffectedRows_whenTheSuiteRunsOnMySql_thenItHolds() {
    holds("mysql", TunedMySql.class, PoolTest::isTried);
  }
}
