package io.consumptionledger.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RoundsTest {
  private static final Pace PACE = new Pace(Duration.ZERO, Duration.ofMinutes(10));

  private static final Meter UNKNOWN = () -> Meter.Reading.UNKNOWN;

  private final List<String> events = new ArrayList<>();

  /** Each caller does ten messages and is finished. */
  private final class TenEach implements Line {
    private final String name;
    private final int most;

    TenEach(String name, int most) {
      this.name = name;
      this.most = most;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public boolean fits(int callers) {
      return callers <= most;
    }

    @Override
    public void prepare(int callers) {
      events.add("prepare " + name);
    }

    @Override
    public Result run(int callers, Pace pace) throws Exception {
      return Callers.run(
          UNKNOWN,
          callers,
          pace,
          i -> {
            AtomicInteger left = new AtomicInteger(10);
            return () -> left.getAndDecrement() > 0 ? 1 : Step.FINISHED;
          });
    }

    @Override
    public void close() {
      events.add("close " + name);
    }
  }

  private static Rounds rounds(int count) {
    return new Rounds(
        count,
        PACE,
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
        UNKNOWN);
  }

  private static Group group(List<Integer> callers, Line... lines) {
    return new Group("g", "G", "", callers, List.of(), List.of(lines));
  }

  @Test
  void lines_take_turns_and_each_round_is_closed_before_the_next() throws Exception {
    rounds(2).measure(group(List.of(1), new TenEach("a", 9), new TenEach("b", 9)));

    assertThat(events)
        .containsExactly(
            "prepare a",
            "close a",
            "prepare b",
            "close b", // in which statements are counted
            "prepare b",
            "close b",
            "prepare a",
            "close a",
            "prepare a",
            "close a",
            "prepare b",
            "close b");
  }

  @Test
  void callers_that_are_finished_end_a_round_before_its_time() throws Exception {
    List<Measured> measured = rounds(1).measure(group(List.of(3), new TenEach("a", 9)));

    assertThat(measured).hasSize(1);
    assertThat(measured.get(0).rounds()).hasSize(1);
    assertThat(measured.get(0).rounds().get(0).messages()).isEqualTo(30);
    assertThat(measured.get(0).rounds().get(0).latencies().total()).isEqualTo(30);
  }

  @Test
  void a_line_is_left_out_where_there_are_too_many_callers_for_it() throws Exception {
    assertThat(rounds(1).measure(group(List.of(2, 8), new TenEach("a", 4), new TenEach("b", 9))))
        .extracting(m -> m.line() + m.callers())
        .containsExactly("a2", "b2", "b8");
  }

  @Test
  void the_most_callers_come_first_and_the_table_begins_with_the_fewest() throws Exception {
    List<Measured> measured =
        rounds(1).measure(group(List.of(1, 3), new TenEach("a", 9), new TenEach("b", 1)));

    assertThat(measured).extracting(m -> m.line() + m.callers()).containsExactly("a1", "b1", "a3");
    assertThat(events.subList(0, 4)).containsOnly("prepare a", "close a");
  }

  @Test
  void a_caller_that_fails_ends_the_run_with_the_name_of_its_line() {
    Line failing =
        new Line() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public void prepare(int callers) {}

          @Override
          public Result run(int callers, Pace pace) throws Exception {
            return Callers.run(
                UNKNOWN,
                callers,
                PACE,
                i ->
                    () -> {
                      throw new IllegalArgumentException("no such row");
                    });
          }

          @Override
          public void close() {}
        };

    assertThatThrownBy(() -> rounds(1).measure(group(List.of(2), failing)))
        .hasMessageContaining("\"broken\" with 2 callers")
        .hasMessageContaining("no such row");
  }
}
