package io.consumptionledger.conformance;

import java.util.Random;

/**
 * Randomness that can be repeated: every seed is printed, and {@code -Dledger.seed=N} gives it
 * again.
 */
public final class Seed {
  private static final String PROPERTY = "ledger.seed";

  private Seed() {}

  /**
   * The seed to use: the one that was asked for, or a new one.
   *
   * @return the seed
   */
  public static long next() {
    String wanted = System.getProperty(PROPERTY, "");
    return wanted.isBlank() ? System.nanoTime() : Long.parseLong(wanted.trim());
  }

  /**
   * A source of random numbers whose seed is printed.
   *
   * @param purpose what it is for
   * @return the source
   */
  public static Random random(String purpose) {
    long seed = next();
    System.out.println(purpose + ": repeat with -D" + PROPERTY + "=" + seed);
    return new Random(seed);
  }
}
