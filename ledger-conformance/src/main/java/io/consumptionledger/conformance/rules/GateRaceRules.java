package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.ParkResult;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TakeOverResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/** Many at the same moment on one aggregate. */
public interface GateRaceRules extends StoreRules {
  /** How many threads race. */
  int RACERS = 6;

  /** How often each short race is run. */
  int ROUNDS = 10;

  private static LedgerStore store(Scenario s, int racer) {
    return racer % 2 == 0 ? s.store() : s.second();
  }

  /** Claims or parks a row; what it claims it runs. */
  private static void deliver(Scenario s, LedgerStore store, NewRow row, OneByOne runs) {
    while (true) {
      ClaimResult result = Aggregates.tryClaim(s, store, row);
      if (result instanceof ClaimResult.Claimed claimed) {
        runs.run(s, store, claimed.claim(), claimed.turn());
        return;
      }
      if (store.park(row) instanceof ParkResult.Parked) {
        return;
      }
    }
  }

  private static void drain(Scenario s, LedgerStore store, OneByOne runs, int all) {
    Together.await(
        () -> {
          for (DueClaim due :
              store.claimDue(Tenant.DEFAULT, s.handler(), s.tokens(3), s.node(), Scenario.LEASE)) {
            runs.run(s, store, due.claim(), due.turn());
          }
          return runs.count() >= all;
        },
        "all rows had run");
  }

  @Rule(
      id = "GATE_RACE-1",
      text = "However many race on one aggregate, one runs at a time, and each is told its turn.",
      lookAt = "whether claim and claim-due decide under the lock of the gate")
  default void oneRunsAtATime(Scenario s) {
    int each = 8;
    OneByOne runs = new OneByOne();
    Together.run(
        RACERS,
        racer -> {
          LedgerStore store = store(s, racer);
          for (int i = 0; i < each; i++) {
            long place = (long) i * RACERS + racer;
            ConsumptionKey key = s.key("e" + place);
            deliver(s, store, Aggregates.placed(s, key, Aggregates.FIRST, place), runs);
          }
          drain(s, store, runs, each * RACERS);
          return racer;
        });
    runs.check();
    assertEquals(each * RACERS, runs.count(), "rows that ran");
    for (long place = 0; place < each * RACERS; place++) {
      Row row = s.row(s.key("e" + place));
      assertEquals(ConsumptionState.SUCCEEDED, row.summary().state(), "state of " + place);
      assertEquals(1, row.summary().attempt(), "starts of " + place);
    }
  }

  @Rule(
      id = "GATE_RACE-2",
      text = "In order of arrival places are given once each, and rows run in exactly that order.",
      lookAt = "whether the arrival counter is raised under the lock of the gate")
  default void arrivalsRunInOrder(Scenario s) {
    int each = 8;
    OneByOne runs = new OneByOne();
    Together.run(
        RACERS,
        racer -> {
          LedgerStore store = store(s, racer);
          for (int i = 0; i < each; i++) {
            ConsumptionKey key = s.key("e" + racer + "-" + i);
            deliver(s, store, Aggregates.placed(s, key, Aggregates.FIRST, null), runs);
          }
          drain(s, store, runs, each * RACERS);
          return racer;
        });
    runs.check();
    assertEquals(
        LongStream.rangeClosed(1, each * RACERS).boxed().toList(),
        runs.places(),
        "the places in the order in which they ran");
  }

  @Rule(
      id = "GATE_RACE-3",
      text = "A row that is parked while its head is settled is not left waiting for nobody.",
      lookAt = "whether park and the freeing of followers exclude each other by the gate")
  default void noFollowerIsForgotten(Scenario s) {
    for (int round = 0; round < ROUNDS; round++) {
      s.fixture().clear();
      Claim head = Aggregates.claim(s, "head", 1);
      NewRow next = s.placed(s.key("next"), 2);
      Together.run(
          2, racer -> racer == 0 ? s.store().succeed(head).orThrow() : s.second().park(next));
      if (s.store().get(next.key()).isPresent()) {
        Aggregates.isFreed(s, next.key());
      } else {
        s.claim(next);
      }
    }
  }

  @Rule(
      id = "GATE_RACE-4",
      text = "Of many who take over an expired head one gets row and gate, and its settle counts.",
      lookAt = "whether take-over writes the gate with the token that won")
  default void oneTakesRowAndGate(Scenario s) {
    for (int round = 0; round < ROUNDS; round++) {
      s.fixture().clear();
      ConsumptionKey head = Aggregates.claim(s, "head", 1).key();
      ConsumptionKey next = Aggregates.park(s, "next", 2);
      s.leaseEnds();
      RowSummary seen = s.summary(head);
      List<TakeOverResult> results =
          Together.run(
              RACERS,
              racer ->
                  store(s, racer)
                      .takeOver(seen, ClaimToken.random(), s.node(), Scenario.LEASE, 100));
      List<Claim> winners =
          results.stream()
              .filter(TakeOverResult.TakenOver.class::isInstance)
              .map(result -> ((TakeOverResult.TakenOver) result).claim())
              .toList();
      assertEquals(1, winners.size(), "winners");
      Expect.done(s.store().succeed(winners.get(0)));
      Aggregates.isFreed(s, next);
      assertEquals(next, s.claimOnlyDue().claim().key(), "the row that is due");
    }
  }

  @Rule(
      id = "GATE_RACE-5",
      text = "A replay and an earlier message race: never do both run, and none is lost.",
      lookAt = "whether authorize-replay, claim and claim-due decide under the lock of the gate")
  default void replayAndEarlierExclude(Scenario s) {
    for (int round = 0; round < ROUNDS; round++) {
      s.fixture().clear();
      ConsumptionKey later = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "later", 2).key();
      long version = s.version(later);
      OneByOne runs = new OneByOne();
      Together.run(
          3,
          racer -> {
            switch (racer) {
              case 0 -> s.store().authorizeReplay(later, version, s.approval());
              case 1 -> deliver(s, s.second(), s.placed(s.key("earlier"), 1), runs);
              default -> {
                for (DueClaim due : s.claimDue(5)) {
                  runs.run(s, s.store(), due.claim(), due.turn());
                }
              }
            }
            return racer;
          });
      runs.check();
      if (s.summary(later).state() == ConsumptionState.DEAD_LETTER) {
        Expect.done(s.store().authorizeReplay(later, s.version(later), s.approval()));
      }
      drain(s, s.store(), runs, 2);
      runs.check();
    }
  }

  @Rule(
      id = "GATE_RACE-6",
      text = "Retries and new messages of a few aggregates race without deadlock or standstill.",
      lookAt = "the order of locks: the gate first, then the row; rows first only past free gates")
  default void mixedTrafficDrains(Scenario s) {
    int each = 12;
    OneByOne[] runs = {new OneByOne(), new OneByOne(), new OneByOne()};
    Together.run(
        RACERS,
        racer -> {
          LedgerStore store = store(s, racer);
          for (int i = 0; i < each; i++) {
            int aggregate = (racer + i) % runs.length;
            long place = (long) i * RACERS + racer;
            ConsumptionKey key = s.key("e" + place);
            NewRow row = Aggregates.placed(s, key, "a-" + aggregate, place);
            if (!(Aggregates.tryClaim(s, store, row) instanceof ClaimResult.Claimed claimed)) {
              store.park(row);
              continue;
            }
            Expect.done(
                store.scheduleRetry(
                    claimed.claim(),
                    s.failure(ErrorClass.RETRYABLE),
                    row.content(),
                    Duration.ZERO));
          }
          return racer;
        });
    int[] ran = {0};
    Together.await(
        () -> {
          for (DueClaim due : s.claimDue(4)) {
            Expect.done(s.store().succeed(due.claim()));
            ran[0]++;
          }
          return s.store()
                  .count(
                      new io.consumptionledger.spi.ReadVerbs.Filter(
                          Tenant.DEFAULT,
                          s.handler(),
                          java.util.Set.of(ConsumptionState.RETRY_SCHEDULED),
                          null,
                          null),
                      1)
              == 0;
        },
        "all rows had run");
    assertTrue(ran[0] > 0, "rows were due");
  }
}
