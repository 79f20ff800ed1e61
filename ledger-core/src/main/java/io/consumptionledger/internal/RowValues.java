package io.consumptionledger.internal;

import java.util.List;

/** Takes out the row values that databases quote in their messages; names of columns stay. */
final class RowValues {
  /** How far behind a lead the value may begin. */
  private static final int MAX_GAP = 120;

  /**
   * @param lead what stands before the value, lower case
   * @param open what the value begins with, the last character of it being its opening delimiter
   * @param tails what may stand behind the value; the end of the line always may
   */
  private record Rule(String lead, String open, List<String> tails) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule(")=", "(", List.of(") already exists", ") is ", ") conflicts with")),
          new Rule("row contains ", "(", List.of()),
          new Rule("duplicate entry ", "'", List.of("' for key")),
          new Rule("value: ", "'", List.of("' for ", "', ", "'; ")),
          new Rule("value ", "\"", List.of("\" ")),
          new Rule("near ", "'", List.of("' at line", "', ")),
          new Rule("out of range: ", "\"", List.of()),
          new Rule("invalid input ", ": \"", List.of()),
          new Rule(", column ", ": \"", List.of()));

  private final Marks marks;
  private final String s;

  private RowValues(Marks marks) {
    this.marks = marks;
    this.s = marks.text();
  }

  static void scan(Marks marks) {
    RowValues values = new RowValues(marks);
    int i = 0;
    while (i < marks.text().length()) {
      i = values.at(i);
    }
  }

  private int at(int i) {
    char c = s.charAt(i);
    if (c == '$') {
      return parameter(i);
    }
    if ((c == 'v' || c == 'V') && s.regionMatches(true, i, "values", 0, 6)) {
      return literals(i + 6);
    }
    if (c == ' ' || c == ')' || c == ',' || Character.isLetter(c)) {
      for (Rule rule : RULES) {
        if (s.regionMatches(true, i, rule.lead, 0, rule.lead.length())) {
          return quoted(i, rule);
        }
      }
    }
    return i + 1;
  }

  private int quoted(int i, Rule rule) {
    int from = i + rule.lead.length();
    int gap = rule.open.length() > 1 ? MAX_GAP : 1;
    int open = find(rule.open, from, from + gap);
    if (open < 0) {
      return i + 1;
    }
    open += rule.open.length() - 1;
    char close = s.charAt(open) == '(' ? ')' : s.charAt(open);
    for (int j = open + 1; j < s.length(); j++) {
      if (s.charAt(j) == close && tail(j, rule)) {
        marks.mark(open + 1, j);
        return j + 1;
      }
    }
    marks.mark(open, s.length());
    return s.length();
  }

  private int find(String what, int from, int limit) {
    for (int i = from; i < limit && i < s.length() && !Extent.lineEnd(s, i); i++) {
      if (s.startsWith(what, i)) {
        return i;
      }
    }
    return -1;
  }

  private boolean tail(int close, Rule rule) {
    for (String tail : rule.tails) {
      if (s.startsWith(tail, close)) {
        return true;
      }
    }
    boolean dot = close + 1 < s.length() && s.charAt(close + 1) == '.';
    return Extent.lineEnd(s, dot ? close + 2 : close + 1);
  }

  /** {@code $1 = 'x'}. */
  private int parameter(int i) {
    int at = i + 1;
    while (at < s.length() && Character.isDigit(s.charAt(at))) {
      at++;
    }
    if (at == i + 1 || !s.startsWith(" = '", at)) {
      return at;
    }
    int open = at + 3;
    int close = Extent.quoted(s, open);
    marks.mark(close < 0 ? open : open + 1, close < 0 ? s.length() : close);
    return close < 0 ? s.length() : close + 1;
  }

  /** The literals of an insert statement: {@code values ('x', 1), ('y', 2)}. */
  private int literals(int from) {
    int i = from;
    while (true) {
      while (i < s.length() && (Extent.blank(s, i) || s.charAt(i) == ',')) {
        i++;
      }
      if (i >= s.length() || s.charAt(i) != '(') {
        return i;
      }
      int close = Extent.bracketed(s, i, '\'');
      if (close < 0) {
        marks.mark(i, s.length());
        return s.length();
      }
      marks.mark(i + 1, close - 1);
      i = close;
    }
  }
}
