package io.consumptionledger.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
  private final Line floor = new NamedLine("by hand", "two statements");
  private final Line other = new NamedLine("the ledger", "");
  private final Group group =
      new Group("leased", "One message", "Why.", List.of(16), List.of(floor), List.of(other));

  private record NamedLine(String name, String note) implements Line {
    @Override
    public void prepare(int callers) {}

    @Override
    public Result run(int callers, Pace pace) {
      return result(callers, 1);
    }

    @Override
    public void close() {}
  }

  private static Result result(long messages, long millis) {
    Histogram latencies = new Histogram();
    latencies.add(millis * 1_000_000);
    return new Result(
        messages,
        1,
        latencies,
        new Meter.Reading(1, Double.NaN, 1024.0 * messages, 2.0 * messages, Double.NaN));
  }

  private static Result counted(int statementsPerMessage) {
    double unknown = Double.NaN;
    return new Result(
        10,
        1,
        new Histogram(),
        new Meter.Reading(unknown, unknown, unknown, unknown, 10.0 * statementsPerMessage));
  }

  private Report report() {
    Report report = new Report("Performance");
    report.settings(Map.of("fsync", "on"));
    report.add(
        group,
        List.of(
            new Measured("leased", "by hand", 16, true, counted(3), List.of(result(1000, 10))),
            new Measured(
                "leased",
                "the ledger",
                16,
                false,
                counted(5),
                List.of(result(1900, 5), result(2100, 4), result(2000, 2)))));
    return report;
  }

  @Test
  void a_line_is_shown_with_its_median_its_ends_and_its_ratio_to_the_base() {
    assertThat(report().markdown())
        .contains("| fsync | on |")
        .contains("## One message\n\nWhy.")
        .contains("| **by hand** | 16 | 1,000 | 1,000 - 1,000 | 1.00 |")
        .contains("| the ledger | 16 | 2,000 | 1,900 - 2,100 | 2.00 |")
        .contains("- by hand: two statements")
        .doesNotContain("- the ledger:");
  }

  @Test
  void what_could_not_be_measured_is_shown_as_such() {
    assertThat(report().markdown()).contains("| 1.00 | ? | 1.00 | 2.00 | 3.00 |");
  }

  @Test
  void each_round_is_a_row_for_programs() {
    assertThat(report().csv().lines())
        .hasSize(7)
        .anyMatch(
            line ->
                line.startsWith("leased,\"the ledger\",16,2,2100,1.000,2100.000,")
                    && line.endsWith(",1.000,,2150400.000,4200.000,"))
        .anyMatch(
            line ->
                line.startsWith("leased,\"the ledger\",16,0,10,")
                    && line.endsWith(",,,,,,,50.000"));
  }

  @Test
  void a_round_that_did_nothing_is_refused() {
    assertThatThrownBy(() -> result(0, 1)).hasMessageContaining("is no result");
  }

  @Test
  void a_row_with_a_cell_too_few_is_refused() {
    assertThatThrownBy(() -> new Table(List.of("a", "b")).row(List.of("1")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
