package io.consumptionledger.cli.base;

/** What a command tells the shell. The numbers are documented and stay. */
public enum Exit {
  /** Everything was done. */
  OK(0),
  /** Something was refused, was not there, or not all of it was done; the output says what. */
  NOT_ALL(1),
  /** The command line is wrong; nothing was done. */
  USAGE(2),
  /** The database is not available, or its schema is not as expected. */
  UNAVAILABLE(3),
  /** A fault of this program itself. */
  FAULT(4);

  private final int code;

  Exit(int code) {
    this.code = code;
  }

  /**
   * The number.
   *
   * @return 0 to 4
   */
  public int code() {
    return code;
  }

  /**
   * Whether all was done.
   *
   * @param all true if so
   * @return {@link #OK} or {@link #NOT_ALL}
   */
  public static Exit of(boolean all) {
    return all ? OK : NOT_ALL;
  }
}
