package io.consumptionledger.benchmarks.harness;

import java.util.Arrays;
import java.util.Collection;

/**
 * The middle and the ends of what several rounds gave.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param min the least
 * @param max the most
 */
public record Statistics(double median, double min, double max) {
  /** Of nothing. */
  public static final Statistics UNKNOWN = new Statistics(Double.NaN, Double.NaN, Double.NaN);

  /**
   * Of values; those that are NaN were not measured and are left out.
   *
   * @param values the values
   * @return {@link #UNKNOWN} if there is none
   */
  public static Statistics of(Collection<Double> values) {
    double[] sorted =
        values.stream().mapToDouble(Double::doubleValue).filter(v -> !Double.isNaN(v)).toArray();
    if (sorted.length == 0) {
      return UNKNOWN;
    }
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Statistics(median, sorted[0], sorted[sorted.length - 1]);
  }

  /** How far the ends are apart, as a share of the median. */
  public double spread() {
    return (max - min) / median;
  }
}
