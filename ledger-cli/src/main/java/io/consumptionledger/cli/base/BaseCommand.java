package io.consumptionledger.cli.base;

import io.consumptionledger.cli.output.Format;
import io.consumptionledger.cli.output.Report;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that connects to a database. */
public abstract class BaseCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private Connecting connecting;

  @Option(names = "--json", description = "Prints JSON for machines.")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  private boolean help;

  /**
   * Where the program runs.
   *
   * @return the environment
   */
  protected final Environment environment() {
    return ((Root) spec.root().userObject()).environment();
  }

  /**
   * Which database.
   *
   * @return the connection's options
   */
  protected final Connecting connecting() {
    return connecting;
  }

  /**
   * How reports are written.
   *
   * @return the format
   */
  protected final Format format() {
    if (json) {
      return Format.JSON;
    }
    return environment().hasColours() ? Format.COLOURS : Format.TEXT;
  }

  /**
   * Prints a report.
   *
   * @param report the report
   */
  protected final void print(Report report) {
    environment().out().print(format().of(report));
    environment().out().flush();
  }
}
