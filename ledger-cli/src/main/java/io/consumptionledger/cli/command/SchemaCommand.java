package io.consumptionledger.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The tables. */
@Command(
    name = "schema",
    synopsisSubcommandLabel = "COMMAND",
    description = "Shows the SQL of the ledger's tables, creates them, or compares them.",
    footerHeading = "%nExample:%n",
    footer = {"  ledger schema print > up.sql", "  ledger schema verify"},
    subcommands = {SchemaPrintCommand.class, SchemaApplyCommand.class, SchemaVerifyCommand.class})
public final class SchemaCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  private boolean help;
}
