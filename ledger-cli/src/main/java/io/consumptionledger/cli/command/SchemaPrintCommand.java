package io.consumptionledger.cli.command;

import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.output.Format;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.jdbc.LedgerSchema;
import io.consumptionledger.jdbc.LedgerSchema.Script;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints a script. */
@Command(
    name = "print",
    description =
        "Prints a script for the product behind the URL, with schema and prefix filled in. Changes"
            + " nothing.",
    footerHeading = "%nExample:%n",
    footer = "  ledger schema print --script grants > grants.sql")
final class SchemaPrintCommand extends SchemaBase {
  @Option(
      names = "--script",
      paramLabel = "SCRIPT",
      defaultValue = "UP",
      description = "Which one: ${COMPLETION-CANDIDATES} (default: UP).")
  private Script script;

  @Override
  Exit on(LedgerSchema schema) {
    String sql = schema.print(script);
    if (format() == Format.JSON) {
      print(new Report().value("script", script).value("sql", sql));
    } else {
      environment().out().print(sql.endsWith("\n") ? sql : sql + "\n");
      environment().out().flush();
    }
    return Exit.OK;
  }
}
