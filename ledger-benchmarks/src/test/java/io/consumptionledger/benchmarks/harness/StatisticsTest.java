package io.consumptionledger.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void the_median_of_three_rounds_is_the_one_in_the_middle() {
    Statistics of = Statistics.of(List.of(30.0, 10.0, 11.0));

    assertThat(of).isEqualTo(new Statistics(11, 10, 30));
    assertThat(of.spread()).isEqualTo(20.0 / 11, within(1e-9));
  }

  @Test
  void the_median_of_four_rounds_is_the_mean_of_the_two_in_the_middle() {
    assertThat(Statistics.of(List.of(4.0, 1.0, 3.0, 100.0)).median()).isEqualTo(3.5);
  }

  @Test
  void what_was_not_measured_is_left_out() {
    assertThat(Statistics.of(List.of(Double.NaN, 7.0))).isEqualTo(new Statistics(7, 7, 7));
    assertThat(Statistics.of(List.of(Double.NaN))).isEqualTo(Statistics.UNKNOWN);
  }
}
