package io.consumptionledger.benchmarks.harness;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Runs the lines of a group in turns, so that a machine that gets slower is unfair to nobody. */
public final class Rounds {
  private final int rounds;
  private final Pace pace;
  private final PrintStream progress;
  private final Meter meter;

  /**
   * Rounds.
   *
   * @param rounds how often each line is run
   * @param pace how long each time
   * @param progress where to tell of each
   * @param meter counts statements in a round before the others, which warms up the JVM too
   */
  public Rounds(int rounds, Pace pace, PrintStream progress, Meter meter) {
    this.rounds = rounds;
    this.pace = pace;
    this.progress = progress;
    this.meter = meter;
  }

  /**
   * Measures all lines of a group with all numbers of callers. The most callers come first, because
   * they compile the code soonest: with one caller that takes longer than a round.
   */
  public List<Measured> measure(Group group) {
    SortedMap<Integer, List<Measured>> measured = new TreeMap<>(Comparator.reverseOrder());
    group.callers().forEach(callers -> measured.put(callers, new ArrayList<>()));
    measured.forEach((callers, results) -> results.addAll(measure(group, callers)));
    return group.callers().stream().flatMap(callers -> measured.get(callers).stream()).toList();
  }

  private List<Measured> measure(Group group, int callers) {
    List<Measured> measured = new ArrayList<>();
    List<Line> all = group.fitting(callers);
    Map<Line, List<Result>> results = new LinkedHashMap<>();
    meter.counting(true);
    for (Line line : all) {
      results.put(line, new ArrayList<>(List.of(once(group, line, callers, 0))));
    }
    meter.counting(false);
    for (int round = 1; round <= rounds; round++) {
      for (int i = 0; i < all.size(); i++) {
        Line line = all.get((i + round) % all.size()); // nobody is always first
        results.get(line).add(once(group, line, callers, round));
      }
    }
    results.forEach((line, list) -> measured.add(measured(group, line, callers, list)));
    return measured;
  }

  private static Measured measured(Group group, Line line, int callers, List<Result> results) {
    return new Measured(
        group.id(),
        line.name(),
        callers,
        group.base().contains(line),
        results.get(0),
        results.subList(1, results.size()));
  }

  private Result once(Group group, Line line, int callers, int round) {
    try (line) {
      line.prepare(callers);
      Result result = line.run(callers, pace);
      progress.printf(
          Locale.ROOT,
          "%s: %s, %d callers, %s: %.0f/s%n",
          group.id(),
          line.name(),
          callers,
          round == 0 ? "counted" : "round " + round,
          result.rate());
      return result;
    } catch (Exception e) {
      throw new IllegalStateException(
          "\"" + line.name() + "\" with " + callers + " callers failed: " + e.getMessage(), e);
    }
  }
}
