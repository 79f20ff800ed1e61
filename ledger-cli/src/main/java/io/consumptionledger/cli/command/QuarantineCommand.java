package io.consumptionledger.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Messages without a key. */
@Command(
    name = "quarantine",
    description =
        "Sees to messages that could not be given a key when they came: shows them, replays them once"
            + " they can be read, closes them.",
    footerHeading = "%nExample:%n",
    footer = {
      "  ledger quarantine list",
      "  ledger quarantine content ID --reason \"why can it not be read?\"",
      "  ledger quarantine replay --help"
    },
    subcommands = {
      QuarantineListCommand.class,
      QuarantineShowCommand.class,
      QuarantineContentCommand.class,
      QuarantineReplayCommand.class,
      QuarantineResolveCommand.class,
      QuarantineDiscardCommand.class
    })
public final class QuarantineCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  private boolean help;
}
