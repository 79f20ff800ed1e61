package io.consumptionledger.operations;

import io.consumptionledger.spi.InspectionVerbs.Counted;

/** A number of rows, as far as it was worth counting them. */
public sealed interface Count {
  /**
   * How many there are for certain.
   *
   * @return the number, or what there are at the least
   */
  long number();

  /**
   * All were counted.
   *
   * @param number how many there are
   */
  record Exactly(long number) implements Count {
    @Override
    public String toString() {
      return Long.toString(number);
    }
  }

  /**
   * Counting stopped.
   *
   * @param number how many there are at the least
   */
  record AtLeast(long number) implements Count {
    /** Says "more than 1000" for at least 1,001. */
    @Override
    public String toString() {
      return number == 0 ? "not known" : "more than " + (number - 1);
    }
  }

  /**
   * What a store counted.
   *
   * @param counted its answer
   * @return the number
   */
  static Count of(Counted counted) {
    return counted.isExact() ? new Exactly(counted.number()) : new AtLeast(counted.number());
  }
}
