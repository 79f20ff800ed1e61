package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.StoreException;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.OnOneStore;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The store works with whatever pool and driver setting it meets, and leaves nothing changed. */
class PoolAndDriverTest {
  @Nested
  class OnPostgreSql extends Settings {
    OnPostgreSql() {
      super("postgresql");
    }

    @Override
    Stream<Setting> drivers() {
      return Stream.of(
          Setting.url("prepareThreshold=1"),
          Setting.url("prepareThreshold=-1"),
          Setting.url("reWriteBatchedInserts=true"),
          Setting.url("preferQueryMode=simple"),
          Setting.url("preferQueryMode=extendedForPrepared"),
          Setting.url("autosave=always&cleanupSavepoints=true"),
          Setting.url("stringtype=unspecified"),
          Setting.init("SET standard_conforming_strings = on"),
          Setting.init("SET TIME ZONE 'Asia/Kolkata'"));
    }

    /**
     * A snapshot that is older than a claim does not show it, so no claim can be made in there. One
     * that another thread made cannot be settled there either; nothing is taken for settled.
     */
    @Test
    void givenACallersSnapshot_whenAClaimIsYounger_thenItsSettleIsRefusedAndTheRowStaysHeld()
        throws Exception {
      try (HikariDataSource pool =
          isolated("TRANSACTION_REPEATABLE_READ", true).pool(fixture().space())) {
        JdbcTransactionRunner runner = new JdbcTransactionRunner(pool);
        LedgerStore store = JdbcLedgerStoreBuilder.on(pool).transactionRunner(runner).build();
        Scenario s = new Scenario(new OnOneStore(fixture(), store), "snapshot");
        Claim claim =
            runner.inTransaction(
                connection -> {
                  try (Statement statement = connection.createStatement()) {
                    statement.execute("SELECT count(*) FROM event_consumption");
                  }
                  Claim young = Together.elsewhere(() -> s.claim("e1"));
                  Expect.refused(Transition.SUCCEED, null, store.succeed(young));
                  return young;
                });
        assertThat(s.summary(claim.key()).state()).isEqualTo(ConsumptionState.PROCESSING);
        Expect.done(store.succeed(claim));
      }
    }

    /** Its follower cannot be seen in there, so it could not be freed. */
    @Test
    void givenACallersSnapshot_whenAFollowerWasParkedSince_thenTheSettleFailsAndNothingIsLost()
        throws Exception {
      settledInAnOlderSnapshot(
          (s, store) -> Aggregates.claim(s, "e1", 1), s -> Aggregates.park(s, "e2", 2));
    }

    @Test
    void givenACallersSnapshot_whenAFollowerWasSentBackSince_thenTheSettleFailsAndNothingIsLost()
        throws Exception {
      settledInAnOlderSnapshot(
          (s, store) -> {
            NewRow later = Aggregates.placed(s, s.key("e2"), Aggregates.FIRST, 2L);
            store.recordFailure(later, s.failure(ErrorClass.RETRYABLE), Duration.ZERO);
            return Aggregates.claim(s, "e1", 1);
          },
          s -> {
            List<ClaimToken> tokens = List.of(ClaimToken.random());
            assertThat(
                    s.second()
                        .claimDue(
                            s.key("e2").tenant(),
                            s.key("e2").handlerId(),
                            tokens,
                            s.node(),
                            Scenario.LEASE))
                .isEmpty();
            return s.key("e2");
          });
    }

    private void settledInAnOlderSnapshot(
        BiFunction<Scenario, LedgerStore, Claim> head, Function<Scenario, ConsumptionKey> follower)
        throws Exception {
      try (HikariDataSource pool =
          isolated("TRANSACTION_REPEATABLE_READ", true).pool(fixture().space())) {
        JdbcTransactionRunner runner = new JdbcTransactionRunner(pool);
        LedgerStore store = JdbcLedgerStoreBuilder.on(pool).transactionRunner(runner).build();
        Scenario s = new Scenario(new OnOneStore(fixture(), store), "snapshot");
        Claim claim = head.apply(s, store);
        assertThatThrownBy(
                () ->
                    runner.inTransaction(
                        connection -> {
                          try (Statement statement = connection.createStatement()) {
                            statement.execute("SELECT count(*) FROM event_consumption");
                          }
                          Together.elsewhere(() -> follower.apply(s));
                          return store.succeed(claim);
                        }))
            .isInstanceOf(StoreException.class);
        Aggregates.waits(s, s.key("e2"));
        Expect.done(store.succeed(claim));
        Aggregates.isFreed(s, s.key("e2"));
      }
    }

    @Test
    void givenAutosave_whenACallerRollsBackToItsOwnSavepoint_thenOnlyThatIsUndone()
        throws Exception {
      Setting autosave = Setting.url("autosave=always&cleanupSavepoints=true");
      try (HikariDataSource pool = autosave.pool(fixture().space())) {
        callersSavepointSurvives(pool);
      }
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
          Setting.url("useAffectedRows=true"),
          Setting.url("rewriteBatchedStatements=true"),
          Setting.url("useServerPrepStmts=true&cachePrepStmts=true"),
          Setting.url("useServerPrepStmts=true&useAffectedRows=true"),
          Setting.url("sessionVariables=sql_mode=ANSI_QUOTES"),
          Setting.url("sessionVariables=sql_mode=''"),
          Setting.url("sessionVariables=sql_mode=NO_BACKSLASH_ESCAPES"),
          Setting.url("sessionVariables=sql_mode='ANSI,TRADITIONAL,NO_BACKSLASH_ESCAPES'"),
          Setting.url("connectionTimeZone=%2B05:30"),
          Setting.url("connectionTimeZone=%2B05:30&forceConnectionTimeZoneToSession=true"));
    }
  }

  abstract static class Settings extends OnServer {
    Settings(String product) {
      super(product);
    }

    abstract Stream<Setting> drivers();

    private static Stream<Setting> pools() {
      return Stream.of(
          Setting.pool("autocommit off", config -> config.setAutoCommit(false)),
          isolated("TRANSACTION_SERIALIZABLE", true),
          isolated("TRANSACTION_SERIALIZABLE", false),
          isolated("TRANSACTION_REPEATABLE_READ", true),
          isolated("TRANSACTION_REPEATABLE_READ", false));
    }

    static Setting isolated(String level, boolean autoCommit) {
      Consumer<HikariConfig> change =
          config -> {
            config.setTransactionIsolation(level);
            config.setAutoCommit(autoCommit);
          };
      return Setting.pool(level + (autoCommit ? "" : ", autocommit off"), change);
    }

    @TestFactory
    Stream<DynamicTest> givenASetting_whenRowsLiveTheirLives_thenAllWorksAndNothingStaysChanged() {
      return Stream.concat(pools(), drivers())
          .map(setting -> DynamicTest.dynamicTest(setting.name(), () -> livesWith(setting)));
    }

    private void livesWith(Setting setting) throws Exception {
      fixture().clear();
      AsFound found = new AsFound();
      try (HikariDataSource pool = setting.pool(fixture().space())) {
        DataSource tapped = Tapped.of(pool::getConnection, found);
        JdbcTransactionRunner runner = new JdbcTransactionRunner(tapped);
        LedgerStore store = JdbcLedgerStoreBuilder.on(tapped).transactionRunner(runner).build();
        Scenario s = new Scenario(new OnOneStore(fixture(), store), "setting");
        new Lives(s, runner).all();
      }
      assertThat(found.returned()).isGreaterThan(20);
      assertThat(found.changes()).isEmpty();
    }

    final void callersSavepointSurvives(HikariDataSource pool) throws Exception {
      JdbcTransactionRunner runner = new JdbcTransactionRunner(pool);
      LedgerStore store = JdbcLedgerStoreBuilder.on(pool).transactionRunner(runner).build();
      Scenario s = new Scenario(new OnOneStore(fixture(), store), "savepoint");
      Claim kept = s.claim("kept");
      Claim undone = s.claim("undone");
      Claim after = s.claim("after");
      runner.inTransaction(
          connection -> {
            Expect.applied(Commit.PENDING, store.succeed(kept));
            Savepoint own = connection.setSavepoint("own");
            Expect.applied(Commit.PENDING, store.succeed(undone));
            Expect.recorded(Commit.PENDING, store.complete(s.bare("new")));
            Expect.conflict(ConsumptionState.SUCCEEDED, store.complete(s.bare("kept")));
            connection.rollback(own);
            Expect.applied(Commit.PENDING, store.succeed(after));
            return null;
          });
      assertThat(s.summary(kept.key()).state()).isEqualTo(ConsumptionState.SUCCEEDED);
      assertThat(s.summary(undone.key()).state()).isEqualTo(ConsumptionState.PROCESSING);
      assertThat(s.summary(after.key()).state()).isEqualTo(ConsumptionState.SUCCEEDED);
      assertThat(store.get(s.key("new"))).isEmpty();
    }

    @Test
    void givenACallersSavepoint_whenItIsRolledBackTo_thenOnlyWhatCameAfterItIsUndone()
        throws Exception {
      try (HikariDataSource pool = fixture().space().pool(3)) {
        callersSavepointSurvives(pool);
      }
    }
  }
}
