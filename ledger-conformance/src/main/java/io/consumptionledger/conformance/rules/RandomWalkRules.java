package io.consumptionledger.conformance.rules;

import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.Seed;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.walk.RandomWalk;
import java.time.Duration;
import java.util.Random;

/** All verbs, in any order, side by side with the in-memory store. */
public interface RandomWalkRules extends StoreRules {
  @Rule(
      id = "RANDOM_WALK-1",
      text =
          "After any steps the store agrees with the in-memory store in outcome and every column.",
      lookAt = "the last step of the printed list; its statement, or the in-memory store")
  default void agreesWithMemory(Scenario s) {
    int walks = Integer.getInteger("ledger.walk.walks", 3);
    int steps = Integer.getInteger("ledger.walk.steps", 250);
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    Random seeds = Seed.random("RANDOM_WALK-1");
    for (int i = 0; i < walks && (i == 0 || System.nanoTime() < end); i++) {
      s.fixture().clear();
      new RandomWalk(s.fixture(), seeds.nextLong()).run(steps);
    }
  }
}
