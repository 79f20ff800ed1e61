package io.consumptionledger.cli.command;

import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.jdbc.LedgerSchema;
import io.consumptionledger.jdbc.LedgerSchema.Applied;
import picocli.CommandLine.Command;

/** Creates the tables. */
@Command(
    name = "apply",
    description =
        "Creates the tables if none of them is there; needs a login that may create tables. What is"
            + " there and differs is not touched.",
    footerHeading = "%nExample:%n",
    footer = "  ledger schema apply --user owner --schema ledger")
final class SchemaApplyCommand extends SchemaBase {
  @Override
  Exit on(LedgerSchema schema) {
    Applied applied = schema.apply();
    print(
        new Report()
            .value("applied", applied)
            .note(
                applied == Applied.CREATED
                    ? "The tables were created."
                    : "The tables were there already."));
    return Exit.OK;
  }
}
