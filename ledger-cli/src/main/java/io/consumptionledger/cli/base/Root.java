package io.consumptionledger.cli.base;

import io.consumptionledger.cli.dialect.UrlExamples;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program itself. */
@Command(
    name = "ledger",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Looks after a consumption ledger: finds out why messages were given up, replays what is safe,"
          + " closes what is not.",
      ""
    },
    footerHeading = "%nHow to begin:%n",
    footer = {
      "  alias ledger='java -jar ledger-cli-all.jar'",
      "  export LEDGER_URL=" + UrlExamples.ONE + " LEDGER_USER=rita",
      "  ledger status            how things stand",
      "  ledger errors            dead letters by kind of error",
      "  ledger list --help       each command explains itself, with an example",
      "",
      "The password is LEDGER_PASSWORD from the environment, the first line of --password-file, or"
          + " asked for on a terminal; it is never an argument. Who acts is who is logged in to the"
          + " database.",
      "",
      "With --json each command prints one JSON object on one line: times in ISO 8601, time spans in"
          + " seconds.",
      "",
      "Exit codes: 0 all done; 1 something was refused, not there or not all done; 2 the command"
          + " line is wrong, nothing was done; 3 the database is not available or its schema is not"
          + " as expected; 4 a fault of this program."
    })
public final class Root {
  private final Environment environment;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Shows which version this is.")
  private boolean version;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  private boolean help;

  /**
   * The program in an environment.
   *
   * @param environment where it runs
   */
  public Root(Environment environment) {
    this.environment = environment;
  }

  Environment environment() {
    return environment;
  }
}
