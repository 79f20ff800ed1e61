package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Requests;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.ReplayReport;
import io.consumptionledger.operations.ReplayReport.End;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequest.State;
import io.consumptionledger.spi.ReplayRequestVerbs.Verdict;
import java.util.List;
import java.util.stream.IntStream;

/** Several people with the same request for a replay at the same time. */
public interface ReplayRaceRules extends StoreRules {
  private static void eachWasScheduledOnce(Scenario s, ConsumptionKey[] keys) {
    for (ConsumptionKey key : keys) {
      assertEquals(1, s.row(key).replayGeneration(), "generation of " + key);
      assertEquals(1, s.store().audit(key).size(), "the audit of " + key);
    }
  }

  @Rule(
      id = "REPLAY_RACE-1",
      text = "However many run a request at once, on two stores, each row is scheduled once.",
      lookAt = "the lock of the item before its row")
  default void runTwiceAtOnce(Scenario s) {
    int rows = 12;
    ConsumptionKey[] keys = Requests.dead(s, rows);
    ReplayRequest request = Requests.approved(s, keys);
    List<Long> scheduled =
        Together.run(
            6,
            i -> {
              LedgerStore store = i % 2 == 0 ? s.store() : s.second();
              return IntStream.range(0, rows)
                  .mapToObj(
                      n ->
                          store
                              .replayItem(Tenant.DEFAULT, request.id(), n, "op-" + i)
                              .orElseThrow())
                  .filter(result -> result.item().outcome() == ReplayOutcome.SCHEDULED)
                  .count();
            });
    scheduled.forEach(each -> assertEquals(rows, each, "what each of them heard"));
    eachWasScheduledOnce(s, keys);
  }

  @Rule(
      id = "REPLAY_RACE-2",
      text = "What is taken back while it runs is not scheduled any more once that is answered.",
      lookAt = "the lock that replayItem keeps on the request")
  default void takenBackWhileItRuns(Scenario s) {
    int rows = 20;
    ConsumptionKey[] keys = Requests.dead(s, rows);
    ReplayRequest request = Requests.approved(s, keys);
    List<Long> scheduled =
        Together.run(
            2,
            i -> {
              if (i == 0) {
                return IntStream.range(0, rows)
                    .filter(
                        n ->
                            s.store()
                                .replayItem(Tenant.DEFAULT, request.id(), n, Requests.RUNNER)
                                .isPresent())
                    .count();
              }
              Together.await(
                  () -> s.second().replayProgress(Tenant.DEFAULT, request.id()).untried() < rows,
                  "it runs");
              Requests.done(
                  s.second()
                      .decideReplay(
                          Tenant.DEFAULT, request.id(), Requests.no(Verdict.CANCEL, "carl")));
              return (long)
                  s.second()
                      .replayProgress(Tenant.DEFAULT, request.id())
                      .of(ReplayOutcome.SCHEDULED);
            });
    assertEquals(scheduled.get(1), scheduled.get(0), "scheduled before it was taken back, and all");
  }

  @Rule(
      id = "REPLAY_RACE-3",
      text = "Two people who run a request at once schedule each row once, and both end well.",
      lookAt = "the lock of the item before its row, and endReplay of a request that is over")
  default void twoRunsAtOnce(Scenario s) {
    int rows = 20;
    ConsumptionKey[] keys = Requests.dead(s, rows);
    ReplayRequest request = Requests.approved(s, keys);
    List<ReplayReport> reports =
        Together.run(
            2,
            i ->
                Operations.on(i == 0 ? s.store() : s.second())
                    .build()
                    .replays()
                    .run(Tenant.DEFAULT, request.id(), new Operator("op-" + i), ReplayRunRules.FAST)
                    .execute());
    reports.forEach(report -> assertEquals(End.COMPLETE, report.end(), "end"));
    eachWasScheduledOnce(s, keys);
    assertEquals(State.FINISHED, Requests.now(s, request).state(), "state");
  }
}
