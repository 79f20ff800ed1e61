package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TakeOverResult;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Many at the same moment, on two stores: one wins, all hear the truth, nobody gets an error. */
public interface RaceRules extends StoreRules {
  /** How many threads race. */
  int RACERS = 8;

  /** How often each race is run. */
  int ROUNDS = 8;

  private static LedgerStore store(Scenario s, int racer) {
    return racer % 2 == 0 ? s.store() : s.second();
  }

  private static <T> long count(List<T> results, Class<?> type) {
    return results.stream().filter(type::isInstance).count();
  }

  @Rule(
      id = "RACE-1",
      text = "Of many first claims of one key one wins; the others see the winner's row.",
      lookAt = "how claim answers when it loses against an insert that is under way")
  default void oneFirstClaimWins(Scenario s) {
    for (int round = 0; round < ROUNDS; round++) {
      String event = "e" + round;
      List<ClaimResult> results =
          Together.run(
              RACERS,
              i -> store(s, i).claim(s.bare(event), ClaimToken.random(), s.node(), Scenario.LEASE));
      assertEquals(1, count(results, ClaimResult.Claimed.class), "winners of round " + round);
      ClaimToken winner = s.summary(s.key(event)).token();
      for (ClaimResult result : results) {
        if (result instanceof ClaimResult.Exists exists) {
          assertEquals(ConsumptionState.PROCESSING, exists.row().state(), "what losers see");
          assertEquals(winner, exists.row().token(), "whose token losers see");
        }
      }
    }
  }

  @Rule(
      id = "RACE-2",
      text = "Of many who saw the same orphan one takes over; the attempt is raised once.",
      lookAt = "the WHERE clause of take-over, and its update count")
  default void oneTakesOver(Scenario s) {
    for (int round = 0; round < ROUNDS; round++) {
      ConsumptionKey key = s.claim("e" + round).key();
      s.leaseEnds();
      RowSummary seen = s.summary(key);
      List<TakeOverResult> results =
          Together.run(
              RACERS,
              i -> store(s, i).takeOver(seen, ClaimToken.random(), s.node(), Scenario.LEASE, 100));
      assertEquals(1, count(results, TakeOverResult.TakenOver.class), "winners");
      assertEquals(2, s.summary(key).attempt(), "attempt");
      assertEquals(2, s.summary(key).epoch(), "epoch");
    }
  }

  @Rule(
      id = "RACE-3",
      text = "Rows that come due are claimed by one each, none twice, none forgotten.",
      lookAt = "locking in claim-due, and its update count")
  default void dueRowsAreSharedOut(Scenario s) {
    Set<ConsumptionKey> due = new HashSet<>();
    for (int i = 0; i < 60; i++) {
      due.add(s.scheduled("e" + i, Duration.ZERO));
    }
    List<List<DueClaim>> results =
        Together.run(
            RACERS,
            i -> {
              List<DueClaim> mine = new ArrayList<>();
              List<DueClaim> some;
              do {
                some =
                    store(s, i)
                        .claimDue(
                            Tenant.DEFAULT, s.handler(), s.tokens(7), s.node(), Scenario.LEASE);
                mine.addAll(some);
              } while (!some.isEmpty());
              return mine;
            });
    List<ConsumptionKey> claimed = new ArrayList<>();
    results.forEach(mine -> mine.forEach(d -> claimed.add(d.claim().key())));
    claimed.addAll(s.claimDue(100).stream().map(d -> d.claim().key()).toList());
    assertEquals(due.size(), claimed.size(), "the number of claims");
    assertEquals(due, new HashSet<>(claimed), "the claimed rows");
    due.forEach(key -> assertEquals(2, s.summary(key).attempt(), "attempt of " + key));
  }

  @Rule(
      id = "RACE-4",
      text = "An owner that settles and a rival that takes over: exactly one of them succeeds.",
      lookAt = "state and token in the WHERE clauses of both")
  default void settleAgainstTakeOver(Scenario s) {
    for (int round = 0; round < 2 * ROUNDS; round++) {
      Claim owner = s.claim("e" + round);
      s.leaseEnds();
      RowSummary seen = s.summary(owner.key());
      List<Object> results =
          Together.run(
              2,
              i ->
                  i == 0
                      ? s.store().succeed(owner)
                      : s.second()
                          .takeOver(seen, ClaimToken.random(), s.node(), Scenario.LEASE, 100));
      boolean settled = results.get(0) instanceof TransitionResult.Applied;
      boolean taken = results.get(1) instanceof TakeOverResult.TakenOver;
      assertNotEquals(settled, taken, "settled and taken over: " + results);
      assertEquals(
          settled ? ConsumptionState.SUCCEEDED : ConsumptionState.PROCESSING,
          s.summary(owner.key()).state(),
          "state");
    }
  }

  @Rule(
      id = "RACE-5",
      text = "A renewal never stands in the way of a settle, nor hears LOST before it.",
      lookAt = "locking in renew")
  default void renewAgainstSettle(Scenario s) {
    for (int round = 0; round < 2 * ROUNDS; round++) {
      Claim owner = s.claim("e" + round);
      List<Object> results =
          Together.run(
              2,
              i ->
                  i == 0
                      ? s.store().succeed(owner)
                      : s.second().renew(List.of(owner), Scenario.LEASE).get(owner));
      assertEquals(new TransitionResult.Applied(Commit.DONE), results.get(0), "the settle");
      assertTrue(results.get(1) instanceof RenewResult, "the renewal: " + results.get(1));
      assertEquals(ConsumptionState.SUCCEEDED, s.summary(owner.key()).state(), "state");
    }
  }

  @Rule(
      id = "RACE-6",
      text = "Of different verdicts with the same token one stands.",
      lookAt = "the state in the WHERE clause of the settling verbs")
  default void oneVerdictStands(Scenario s) {
    for (int round = 0; round < ROUNDS; round++) {
      Claim owner = s.claim("e" + round);
      List<TransitionResult> results =
          Together.run(
              4,
              i ->
                  switch (i) {
                    case 0 -> s.store().succeed(owner);
                    case 1 ->
                        s.second().deadLetter(owner, s.failure(ErrorClass.POISON), s.content("x"));
                    case 2 ->
                        s.store()
                            .scheduleRetry(
                                owner,
                                s.failure(ErrorClass.RETRYABLE),
                                s.content("x"),
                                Scenario.DELAY);
                    default -> s.second().release(owner, s.content("x"), Scenario.DELAY);
                  });
      assertEquals(1, count(results, TransitionResult.Applied.class), "verdicts: " + results);
      assertEquals(2, s.summary(owner.key()).rowVersion(), "row version");
    }
  }

  @Rule(
      id = "RACE-7",
      text = "Many who claim and settle many keys in any order all come through.",
      lookAt = "lock order and gaps between rows; deadlocks must be retried by the store")
  default void manyKeysManyThreads(Scenario s) {
    int keys = 24;
    List<Integer> wins =
        Together.run(
            RACERS,
            racer -> {
              List<Integer> order = new ArrayList<>();
              for (int i = 0; i < keys; i++) {
                order.add(i);
              }
              Collections.shuffle(order, new Random(racer));
              int won = 0;
              for (int i : order) {
                ClaimResult result =
                    store(s, racer)
                        .claim(s.full("e" + i), ClaimToken.random(), s.node(), Scenario.LEASE);
                if (result instanceof ClaimResult.Claimed claimed) {
                  Expect.done(store(s, racer).succeed(claimed.claim()));
                  won++;
                }
              }
              return won;
            });
    assertEquals(keys, wins.stream().mapToInt(Integer::intValue).sum(), "wins: " + wins);
  }

  @Rule(
      id = "RACE-8",
      text = "Many who recover the same orphans recover each once.",
      lookAt = "locking in recover, and its update count")
  default void orphansAreRecoveredOnce(Scenario s) {
    Set<ConsumptionKey> orphans = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      orphans.add(s.claimFull("e" + i).key());
    }
    s.leaseEnds();
    List<Integer> counts =
        Together.run(RACERS, i -> recover(s, store(s, i)) + recover(s, store(s, i)));
    int all = counts.stream().mapToInt(Integer::intValue).sum() + recover(s, s.store());
    assertEquals(orphans.size(), all, "the number of recovered rows");
    orphans.forEach(key -> assertEquals(2, s.summary(key).rowVersion(), "version of " + key));
  }

  private static int recover(Scenario s, LedgerStore store) {
    return store
        .recover(
            s.handler(),
            100,
            OnOrphan.RERUN,
            s.failure(ErrorClass.CRASH_LOOP),
            s.failure(ErrorClass.UNRECOVERABLE),
            Scenario.DELAY,
            11)
        .size();
  }

  @Rule(
      id = "RACE-9",
      text = "Of many operators with the same version one acts, and one is audited.",
      lookAt = "row_version in the WHERE clauses, and the audit in the same transaction")
  default void oneOperatorActs(Scenario s) {
    for (int round = 0; round < ROUNDS; round++) {
      ConsumptionKey key = s.dead("e" + round);
      long version = s.version(key);
      List<TransitionResult> results =
          Together.run(
              6,
              i ->
                  switch (i % 3) {
                    case 0 -> store(s, i).authorizeReplay(key, version, s.approval());
                    case 1 -> store(s, i).resolve(key, version, s.action());
                    default -> store(s, i).discard(key, version, s.action());
                  });
      assertEquals(1, count(results, TransitionResult.Applied.class), "actions: " + results);
      assertEquals(1, s.store().audit(key).size(), "audit entries");
    }
  }

  @Rule(
      id = "RACE-10",
      text = "Of many records of one key one is made; claims and records do not mix.",
      lookAt = "how complete, record-failure and record-terminal answer when they lose")
  default void oneRecordIsMade(Scenario s) {
    for (int round = 0; round < ROUNDS; round++) {
      String event = "e" + round;
      List<Object> results =
          Together.run(
              RACERS,
              i ->
                  switch (i % 4) {
                    case 0 -> store(s, i / 4).complete(s.full(event));
                    case 1 ->
                        store(s, i / 4)
                            .recordFailure(
                                s.full(event), s.failure(ErrorClass.RETRYABLE), Scenario.DELAY);
                    case 2 ->
                        store(s, i / 4)
                            .recordFailure(s.full(event), s.failure(ErrorClass.RETRYABLE), null);
                    default ->
                        store(s, i / 4)
                            .claim(s.bare(event), ClaimToken.random(), s.node(), Scenario.LEASE);
                  });
      long made =
          count(results, RecordResult.Recorded.class) + count(results, ClaimResult.Claimed.class);
      assertEquals(1, made, "records and claims: " + results);
      assertEquals(1, s.version(s.key(event)), "row version");
    }
  }

  @Rule(
      id = "RACE-11",
      text = "An anomaly that many see is new for one of them.",
      lookAt = "how a duplicate in consumption_anomalies is answered")
  default void oneSeesAnomalyFirst(Scenario s) {
    for (int round = 0; round < ROUNDS; round++) {
      Anomaly anomaly = new Anomaly(s.key("e" + round), 1, AnomalyKind.LEASE_ORPHAN, "seen", null);
      List<Boolean> results = Together.run(RACERS, i -> store(s, i).recordAnomaly(anomaly));
      assertEquals(1, Collections.frequency(results, true), "how many thought it new");
    }
  }

  @Rule(
      id = "RACE-12",
      text = "A claim repeated while it is still under way is the same claim.",
      lookAt = "how claim tells its own row from another's after it lost the insert")
  default void sameTokenSameClaim(Scenario s) {
    for (int round = 0; round < ROUNDS; round++) {
      String event = "e" + round;
      ClaimToken token = ClaimToken.random();
      List<ClaimResult> results =
          Together.run(4, i -> store(s, i).claim(s.bare(event), token, s.node(), Scenario.LEASE));
      for (ClaimResult result : results) {
        assertEquals(new Claim(s.key(event), token, 1, 1, 0), Expect.claimed(result), "claim");
      }
    }
  }

  @Rule(
      id = "RACE-13",
      text = "An owner that settles and a sweep that recovers: exactly one of them succeeds.",
      lookAt = "whether recover reads rows and then updates them by key only")
  default void settleAgainstRecover(Scenario s) {
    for (int round = 0; round < 2 * ROUNDS; round++) {
      Claim owner = s.claimFull("e" + round);
      s.leaseEnds();
      List<Object> results =
          Together.run(2, i -> i == 0 ? s.store().succeed(owner) : recover(s, s.second()));
      Row row = s.row(owner.key());
      boolean settled = results.get(0) instanceof TransitionResult.Applied;
      assertEquals(
          settled ? ConsumptionState.SUCCEEDED : ConsumptionState.RETRY_SCHEDULED,
          row.summary().state(),
          "state after " + results);
      assertEquals(2, row.summary().rowVersion(), "row version after " + results);
      s.fixture().clear();
    }
  }

  @Rule(
      id = "RACE-14",
      text = "Of many who want the one row that is due one gets it; the others come later.",
      lookAt = "locking in claim-due, and that a waiter looks at the state again")
  default void oneGetsTheDueRow(Scenario s) {
    for (int round = 0; round < ROUNDS; round++) {
      ConsumptionKey key = s.scheduled("e" + round, Duration.ZERO);
      List<List<DueClaim>> results =
          Together.run(
              RACERS,
              i ->
                  store(s, i)
                      .claimDue(
                          Tenant.DEFAULT, s.handler(), s.tokens(3), s.node(), Scenario.LEASE));
      List<DueClaim> won = results.stream().flatMap(List::stream).toList();
      assertEquals(1, won.size(), "winners of round " + round);
      RowSummary row = s.summary(key);
      assertEquals(2, row.attempt(), "attempt");
      assertEquals(won.get(0).claim().token(), row.token(), "the winner's token");
      Expect.exists(
          ConsumptionState.PROCESSING,
          s.store().claim(s.bare(key), ClaimToken.random(), s.node(), Scenario.LEASE));
    }
  }
}
