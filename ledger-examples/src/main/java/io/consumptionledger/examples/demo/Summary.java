package io.consumptionledger.examples.demo;

import io.consumptionledger.ConsumptionState;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a person wants to know at the end. */
final class Summary {
  private static final int SHOWN_PROBLEMS = 10;

  private final PrintStream out;

  Summary(PrintStream out) {
    this.out = out;
  }

  /**
   * What the broker and the nodes did.
   *
   * @param deliveries how many were answered with "acknowledge"
   * @param acksLost how many of these answers the broker never heard
   * @param comeAgain how many deliveries were told to come again
   * @param interrupts how many interrupts reached a thread
   * @param deaths how many nodes died with a claim
   * @param retries how many runs the retries took
   */
  record Accidents(
      long deliveries, long acksLost, long comeAgain, long interrupts, long deaths, long retries) {}

  void print(
      Input input,
      String database,
      Evidence evidence,
      Judge.Verdict verdict,
      Accidents accidents,
      Duration time) {
    out.println();
    line("database", database);
    line("input", input(input));
    handlers(evidence);
    line(
        "duplicates",
        Words.number(verdict.duplicates())
            + " suppressed, of "
            + Words.number(accidents.deliveries)
            + " acknowledged");
    line(
        "accidents",
        Words.count(accidents.acksLost, "lost acknowledgement")
            + ", "
            + Words.count(accidents.deaths, "dead node")
            + " with a claim, "
            + Words.count(accidents.interrupts, "interrupt")
            + ", "
            + Words.number(accidents.comeAgain)
            + " times told to come again");
    line("retries", Words.count(accidents.retries, "run") + " by the ledger, not by the broker");
    deadLetters(evidence);
    chain(evidence);
    double seconds = Math.max(0.001, time.toMillis() / 1000.0);
    long messages = evidence.expected().size();
    line(
        "time",
        String.format(Locale.ROOT, "%.1f s, %,.0f messages a second", seconds, messages / seconds));
    problems(verdict);
  }

  private static String input(Input input) {
    long events = input.distinct();
    long subjects = input.messages().stream().map(m -> m.event().aggregate()).distinct().count();
    long repeated = input.messages().size() - events;
    return Words.count(events, "event")
        + " about "
        + Words.count(subjects, "subject")
        + ", from "
        + Words.oneLine(input.name())
        + (repeated == 0 ? "" : ", " + Words.count(repeated, "event") + " sent twice")
        + (input.rejected() == 0
            ? ""
            : ", " + Words.count(input.rejected(), "unusable line") + " left out");
  }

  private void handlers(Evidence evidence) {
    Map<String, long[]> byHandler = new TreeMap<>();
    evidence
        .did()
        .forEach(
            (key, did) -> {
              long[] sums = byHandler.computeIfAbsent(key.handlerId(), h -> new long[3]);
              sums[0] += did.applied();
              sums[1] += did.runs();
              sums[2] += did.applied() == 0 ? 1 : 0;
            });
    byHandler.forEach(
        (handler, sums) ->
            line(
                handler,
                Words.number(sums[0])
                    + " handled in "
                    + Words.count(sums[1], "run")
                    + (sums[2] == 0 ? "" : ", " + Words.number(sums[2]) + " rejected")));
  }

  private void deadLetters(Evidence evidence) {
    Map<String, Long> groups =
        evidence.rows().stream()
            .filter(r -> r.state() == ConsumptionState.DEAD_LETTER)
            .collect(
                Collectors.groupingBy(
                    r ->
                        r.key().handlerId()
                            + "  "
                            + r.errorClass()
                            + "  "
                            + Words.oneLine(r.message()),
                    TreeMap::new,
                    Collectors.counting()));
    long sum = groups.values().stream().mapToLong(Long::longValue).sum();
    line("dead letters", Words.number(sum));
    groups.forEach((why, count) -> line("", String.format(Locale.ROOT, "%,6d  %s", count, why)));
  }

  private void chain(Evidence evidence) {
    Chain chain = evidence.foundChain();
    if (chain.links() > 0) {
      line(
          "chain",
          Words.number(chain.broken())
              + " of "
              + Words.number(chain.links())
              + " links broken, "
              + Words.number(chain.live())
              + " live subjects");
      line("", "SHA-256 " + chain.digest());
    }
  }

  private void problems(Judge.Verdict verdict) {
    List<String> problems = verdict.problems();
    problems.stream().limit(SHOWN_PROBLEMS).forEach(p -> line("problem", Words.oneLine(p)));
    if (problems.size() > SHOWN_PROBLEMS) {
      line("", "and " + (problems.size() - SHOWN_PROBLEMS) + " more");
    }
    out.println();
  }

  private void line(String label, String text) {
    out.printf(Locale.ROOT, "%-14s %s%n", label, text);
  }
}
