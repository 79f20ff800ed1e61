package io.consumptionledger.jdbc;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One thing in which the schema of the database is not the ledger's. At least one side is present.
 *
 * @param kind "table", "column", "key", "index" or "check"; not null
 * @param object the table, or table and name with a dot between; not null
 * @param expected how the database would describe what should be there; null when nothing should
 * @param actual how the database describes what is there; null when nothing is
 */
public record SchemaDifference(String kind, String object, String expected, String actual) {

  private static final int MOST_SHOWN = 20;

  /** The differences as one sentence for a message, cut after the first {@value #MOST_SHOWN}. */
  static String shown(List<SchemaDifference> differences) {
    String first =
        differences.stream()
            .limit(MOST_SHOWN)
            .map(SchemaDifference::toString)
            .collect(Collectors.joining("; "));
    int more = differences.size() - MOST_SHOWN;
    return more > 0 ? first + "; and " + more + " more" : first;
  }

  /** One line that a person can act on. */
  @Override
  public String toString() {
    String what = kind + " " + object;
    if (actual == null) {
      return what + " is missing, expected: " + expected;
    }
    if (expected == null) {
      return what + " should not be there: " + actual;
    }
    return what + " is " + actual + ", expected: " + expected;
  }
}
