package io.consumptionledger.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class HistogramTest {
  private static final Percentage BUCKET = Percentage.withPercentage(1.6);

  @Test
  void percentiles_of_a_hundred_times_are_those_times() {
    Histogram histogram = new Histogram();
    LongStream.rangeClosed(1, 100).forEach(n -> histogram.add(n * 1_000_000));

    assertThat(histogram.percentile(0.50)).isCloseTo(50e6, BUCKET);
    assertThat(histogram.percentile(0.99)).isCloseTo(99e6, BUCKET);
    assertThat(histogram.percentile(1)).isCloseTo(100e6, BUCKET);
  }

  @Test
  void any_time_is_found_again_within_the_width_of_a_bucket() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      long nanos = random.nextLong() >>> (1 + random.nextInt(62));
      Histogram histogram = new Histogram();
      histogram.add(nanos);

      assertThat(histogram.percentile(0.5)).isCloseTo(nanos, within(Math.max(1, nanos * 0.016)));
    }
  }

  @Test
  void two_callers_are_counted_together() {
    Histogram one = new Histogram();
    Histogram other = new Histogram();
    one.add(10);
    other.add(20);
    one.addAll(other);

    assertThat(one.total()).isEqualTo(2);
    assertThat(one.percentile(0.5)).isEqualTo(10);
    assertThat(one.percentile(1)).isEqualTo(20);
  }

  @Test
  void nothing_has_no_percentile() {
    assertThat(new Histogram().percentile(0.5)).isNaN();
  }
}
