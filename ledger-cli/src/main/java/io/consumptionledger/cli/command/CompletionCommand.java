package io.consumptionledger.cli.command;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints a completion script. */
@Command(
    name = "completion",
    description = "Prints a script that completes commands and options in bash and zsh.",
    footerHeading = "%nExample:%n",
    footer = "  source <(ledger completion)")
public final class CompletionCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  private boolean help;

  @Override
  public void run() {
    CommandLine root = spec.root().commandLine();
    PrintWriter out = root.getOut();
    out.print(AutoComplete.bash(root.getCommandName(), root));
    out.flush();
  }
}
