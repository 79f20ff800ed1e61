package io.consumptionledger.cli.command;

import io.consumptionledger.InvalidFieldException;

/** Refuses numbers that are out of bounds, by the name that people have typed. */
final class Within {
  /** The longest list of things that come in one piece. */
  static final int LIST = 1_000;

  /** The highest number that is worth counting to. */
  static final int COUNT = 1_000_000;

  private Within() {}

  static void check(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new InvalidFieldException(
          option,
          "is " + shown(value) + ", it must be from " + shown(least) + " to " + shown(most));
    }
  }

  private static String shown(double number) {
    return number == Math.rint(number) && !Double.isInfinite(number)
        ? Long.toString((long) number)
        : Double.toString(number);
  }
}
