package io.consumptionledger.conformance.framework;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.QuarantineFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.AdmitResult;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import io.consumptionledger.spi.RetentionVerbs.Purgeable;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stores that keep badly what is beside the rows, or delete too much: the rules say so. */
@ExtendWith(BrokenStoreReports.class)
class BrokenKeepingTest {
  private static final int MANY = 10_000;

  static class AdmitsByHalves implements Broken {
    @Override
    public Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("admit")) {
        NewRow row = (NewRow) arguments[2];
        Failure failure = Failure.of(ErrorClass.POISON, "t", null, null);
        sound.recordFailure(row, failure, Duration.ZERO);
        return new AdmitResult.Admitted(Commit.DONE);
      }
      return Broken.pass(sound, method, arguments);
    }
  }

  @Test
  void givenAStoreThatMakesTheRowAndLeavesTheMessageOpen_whenTheSuiteRuns_thenRulesFail() {
    SuiteRun run =
        SuiteRun.of(
            AdmitsByHalves.class, id -> id.startsWith("ADMIT") || id.startsWith("QUARANTINE"));

    assertThat(run.failed().keySet())
        .contains("ADMIT-1", "ADMIT-2", "ADMIT-3", "ADMIT-4", "ADMIT-6", "ADMIT-7")
        .contains("ADMIT_RACE-1", "ADMIT_RACE-2", "QUARANTINE-9")
        .doesNotContain("QUARANTINE-1", "QUARANTINE-7", "QUARANTINE-11");
  }

  static class ListsEverything implements Broken {
    @Override
    public Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable {
      Object[] changed = arguments == null ? null : arguments.clone();
      switch (method.getName()) {
        case "quarantinePage", "countQuarantined" -> changed[1] = QuarantineFilter.all();
        case "replayRequests" -> {
          if (changed.length == 3) {
            changed[1] = null;
          }
        }
        default -> {
          // All others are sound.
        }
      }
      return Broken.pass(sound, method, changed);
    }
  }

  @Test
  void givenAStoreWhoseListsIgnoreFiltersAndPages_whenTheSuiteRuns_thenListRulesFail() {
    SuiteRun run =
        SuiteRun.of(
            ListsEverything.class,
            id -> id.startsWith("QUARANTINE") || id.startsWith("REPLAY_REQUEST"));

    assertThat(run.failed().keySet())
        .contains("QUARANTINE-7", "REPLAY_REQUEST-13")
        .doesNotContain("QUARANTINE-4", "REPLAY_REQUEST-11");
  }

  static class PurgesTooMuch implements Broken {
    @Override
    public Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("purge") && arguments.length == 4) {
        Purge what = (Purge) arguments[0];
        return sound.purge(
            what.tenant(), what.handlerId(), what.states(), Duration.ZERO, null, MANY);
      }
      if (method.getName().equals("purgeQuarantined")) {
        return sound.purgeQuarantined(
            (Tenant) arguments[0], Duration.ZERO, MANY, (OperatorAction) arguments[3]);
      }
      if (method.getName().equals("purgeReplayRequests")) {
        return sound.purgeReplayRequests(
            (Tenant) arguments[0], Duration.ZERO, MANY, (OperatorAction) arguments[3]);
      }
      return Broken.pass(sound, method, arguments);
    }
  }

  @Test
  void givenAStoreThatPurgesWithoutAgeLimitOrTrace_whenTheSuiteRuns_thenRetentionRulesFail() {
    SuiteRun run = SuiteRun.of(PurgesTooMuch.class, id -> id.startsWith("RETENTION"));

    assertThat(run.failed().keySet())
        .contains("RETENTION-1", "RETENTION-2", "RETENTION-3")
        .contains("RETENTION-12", "RETENTION-13", "RETENTION-14")
        .doesNotContain("RETENTION-5", "RETENTION-10");
  }

  static class DeletesWhatItShows implements Broken {
    @Override
    public Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("purgeable")) {
        Purgeable found = (Purgeable) Broken.pass(sound, method, arguments);
        sound.purgeRows(
            (Purge) arguments[0],
            found.rows().stream().map(row -> row.summary().key()).toList(),
            new OperatorAction("nobody", "too early"));
        return found;
      }
      return method.getName().equals("purgeRows")
          ? ((List<?>) arguments[1]).size()
          : Broken.pass(sound, method, arguments);
    }
  }

  @Test
  void givenAStoreThatDeletesBeforeTheArchiveHasIt_whenTheSuiteRuns_thenArchiveRulesFail() {
    SuiteRun run = SuiteRun.of(DeletesWhatItShows.class, id -> id.startsWith("RETENTION"));

    assertThat(run.failed().keySet())
        .contains("RETENTION-1", "RETENTION-5", "RETENTION-6", "RETENTION-10")
        .doesNotContain("RETENTION-12");
  }
}
