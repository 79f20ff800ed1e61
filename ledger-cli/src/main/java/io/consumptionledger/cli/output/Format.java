package io.consumptionledger.cli.output;

/** How reports are written. */
public enum Format {
  /** Tables for people. */
  TEXT,
  /** Tables for people in colours, on a terminal. */
  COLOURS,
  /** One line of JSON. */
  JSON;

  /**
   * A report in this format.
   *
   * @param report the report
   * @return its text, with a line end
   */
  public String of(Report report) {
    return switch (this) {
      case TEXT -> TextReport.of(report, false);
      case COLOURS -> TextReport.of(report, true);
      case JSON -> JsonReport.of(report) + "\n";
    };
  }
}
