package io.consumptionledger.cli.output;

import io.consumptionledger.cli.output.Report.Details;
import io.consumptionledger.cli.output.Report.Note;
import io.consumptionledger.cli.output.Report.Section;
import io.consumptionledger.cli.output.Report.Table;
import io.consumptionledger.cli.output.Report.Value;
import io.consumptionledger.cli.output.View.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reports as people read them: tables with a heading, and descriptions line by line. */
final class TextReport {
  private static final int LONGEST_CUT = 60;
  private static final String GAP = "  ";
  private static final String BOLD = "1";

  /** Words that stand out: what needs somebody, what is under way, what is over. */
  private static final Map<String, String> COLOURS =
      Map.ofEntries(
          Map.entry("DEAD_LETTER", "31"),
          Map.entry("FAILED", "31"),
          Map.entry("REFUSED", "31"),
          Map.entry("NOT_FOUND", "31"),
          Map.entry("CHANGED", "33"),
          Map.entry("BLOCKED", "33"),
          Map.entry("RETRY_SCHEDULED", "33"),
          Map.entry("REQUESTED", "33"),
          Map.entry("PROCESSING", "36"),
          Map.entry("APPROVED", "36"),
          Map.entry("SUCCEEDED", "32"),
          Map.entry("SCHEDULED", "32"),
          Map.entry("FINISHED", "32"),
          Map.entry("CLOSED", "32"));

  private final boolean colours;
  private final StringBuilder text = new StringBuilder();

  private TextReport(boolean colours) {
    this.colours = colours;
  }

  static String of(Report report, boolean colours) {
    TextReport shown = new TextReport(colours);
    report.sections().forEach(shown::add);
    return shown.text.toString();
  }

  private void add(Section section) {
    if (section instanceof Table<?> table) {
      table(table);
    } else if (section instanceof Details<?> details) {
      details(details);
    } else if (section instanceof Note note) {
      text.append(Words.line(note.text())).append('\n');
    } else if (!(section instanceof Value)) {
      throw new AssertionError(section);
    }
  }

  private <T> void table(Table<T> table) {
    if (table.items().isEmpty()) {
      if (table.ifEmpty() != null) {
        title(table.title());
        text.append(table.ifEmpty()).append('\n');
      }
      return;
    }
    title(table.title());
    List<View.Field<T>> columns = table.view().columns();
    List<List<String>> lines = new ArrayList<>();
    lines.add(columns.stream().map(c -> c.title().toUpperCase(Locale.ROOT)).toList());
    for (T item : table.items()) {
      lines.add(columns.stream().map(column -> cell(column, item)).toList());
    }
    int[] widths = new int[columns.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], Columns.of(line.get(i)));
      }
    }
    for (int i = 0; i < lines.size(); i++) {
      line(lines.get(i), widths, i == 0);
    }
  }

  private static <T> String cell(View.Field<T> column, T item) {
    String cell = Words.of(column.value().apply(item));
    return column.place() == Place.CUT_COLUMN ? Columns.cut(cell, LONGEST_CUT) : cell;
  }

  private void line(List<String> cells, int[] widths, boolean isHeading) {
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      text.append(i == 0 ? "" : GAP).append(isHeading ? painted(cell, BOLD) : coloured(cell));
      if (i < cells.size() - 1) {
        text.append(" ".repeat(widths[i] - Columns.of(cell)));
      }
    }
    text.append('\n');
  }

  private <T> void details(Details<T> details) {
    if (details.item() == null) {
      return;
    }
    title(details.title());
    List<View.Field<T>> fields =
        details.view().fields().stream()
            .filter(field -> field.value().apply(details.item()) != null)
            .toList();
    int width = fields.stream().mapToInt(field -> Columns.of(field.title())).max().orElse(0);
    for (View.Field<T> field : fields) {
      String name = field.title();
      text.append(painted(name, BOLD))
          .append(" ".repeat(width - Columns.of(name)))
          .append(GAP)
          .append(coloured(Words.of(field.value().apply(details.item()))))
          .append('\n');
    }
  }

  private void title(String title) {
    if (title != null) {
      text.append(text.isEmpty() ? "" : "\n").append(painted(title, BOLD)).append('\n');
    }
  }

  private String coloured(String word) {
    String colour = COLOURS.get(word);
    return colour == null ? word : painted(word, colour);
  }

  private String painted(String word, String code) {
    return colours ? "\u001b[" + code + "m" + word + "\u001b[0m" : word;
  }
}
