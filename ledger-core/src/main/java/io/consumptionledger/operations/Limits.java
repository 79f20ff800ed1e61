package io.consumptionledger.operations;

import io.consumptionledger.InvalidFieldException;

/** How much one call may ask for. */
final class Limits {
  /** The longest page. */
  static final int PAGE = 1_000;

  /** The highest number that is worth counting to. */
  static final int COUNT = 1_000_000;

  private Limits() {}

  static int page(int limit) {
    return within(limit, PAGE);
  }

  static int count(int limit) {
    return within(limit, COUNT);
  }

  private static int within(int limit, int most) {
    if (limit < 1 || limit > most) {
      throw new InvalidFieldException("limit", "is " + limit + ", it must be from 1 to " + most);
    }
    return limit;
  }
}
