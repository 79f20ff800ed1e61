package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConfigurationException;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of one statement, taken apart once at start: comments are dropped, {@code :name} is a
 * parameter unless it stands in quotes or the colon is one of two.
 */
final class SqlTemplate {
  private final String file;
  private final String text;
  private final StringBuilder sql = new StringBuilder();
  private final List<String> places = new ArrayList<>();

  private SqlTemplate(String file, String text) {
    this.file = file;
    this.text = text;
  }

  /**
   * A statement that can be run.
   *
   * @param sql its text, with {@code ?} for each parameter
   * @param places the parameters' names in the order of their places, with repetitions
   */
  record Parsed(String sql, List<String> places) {}

  static Parsed parse(String file, String text) {
    return new SqlTemplate(file, text).parse();
  }

  private Parsed parse() {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (text.startsWith("--", at)) {
        at = endOfLine(at);
      } else if (c == '\'' || c == '"' || c == '`') {
        at = copy(at, endOfQuote(at, c));
      } else if (text.startsWith("::", at)) {
        at = copy(at, at + 2);
      } else if (c == ':' && at + 1 < text.length() && isNamePart(text.charAt(at + 1))) {
        at = parameter(at + 1);
      } else if (c == '?' || c == ';') {
        throw new ConfigurationException(
            file + ": a statement is one statement with named parameters, but has a '" + c + "'");
      } else {
        at = copy(at, at + 1);
      }
    }
    return new Parsed(sql.toString().stripTrailing(), List.copyOf(places));
  }

  private int copy(int from, int to) {
    boolean blank = sql.isEmpty();
    String part = text.substring(from, to);
    sql.append(blank ? part.stripLeading() : part);
    return to;
  }

  private int parameter(int from) {
    int to = from;
    while (to < text.length() && isNamePart(text.charAt(to))) {
      to++;
    }
    String name = text.substring(from, to);
    sql.append('?');
    places.add(name);
    return to;
  }

  private int endOfLine(int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }

  private int endOfQuote(int from, char quote) {
    int end = text.indexOf(quote, from + 1);
    if (end < 0) {
      throw new ConfigurationException(file + ": a quote is not closed");
    }
    return end + 1;
  }

  private static boolean isNamePart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
