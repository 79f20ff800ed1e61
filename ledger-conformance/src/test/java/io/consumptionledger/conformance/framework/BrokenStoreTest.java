package io.consumptionledger.conformance.framework;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayLogic;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.ItemResult;
import io.consumptionledger.spi.ReplayRequestVerbs.Which;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TransitionResult;
import io.consumptionledger.spi.Turn;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stores with one fault each: the rules that guard against it fail, and say what is wrong. */
@ExtendWith(BrokenStoreReports.class)
class BrokenStoreTest {
  static class IgnoresTokens implements Broken {
    @Override
    public Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("succeed")) {
        Claim claim = (Claim) arguments[0];
        ClaimToken current =
            sound.get(claim.key()).map(row -> row.summary().token()).orElse(claim.token());
        return sound.succeed(
            new Claim(claim.key(), current, claim.epoch(), claim.attempt(), claim.yields()));
      }
      return Broken.pass(sound, method, arguments);
    }
  }

  @Test
  void givenAStoreThatIgnoresTokens_whenTheSuiteRuns_thenFencingRulesFail() {
    SuiteRun run = SuiteRun.of(IgnoresTokens.class);

    assertThat(run.failed().keySet())
        .contains("SUCCEED-2", "TAKE_OVER-7", "FENCING-2", "FENCING-4", "RECOVER-9")
        .doesNotContain("CLAIM-1", "SCHEDULE_RETRY-2", "READ-1");
    assertThat(run.failed().get("SUCCEED-2")).hasMessageContaining("SUCCEED was to be refused");
  }

  static class TakesOverTheLiving implements Broken {
    @Override
    public Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("claim")) {
        NewRow row = (NewRow) arguments[0];
        Object result = Broken.pass(sound, method, arguments);
        return result instanceof ClaimResult.Exists exists && exists.row().token() != null
            ? new ClaimResult.Claimed(
                new Claim(row.key(), (ClaimToken) arguments[1], 2, 2, 0), Turn.IN_ORDER)
            : result;
      }
      return Broken.pass(sound, method, arguments);
    }
  }

  @Test
  void givenAStoreThatClaimsWhatIsThere_whenTheSuiteRuns_thenClaimRulesFail() {
    SuiteRun run = SuiteRun.of(TakesOverTheLiving.class);

    assertThat(run.failed().keySet())
        .contains("CLAIM-2", "CLAIM-3", "CLAIM-5", "RACE-1", "REFUSED-1", "RANDOM_WALK-1");
    assertThat(run.failed().get("CLAIM-2"))
        .hasMessageContaining("the claim was to find the row that is there");
  }

  static class TrustsTheCount implements Broken {
    @Override
    public Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable {
      Object result = Broken.pass(sound, method, arguments);
      boolean owners = arguments != null && arguments[0] instanceof Claim;
      return owners && result instanceof TransitionResult.Refused
          ? new TransitionResult.Applied(Commit.EARLIER)
          : result;
    }
  }

  @Test
  void givenAStoreThatNeverRefuses_whenTheSuiteRuns_thenRefusalsAreMissed() {
    SuiteRun run = SuiteRun.of(TrustsTheCount.class);

    assertThat(run.failed().keySet())
        .contains("SUCCEED-2", "SCHEDULE_RETRY-2", "DEAD_LETTER-2", "RELEASE-2", "RACE-4");
  }

  static class FoldsCase implements Broken {
    @Override
    public Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("claim")) {
        NewRow row = (NewRow) arguments[0];
        ConsumptionKey key = row.key();
        ConsumptionKey folded =
            new ConsumptionKey(
                key.tenant(),
                key.handlerId(),
                key.eventId().toLowerCase(Locale.ROOT),
                key.itemKey());
        Object[] changed = arguments.clone();
        changed[0] = new NewRow(folded, row.metadata(), row.payloadHash(), row.content());
        return Broken.pass(sound, method, changed);
      }
      return Broken.pass(sound, method, arguments);
    }
  }

  @Test
  void givenAStoreThatFoldsCase_whenTheSuiteRuns_thenIdentityRulesFail() {
    SuiteRun run = SuiteRun.of(FoldsCase.class, id -> id.startsWith("IDENTITY"));

    assertThat(run.failed().keySet()).contains("IDENTITY-1");
    assertThat(run.passed()).contains("IDENTITY-4");
  }

  static class NeverEndsALease implements Broken {
    @Override
    public Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("takeOver")) {
        RowSummary orphan = (RowSummary) arguments[0];
        LedgerStore store = sound;
        return new io.consumptionledger.spi.TakeOverResult.Refused(
            store.get(orphan.key()).map(row -> row.summary()).orElse(null));
      }
      return Broken.pass(sound, method, arguments);
    }
  }

  @Test
  void givenAStoreWhereNobodyTakesOver_whenTheSuiteRuns_thenTakeOverRulesFail() {
    SuiteRun run = SuiteRun.of(NeverEndsALease.class, id -> id.startsWith("TAKE_OVER"));

    assertThat(run.failed().keySet()).contains("TAKE_OVER-1", "TAKE_OVER-4", "TAKE_OVER-5");
    assertThat(run.passed()).contains("TAKE_OVER-2");
    assertThat(run.failed().get("TAKE_OVER-1"))
        .hasMessageContaining("the orphan was to be taken over");
  }

  static class LosesTime implements Broken {
    @Override
    public Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("scheduleRetry")) {
        Object[] changed = arguments.clone();
        changed[3] = ((Duration) arguments[3]).dividedBy(2);
        return Broken.pass(sound, method, changed);
      }
      return Broken.pass(sound, method, arguments);
    }
  }

  @Test
  void givenAStoreThatHalvesDelays_whenTheSuiteRuns_thenClockRulesAndTheWalkFail() {
    SuiteRun run = walkingLonger(() -> SuiteRun.of(LosesTime.class));

    assertThat(run.failed().keySet())
        .contains("SCHEDULE_RETRY-1", "SCHEDULE_RETRY-7", "CLOCK-1", "RANDOM_WALK-1");
    assertThat(run.failed().get("RANDOM_WALK-1"))
        .hasMessageContaining("seed ")
        .hasMessageContaining("SCHEDULE_RETRY");
  }

  /** One step in many is the broken one, and three walks may be over before they come to it. */
  private static <T> T walkingLonger(Supplier<T> run) {
    System.setProperty("ledger.walk.walks", "50");
    try {
      return run.get();
    } finally {
      System.clearProperty("ledger.walk.walks");
    }
  }

  static class SchedulesWithoutOutcome implements Broken {
    @Override
    public Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("replayItem")) {
        Tenant tenant = (Tenant) arguments[0];
        UUID id = (UUID) arguments[1];
        int position = (Integer) arguments[2];
        ReplayRequest request = sound.replayRequest(tenant, id).orElse(null);
        if (request == null || request.state() != ReplayRequest.State.APPROVED) {
          return Optional.empty();
        }
        ReplayItem item = sound.replayItems(tenant, id, Which.ALL, position, 1).get(0);
        TransitionResult result =
            sound.authorizeReplay(
                item.row().key(),
                item.row().version(),
                ReplayLogic.approval(request, (String) arguments[3]));
        return Optional.of(new ItemResult(ReplayLogic.judge(item, result), null));
      }
      return Broken.pass(sound, method, arguments);
    }
  }

  @Test
  void givenAStoreThatSchedulesWithoutTheOutcome_whenTheSuiteRuns_thenReplayRulesFail() {
    // Those left out wait a minute each for what such a store never does.
    Set<String> patient = Set.of("REPLAY_RUN-2", "REPLAY_RUN-5", "REPLAY_RACE-2");
    SuiteRun run =
        SuiteRun.of(
            SchedulesWithoutOutcome.class, id -> id.startsWith("REPLAY_") && !patient.contains(id));

    assertThat(run.failed().keySet())
        .contains("REPLAY_ITEM-1", "REPLAY_ITEM-3", "REPLAY_RUN-1", "REPLAY_RACE-1")
        .doesNotContain("REPLAY_REQUEST-1", "REPLAY_REQUEST-6");
  }
}
