package io.consumptionledger.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Governed replay. */
@Command(
    name = "replay",
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Replays dead letters: one person asks, which freezes exactly the rows; another approves"
            + " exactly these; then a run schedules those that have not changed since.",
    footerHeading = "%nExample:%n",
    footer = {
      "  rita$   ledger replay request --handler billing --code 08006 --reason \"the bank is back\"",
      "  albert$ ledger replay status REQUEST",
      "  albert$ ledger replay approve REQUEST --hash HASH",
      "  rita$   ledger replay run REQUEST --dry-run",
      "  rita$   ledger replay run REQUEST --rate 20"
    },
    subcommands = {
      ReplayRequestCommand.class,
      ReplayApproveCommand.class,
      ReplayRejectCommand.class,
      ReplayCancelCommand.class,
      ReplayRunCommand.class,
      ReplayStatusCommand.class
    })
public final class ReplayCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  private boolean help;
}
