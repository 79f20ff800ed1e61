package io.consumptionledger.cli.dialect;

/** URLs for the help. */
public final class UrlExamples {
  /** One that can be typed. */
  public static final String ONE = "jdbc:postgresql://db.example/orders";

  /** One for each product. */
  public static final String ALL = ONE + " or jdbc:mysql://db.example/orders";

  private UrlExamples() {}
}
