package io.consumptionledger.benchmarks.harness;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs the lines of a group in turns, so that a machine that gets slower is unfair to nobody. */
public final class Rounds {
  private final int rounds;
  private final Pace pace;
  private final PrintStream progress;

  /**
   * Rounds.
   *
   * @param rounds how often each line is run
   * @param pace how long each time
   * @param progress where to tell of each
   */
  public Rounds(int rounds, Pace pace, PrintStream progress) {
    this.rounds = rounds;
    this.pace = pace;
    this.progress = progress;
  }

  /** Measures all lines of a group with all numbers of callers. */
  public List<Measured> measure(Group group) throws Exception {
    List<Measured> measured = new ArrayList<>();
    for (int callers : group.callers()) {
      List<Line> all = group.fitting(callers);
      Map<Line, List<Result>> results = new LinkedHashMap<>();
      all.forEach(line -> results.put(line, new ArrayList<>()));
      for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < all.size(); i++) {
          Line line = all.get((i + round) % all.size()); // nobody is always first
          Result result = once(line, callers);
          results.get(line).add(result);
          progress.printf(
              Locale.ROOT,
              "%s: %s, %d callers, round %d: %.0f/s%n",
              group.id(),
              line.name(),
              callers,
              round + 1,
              result.rate());
        }
      }
      results.forEach(
          (line, list) ->
              measured.add(
                  new Measured(
                      group.id(), line.name(), callers, group.base().contains(line), list)));
    }
    return measured;
  }

  private Result once(Line line, int callers) throws Exception {
    try (line) {
      line.prepare(callers);
      return line.run(callers, pace);
    } catch (Exception e) {
      throw new IllegalStateException(
          "\"" + line.name() + "\" with " + callers + " callers failed: " + e.getMessage(), e);
    }
  }
}
