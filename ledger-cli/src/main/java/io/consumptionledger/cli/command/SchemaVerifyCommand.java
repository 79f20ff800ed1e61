package io.consumptionledger.cli.command;

import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.cli.output.View;
import io.consumptionledger.jdbc.LedgerSchema;
import io.consumptionledger.jdbc.SchemaDifference;
import java.util.List;
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

  @Override
  Exit on(LedgerSchema schema) {
    List<SchemaDifference> differences = schema.verify();
    print(
        new Report()
            .table("differences", DIFFERENCE, differences, "The schema is as it should be."));
    return differences.isEmpty() ? Exit.OK : Exit.UNAVAILABLE;
  }
}
