package io.consumptionledger.conformance.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.conformance.LedgerConformance;
import io.consumptionledger.conformance.StoreFixture;
import io.consumptionledger.conformance.database.Databases;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.conformance.framework.BrokenStoreReports;
import io.consumptionledger.conformance.framework.SuiteRun;
import io.consumptionledger.jdbc.TransactionRunner;
import io.consumptionledger.jdbc.dialect.Dialect;
import io.consumptionledger.jdbc.dialect.Dialects;
import io.consumptionledger.jdbc.internal.JdbcLedgerStore;
import io.consumptionledger.jdbc.internal.SqlCatalog;
import io.consumptionledger.jdbc.internal.SqlSource;
import io.consumptionledger.spi.LedgerStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Each mutant turns exactly its rules red. Tried are the rules that run its statement, or all of
 * them when mutants are asked for by name. Left out are the rules whose outcome on a wrong store is
 * a matter of luck (races and the random walk), and some that only move megabytes or wait.
 */
@ExtendWith(BrokenStoreReports.class)
class MutantTest {
  private static final int MOST_EDITS = 6;
  private static final Map<String, Mutant> CURRENT = new ConcurrentHashMap<>();
  private static final Map<String, UsedStatements> USED = new ConcurrentHashMap<>();
  private static final Set<String> SLOW =
      Set.of(
          "BATCH-9",
          "CLOCK-2",
          "CONTENT-4",
          "FAILURE_TEXT-2",
          "JOINED-10",
          "JOINED-11",
          "QUARANTINE-6",
          "RENEW-6",
          "REPLAY_REQUEST-12");

  /** Each dialect has a class and a thread of its own, so that both get on at the same time. */
  private static final Map<String, Class<?>> SUITES =
      Map.of("postgresql", OnPostgreSql.class, "mysql", OnMySql.class);

  static class OnPostgreSql implements LedgerConformance {
    @Override
    public StoreFixture openFixture() {
      return fixture("postgresql");
    }
  }

  static class OnMySql implements LedgerConformance {
    @Override
    public StoreFixture openFixture() {
      return fixture("mysql");
    }
  }

  /** Of the mutant whose turn it is; before the first of them, of the sound store. */
  private static StoreFixture fixture(String product) {
    Mutant mutant = CURRENT.get(product);
    if (mutant == null) {
      UsedStatements used = USED.get(product);
      return JdbcFixture.on(
          product, "sound-" + product, (source, runner) -> sound(used, source, runner));
    }
    return JdbcFixture.on(
        mutant.dialect(),
        mutant.name() + "-" + mutant.dialect(),
        (source, runner) -> store(mutant, source, runner));
  }

  private static LedgerStore sound(
      UsedStatements used, DataSource source, TransactionRunner runner) {
    Dialect dialect = dialect(source);
    SqlCatalog catalog = SqlCatalog.load(SqlSource.of(dialect), "");
    return new JdbcLedgerStore(
        "sound",
        used.of(source, catalog),
        used.of(runner, catalog),
        dialect,
        catalog,
        Duration.ofSeconds(10));
  }

  private static LedgerStore store(Mutant mutant, DataSource source, TransactionRunner runner) {
    Dialect dialect = dialect(source);
    SqlSource texts = SqlSource.of(dialect).with(mutant.file(), mutant.text());
    return new JdbcLedgerStore(
        mutant.toString(),
        source,
        runner,
        dialect,
        SqlCatalog.load(texts, ""),
        Duration.ofSeconds(10));
  }

  private static Dialect dialect(DataSource source) {
    try (Connection connection = source.getConnection()) {
      return Dialects.detect(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isTried(String id) {
    boolean isLuck =
        id.startsWith("RACE-") || id.contains("_RACE-") || id.startsWith("RANDOM_WALK-");
    return !isLuck && !SLOW.contains(id);
  }

  @TestFactory
  Stream<DynamicTest> givenAMutant_whenTheSuiteRuns_thenExactlyItsRulesTurnRed() {
    Map<String, ExecutorService> threads = new HashMap<>();
    List<DynamicTest> tests = new ArrayList<>();
    for (Mutant mutant : Mutant.asked()) {
      Future<SuiteRun> run =
          threads
              .computeIfAbsent(mutant.dialect(), d -> Executors.newSingleThreadExecutor())
              .submit(() -> run(mutant));
      tests.add(DynamicTest.dynamicTest(mutant.toString(), () -> turnsRed(mutant, run)));
    }
    threads.values().forEach(ExecutorService::shutdown);
    return tests.stream();
  }

  private static SuiteRun run(Mutant mutant) {
    Databases.get(mutant.dialect());
    Predicate<String> tried = MutantTest::isTried;
    if (!Mutant.areNamed()) {
      UsedStatements used = used(mutant.dialect());
      tried = tried.and(id -> used.isUsed(mutant.file(), id));
    }
    CURRENT.put(mutant.dialect(), mutant);
    return SuiteRun.of(SUITES.get(mutant.dialect()), tried);
  }

  private static UsedStatements used(String product) {
    UsedStatements used = USED.get(product);
    if (used == null) {
      used = new UsedStatements();
      USED.put(product, used);
      SuiteRun sound = SuiteRun.of(SUITES.get(product), MutantTest::isTried, used::begin);
      assertThat(sound.setUpErrors()).isEmpty();
      assertThat(sound.failed().keySet()).as("red rules of the sound store").isEmpty();
    }
    return used;
  }

  private static void turnsRed(Mutant mutant, Future<SuiteRun> future) throws Throwable {
    SuiteRun run;
    try {
      run = future.get(10, TimeUnit.MINUTES);
    } catch (ExecutionException e) {
      throw e.getCause();
    }
    assertThat(run.setUpErrors()).isEmpty();
    if (Boolean.getBoolean("ledger.update")) {
      update(mutant, run.failed().keySet());
      return;
    }
    assertThat(run.failed().keySet())
        .as("red rules of " + mutant)
        .containsExactlyInAnyOrderElementsOf(mutant.red());
  }

  /** Writes down what turned red; whether that is as it should be is for a person to judge. */
  private static void update(Mutant mutant, Set<String> red) {
    Path file =
        Path.of("src/test/resources/mutants", mutant.name(), mutant.dialect(), "red-rules.txt");
    try {
      String why = Files.readAllLines(file).get(0);
      Files.writeString(file, why + "\n" + String.join("\n", red) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @TestFactory
  Stream<DynamicTest> givenAMutant_whenItIsComparedWithTheSoundStatement_thenFewLinesDiffer() {
    return Mutant.all().stream()
        .map(
            mutant ->
                DynamicTest.dynamicTest(
                    mutant.toString(),
                    () ->
                        assertThat(mutant.edits())
                            .as("edited lines; if the statement has moved on, edit its copy again")
                            .isBetween(1, MOST_EDITS)));
  }

  @Test
  void givenTheMutants_whenTheyAreCounted_thenBothDialectsHaveThemAll() {
    assertThat(Mutant.all().stream().map(Mutant::name).distinct())
        .contains(
            "token-not-checked",
            "expiry-ignored",
            "epoch-not-raised",
            "update-count-ignored",
            "case-folding-identity",
            "recovery-by-key-only",
            "insert-ignore",
            "transaction-start-clock",
            "gate-outside-the-claim",
            "order-from-a-cache",
            "follower-not-woken",
            "renewal-without-token",
            "token-kept-by-recover",
            "attempt-not-raised-by-take-over");
    assertThat(Mutant.all()).hasSizeGreaterThanOrEqualTo(18).allMatch(m -> !m.red().isEmpty());
  }
}
