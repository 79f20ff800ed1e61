package io.consumptionledger.benchmarks.harness;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes Markdown. */
public final class Table {
  private final StringBuilder text = new StringBuilder();
  private final int columns;

  /** A table with these headings; the first column is text, the others are numbers. */
  public Table(List<String> headings) {
    this.columns = headings.size();
    row(headings);
    text.append("|---|").append("---:|".repeat(columns - 1)).append('\n');
  }

  /** Adds a row. */
  public Table row(List<String> cells) {
    if (cells.size() != columns) {
      throw new IllegalArgumentException(cells.size() + " cells in " + columns + " columns");
    }
    text.append(
        cells.stream().map(Table::escaped).collect(Collectors.joining(" | ", "| ", " |\n")));
    return this;
  }

  private static String escaped(String cell) {
    return cell.replace("|", "\\|").replaceAll("\\s+", " ");
  }

  /** A number with three digits that count; "?" if it is not known. */
  public static String number(double value) {
    if (Double.isNaN(value)) {
      return "?";
    }
    double size = Math.abs(value);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 0.1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }

  /** A whole number. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
