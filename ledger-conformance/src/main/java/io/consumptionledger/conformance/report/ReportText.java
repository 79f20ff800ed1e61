package io.consumptionledger.conformance.report;

import io.consumptionledger.conformance.StoreInfo;
import java.util.Locale;

/** The three forms of a report. */
final class ReportText {
  private static final int MAX_DETAIL = 2000;

  private ReportText() {}

  static String json(Report report) {
    StringBuilder out = new StringBuilder("{\n");
    StoreInfo info = report.info();
    field(out, "  ", "store", report.name()).append(",\n");
    field(out, "  ", "product", info.product()).append(",\n");
    field(out, "  ", "version", info.version()).append(",\n");
    field(out, "  ", "driver", info.driver()).append(",\n");
    field(out, "  ", "source", info.source()).append(",\n");
    for (Outcome outcome : Outcome.values()) {
      String name = outcome.name().toLowerCase(Locale.ROOT);
      out.append("  ").append(quoted(name)).append(": ").append(report.count(outcome));
      out.append(",\n");
    }
    field(out, "  ", "digest", report.digest().hex()).append(",\n  \"rules\": [");
    String separator = "\n";
    for (RuleResult result : report.results()) {
      out.append(separator).append("    {");
      field(out, "", "id", result.rule().id()).append(", ");
      field(out, "", "level", result.rule().level().name()).append(", ");
      field(out, "", "outcome", result.outcome().name()).append(", ");
      out.append("\"millis\": ").append(result.time().toMillis());
      if (result.detail() != null) {
        field(out.append(", "), "", "detail", cut(result.detail()));
      }
      out.append('}');
      separator = ",\n";
    }
    return out.append("\n  ]\n}\n").toString();
  }

  private static StringBuilder field(StringBuilder out, String indent, String name, String value) {
    return out.append(indent).append(quoted(name)).append(": ").append(quoted(value));
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  static String markdown(Report report) {
    StringBuilder out = new StringBuilder("# Conformance of " + report.name() + "\n\n");
    out.append(report.summary()).append("\n\nDriver: ").append(report.info().driver());
    out.append("  \nDigest: `").append(report.digest()).append("`\n\n");
    out.append("| rule | level | outcome | ms | text |\n|---|---|---|---|---|\n");
    for (RuleResult result : report.results()) {
      out.append("| ").append(result.rule().id());
      out.append(" | ").append(result.rule().level());
      out.append(" | ").append(cell(explained(result)));
      out.append(" | ").append(result.time().toMillis());
      out.append(" | ").append(cell(result.rule().text())).append(" |\n");
    }
    return out.toString();
  }

  private static String explained(RuleResult result) {
    return switch (result.outcome()) {
      case PASSED -> "passed";
      case FAILED -> "**failed**: " + cut(result.detail()) + " - look at " + result.rule().lookAt();
      case NOT_APPLICABLE, WAIVED -> cut(result.detail());
    };
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replaceAll("\\R", " ");
  }

  static String html(Report report) {
    StringBuilder out = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head>");
    out.append("<meta charset=\"utf-8\"><title>Conformance of ").append(escaped(report.name()));
    out.append("</title><style>body{font-family:sans-serif;margin:2em}td,th{text-align:left;");
    out.append("padding:.2em .6em;vertical-align:top}tr:nth-child(even){background:#f4f4f4}");
    out.append(".FAILED{color:#b00020;font-weight:bold}.PASSED{color:#1b6e2c}</style></head>");
    out.append("<body>\n<h1>Conformance of ").append(escaped(report.name())).append("</h1>\n<p>");
    out.append(escaped(report.summary())).append("</p>\n<p>Driver: ");
    out.append(escaped(report.info().driver())).append("<br>Digest: <code>");
    out.append(report.digest()).append("</code></p>\n<table><tr><th>rule<th>level<th>outcome");
    out.append("<th>ms<th>text</tr>\n");
    for (RuleResult result : report.results()) {
      out.append("<tr><td>").append(result.rule().id());
      out.append("<td>").append(result.rule().level());
      out.append("<td class=\"").append(result.outcome()).append("\">");
      out.append(escaped(explained(result).replace("**", "")));
      out.append("<td>").append(result.time().toMillis());
      out.append("<td>").append(escaped(result.rule().text())).append("</tr>\n");
    }
    return out.append("</table></body></html>\n").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String cut(String text) {
    return text.length() <= MAX_DETAIL ? text : text.substring(0, MAX_DETAIL) + "...";
  }
}
