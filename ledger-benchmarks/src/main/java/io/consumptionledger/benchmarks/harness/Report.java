package io.consumptionledger.benchmarks.harness;

import static io.consumptionledger.benchmarks.harness.Table.number;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What was measured, as Markdown and as CSV. */
public final class Report {
  private static final List<String> HEADINGS =
      List.of(
          "line",
          "callers",
          "msg/s",
          "from-to",
          "to base",
          "p50 ms",
          "p99 ms",
          "p99 to base",
          "JVM CPU s/1000",
          "DB CPU s/1000",
          "alloc kB/msg",
          "commits/msg",
          "statements/msg");

  private final String title;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final List<Group> groups = new ArrayList<>();
  private final List<Measured> measured = new ArrayList<>();

  /** A report of that name. */
  public Report(String title) {
    this.title = title;
  }

  /** Adds what was set, in this order. */
  public void settings(Map<String, String> values) {
    settings.putAll(values);
  }

  /** Adds what the lines of a group gave. */
  public void add(Group group, List<Measured> results) {
    groups.add(group);
    measured.addAll(results);
  }

  /** Adds a section of other text, after the tables. */
  public void addText(String heading, String text) {
    texts.put(heading, text);
  }

  /** The tables, for people. */
  public String markdown() {
    StringBuilder text = new StringBuilder("# " + title + "\n\n");
    text.append("Medians of the rounds; \"from-to\" are the slowest and the fastest of them. ");
    text.append("\"to base\" compares with the fastest line in bold at as many callers. ");
    text.append(
        "Statements are those that were sent, commits and rollbacks included, counted in a");
    text.append(" round of its own. A \"?\" could not be measured here.\n\n");
    Table table = new Table(List.of("setting", "value"));
    settings.forEach((name, value) -> table.row(List.of(name, value)));
    text.append(table);
    groups.forEach(group -> append(text, group));
    texts.forEach(
        (heading, body) -> text.append("\n## ").append(heading).append("\n\n").append(body));
    return text.toString();
  }

  private void append(StringBuilder text, Group group) {
    text.append("\n## ").append(group.title()).append("\n\n").append(group.note()).append("\n\n");
    Table table = new Table(HEADINGS);
    of(group).forEach(line -> table.row(cells(line)));
    text.append(table).append('\n');
    for (Line line : group.all()) {
      if (!line.note().isEmpty()) {
        text.append("- ").append(line.name()).append(": ").append(line.note()).append('\n');
      }
    }
  }

  private List<Measured> of(Group group) {
    return measured.stream().filter(line -> line.group().equals(group.id())).toList();
  }

  /** The fastest line that others are compared with. */
  private Optional<Measured> base(Measured line) {
    return measured.stream()
        .filter(m -> m.base() && m.group().equals(line.group()) && m.callers() == line.callers())
        .max(Comparator.comparingDouble(m -> m.rate().median()));
  }

  private List<String> cells(Measured line) {
    Statistics rate = line.rate();
    double p99 = line.latencyMillis(0.99);
    double baseRate = base(line).map(b -> b.rate().median()).orElse(Double.NaN);
    double baseP99 = base(line).map(b -> b.latencyMillis(0.99)).orElse(Double.NaN);
    return List.of(
        line.base() ? "**" + line.line() + "**" : line.line(),
        Integer.toString(line.callers()),
        number(rate.median()),
        number(rate.min()) + " - " + number(rate.max()),
        number(rate.median() / baseRate),
        number(line.latencyMillis(0.5)),
        number(p99),
        number(p99 / baseP99),
        number(1000 * used(line, Meter.Reading::jvmCpu)),
        number(1000 * used(line, Meter.Reading::databaseCpu)),
        number(used(line, Meter.Reading::allocated) / 1024),
        number(used(line, Meter.Reading::commits)),
        number(line.counted().perMessage(line.counted().used().statements())));
  }

  private static double used(Measured line, ToDoubleFunction<Meter.Reading> figure) {
    return line.of(result -> result.perMessage(figure.applyAsDouble(result.used()))).median();
  }

  /** One row for each round, for programs; in round 0 statements are counted. */
  public String csv() {
    StringBuilder text =
        new StringBuilder(
            "group,line,callers,round,messages,seconds,rate,p50_ms,p99_ms,"
                + "jvm_cpu_s,db_cpu_s,allocated_bytes,commits,statements\n");
    for (Measured line : measured) {
      append(text, line, 0, line.counted());
      for (int i = 0; i < line.rounds().size(); i++) {
        append(text, line, i + 1, line.rounds().get(i));
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Measured line, int round, Result result) {
    Meter.Reading used = result.used();
    text.append(line.group()).append(",\"").append(line.line().replace("\"", "\"\"")).append('"');
    text.append(',').append(line.callers()).append(',').append(round);
    text.append(',').append(result.messages());
    for (double value :
        new double[] {
          result.seconds(),
          result.rate(),
          result.latencyMillis(0.5),
          result.latencyMillis(0.99),
          used.jvmCpu(),
          used.databaseCpu(),
          used.allocated(),
          used.commits(),
          used.statements()
        }) {
      text.append(',');
      if (!Double.isNaN(value)) {
        text.append(String.format(Locale.ROOT, "%.3f", value));
      }
    }
    text.append('\n');
  }
}
