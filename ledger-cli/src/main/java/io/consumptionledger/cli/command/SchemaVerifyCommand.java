package io.consumptionledger.cli.command;

import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.output.Format;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.cli.output.View;
import io.consumptionledger.jdbc.LedgerSchema;
import io.consumptionledger.jdbc.SchemaDifference;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Compares the tables. */
@Command(
    name = "verify",
    description =
        "Compares the tables with what they should be and lists the differences. Changes nothing.",
    footerHeading = "%nExample:%n",
    footer = "  ledger schema verify --schema ledger || echo \"call the DBA\"")
final class SchemaVerifyCommand extends SchemaBase {
  private static final View<SchemaDifference> DIFFERENCE =
      new View<SchemaDifference>()
          .column("kind", SchemaDifference::kind)
          .column("object", SchemaDifference::object)
          .column("expected", SchemaDifference::expected)
          .column("actual", SchemaDifference::actual);

  private static final String TABLE = "table";

  private static boolean isWithin(SchemaDifference difference, Set<String> tables) {
    return !difference.kind().equals(TABLE)
        && tables.contains(difference.object().split("\\.", 2)[0]);
  }

  @Override
  Exit on(LedgerSchema schema) {
    List<SchemaDifference> differences = schema.verify();
    Set<String> missing =
        differences.stream()
            .filter(each -> each.kind().equals(TABLE) && each.actual() == null)
            .map(SchemaDifference::object)
            .collect(Collectors.toSet());
    List<SchemaDifference> shown =
        format() == Format.JSON
            ? differences
            : differences.stream().filter(each -> !isWithin(each, missing)).toList();
    Report report =
        new Report().table("differences", DIFFERENCE, shown, "The schema is as it should be.");
    print(
        missing.isEmpty()
            ? report
            : report.note("What belongs to missing tables is not listed; --json lists all."));
    return differences.isEmpty() ? Exit.OK : Exit.UNAVAILABLE;
  }
}
