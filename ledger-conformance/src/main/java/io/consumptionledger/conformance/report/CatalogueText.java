package io.consumptionledger.conformance.report;

import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.RuleCatalogue;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Writes the rules down for people. */
public final class CatalogueText {
  private CatalogueText() {}

  /**
   * The catalogue of all rules as Markdown.
   *
   * @param catalogue the rules
   * @return the text
   */
  public static String markdown(RuleCatalogue catalogue) {
    StringBuilder out = new StringBuilder("# Conformance rules\n\n");
    out.append("Generated from the annotations of the rule interfaces in `ledger-conformance`; ");
    out.append("do not edit. ").append(catalogue.entries().size()).append(" rules. ");
    out.append("A REQUIRED rule cannot be waived. A rule that needs a capability applies to the ");
    out.append("stores that have it, and is reported as \"not applicable\" for others.\n\n");
    out.append("Capabilities:\n\n");
    for (Capability capability : Capability.values()) {
      out.append("- `").append(capability).append("`: ").append(capability.meaning());
      out.append(".\n");
    }
    String subject = "";
    for (RuleCatalogue.Entry entry : catalogue.entries()) {
      if (!entry.subject().equals(subject)) {
        subject = entry.subject();
        out.append("\n## ").append(subject).append("\n\n");
        out.append("| rule | level | text | if this fails, look at |\n|---|---|---|---|\n");
      }
      line(out, entry);
    }
    return out.toString();
  }

  private static void line(StringBuilder out, RuleCatalogue.Entry entry) {
    String needs =
        Arrays.stream(entry.rule().needs())
            .map(need -> "`" + need + "`")
            .collect(Collectors.joining(", "));
    out.append("| ").append(entry.rule().id());
    out.append(" | ").append(entry.rule().level());
    out.append(" | ").append(cell(entry.rule().text()));
    out.append(needs.isEmpty() ? "" : " Needs " + needs + ".");
    out.append(" | ").append(cell(entry.rule().lookAt())).append(" |\n");
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
