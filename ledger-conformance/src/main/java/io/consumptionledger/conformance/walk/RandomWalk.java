package io.consumptionledger.conformance.walk;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.conformance.MovableClock;
import io.consumptionledger.conformance.StoreFixture;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Leads the in-memory store and the store under test through the same random steps. */
public final class RandomWalk {
  private final StoreFixture fixture;
  private final MovableClock clock = new MovableClock();
  private final Side reference = new Side(new InMemoryLedgerStore(clock));
  private final Side tested;
  private final Steps steps;
  private final long seed;
  private final List<String> taken = new ArrayList<>();

  /**
   * Prepares a walk.
   *
   * @param fixture the store under test; it must be empty
   * @param seed decides every step
   */
  public RandomWalk(StoreFixture fixture, long seed) {
    this.fixture = fixture;
    this.tested = new Side(fixture.store());
    this.steps = new Steps(new Random(seed));
    this.seed = seed;
  }

  /**
   * Walks.
   *
   * @param count how many steps
   * @throws AssertionError at the first disagreement, with all steps that led there
   */
  public void run(int count) {
    for (int i = 1; i <= count; i++) {
      Duration pause = steps.pause();
      if (!pause.isZero()) {
        clock.elapse(pause);
        fixture.elapse(pause);
      }
      Step step = steps.next();
      taken.add(i + ". " + (pause.isZero() ? "" : "after " + pause + ": ") + step);
      compare("the outcome of the last step", outcome(step, reference), outcome(step, tested));
      Map<ConsumptionKey, Row> expected = reference.rows(steps.keys());
      Map<ConsumptionKey, Row> actual = tested.rows(steps.keys());
      for (ConsumptionKey key : steps.keys()) {
        compare(
            "row " + key + " after the last step",
            reference.everything(key, expected.get(key)),
            tested.everything(key, actual.get(key)));
      }
    }
  }

  private Facts outcome(Step step, Side side) {
    try {
      return step.action().apply(side);
    } catch (RuntimeException e) {
      throw new AssertionError(lead() + side.store().description() + " threw " + e, e);
    }
  }

  private void compare(String what, Facts expected, Facts actual) {
    String difference = expected.differenceTo(actual);
    if (difference != null) {
      throw new AssertionError(lead() + what + "\n" + difference);
    }
  }

  private String lead() {
    return "seed " + seed + ", steps:\n" + String.join("\n", taken) + "\n";
  }
}
