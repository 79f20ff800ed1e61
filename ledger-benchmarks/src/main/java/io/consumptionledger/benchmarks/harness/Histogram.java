package io.consumptionledger.benchmarks.harness;

/** Counts times in buckets that are at most 1.6% wide. Used by one thread. */
public final class Histogram {
  private static final int SUB_BITS = 6;
  private static final int SUB = 1 << SUB_BITS;

  private final long[] buckets = new long[(64 - SUB_BITS + 1) * SUB];
  private long total;

  /**
   * Counts one time.
   *
   * @param nanos the time, not negative
   */
  public void add(long nanos) {
    buckets[bucket(nanos)]++;
    total++;
  }

  /** Counts all that another one counted. */
  public void addAll(Histogram other) {
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] += other.buckets[i];
    }
    total += other.total;
  }

  /** How many were counted. */
  public long total() {
    return total;
  }

  /**
   * The time that a share of all did not exceed, rounded up to its bucket's end.
   *
   * @param share from 0 to 1
   * @return nanoseconds; NaN if nothing was counted
   */
  public double percentile(double share) {
    if (total == 0) {
      return Double.NaN;
    }
    long wanted = Math.max(1, (long) Math.ceil(share * total));
    long seen = 0;
    for (int i = 0; i < buckets.length; i++) {
      seen += buckets[i];
      if (seen >= wanted) {
        return end(i);
      }
    }
    throw new IllegalStateException("counted " + seen + " of " + total);
  }

  private static int bucket(long nanos) {
    if (nanos < SUB) {
      return (int) Math.max(0, nanos);
    }
    int shift = 63 - Long.numberOfLeadingZeros(nanos) - SUB_BITS;
    return (shift + 1) * SUB + (int) (nanos >>> shift) - SUB;
  }

  private static double end(int bucket) {
    if (bucket < SUB) {
      return bucket;
    }
    int shift = bucket / SUB - 1;
    return Math.scalb((double) (bucket % SUB + SUB + 1), shift) - 1;
  }
}
