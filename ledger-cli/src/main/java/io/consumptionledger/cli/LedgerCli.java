package io.consumptionledger.cli;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.StoreException;
import io.consumptionledger.cli.base.CommandException;
import io.consumptionledger.cli.base.Connecting;
import io.consumptionledger.cli.base.Environment;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.JdbcDesks;
import io.consumptionledger.cli.base.Root;
import io.consumptionledger.cli.command.AnomaliesCommand;
import io.consumptionledger.cli.command.AuditCommand;
import io.consumptionledger.cli.command.BlockedCommand;
import io.consumptionledger.cli.command.CompletionCommand;
import io.consumptionledger.cli.command.ContentCommand;
import io.consumptionledger.cli.command.DiscardCommand;
import io.consumptionledger.cli.command.ErrorsCommand;
import io.consumptionledger.cli.command.ListCommand;
import io.consumptionledger.cli.command.PauseCommand;
import io.consumptionledger.cli.command.PurgeCommand;
import io.consumptionledger.cli.command.QuarantineCommand;
import io.consumptionledger.cli.command.ReplayCommand;
import io.consumptionledger.cli.command.ResolveCommand;
import io.consumptionledger.cli.command.ResumeCommand;
import io.consumptionledger.cli.command.SchemaCommand;
import io.consumptionledger.cli.command.ShowCommand;
import io.consumptionledger.cli.command.StatusCommand;
import io.consumptionledger.cli.command.WatchCommand;
import io.consumptionledger.cli.output.Words;
import io.consumptionledger.operations.ReplayRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/** The program: from the command line to the exit code. */
public final class LedgerCli {
  private static final int HELP_WIDTH = 100;
  private static final List<String> PASSWORD_OPTIONS = List.of("--pass", "--pw");
  private static final String PASSWORD_FILE_OPTION = "--password-file";
  private static final String END_OF_OPTIONS = "--";
  private static final char REPLACEMENT = '\ufffd';

  /** Typed by habit; there is no option of this program that begins so. */
  private static final String SHORT_PASSWORD_OPTION = "-p";

  private LedgerCli() {}

  /**
   * Runs a command and ends the JVM with its exit code.
   *
   * @param args the command and its options
   */
  public static void main(String[] args) {
    // Before the first logger is made: what the library warns of is one line like our own.
    System.setProperty("java.util.logging.SimpleFormatter.format", "ledger: warning: %5$s%n");
    System.exit(run(Environment.ofProcess(), args));
  }

  /**
   * Runs a command.
   *
   * @param environment where it runs
   * @param args the command and its options
   * @return the exit code
   */
  static int run(Environment environment, String... args) {
    // Before they are parsed, because a complaint about an argument quotes it.
    if (Stream.of(args)
            .takeWhile(arg -> !arg.equals(END_OF_OPTIONS))
            .anyMatch(LedgerCli::isPassword)
        || Stream.of(args).anyMatch(Connecting::isUrlWithPassword)) {
      return complain(
          environment,
          Exit.USAGE,
          "a password is never an argument, where everybody could read it: set LEDGER_PASSWORD, use"
              + " --password-file, or wait to be asked");
    }
    if (Stream.of(args).anyMatch(arg -> isGarbled(arg, System.getProperty("native.encoding")))) {
      return complain(
          environment,
          Exit.USAGE,
          "an argument holds characters that the locale of this terminal cannot tell: set LC_ALL to"
              + " one in UTF-8, such as C.UTF-8");
    }
    int exit;
    try {
      exit = commandLine(environment).execute(args);
    } catch (Error e) {
      exit = fault(environment, e);
    }
    return environment.out().checkError() ? unwritten(environment, exit) : exit;
  }

  /** What cannot be read has become a replacement character, and would name something else. */
  static boolean isGarbled(String arg, String encoding) {
    return arg.indexOf(REPLACEMENT) >= 0
        && !StandardCharsets.UTF_8.name().equalsIgnoreCase(encoding);
  }

  private static boolean isPassword(String arg) {
    String lower = arg.toLowerCase(Locale.ROOT);
    return lower.startsWith(SHORT_PASSWORD_OPTION)
        || (PASSWORD_OPTIONS.stream().anyMatch(lower::startsWith)
            && !lower.startsWith(PASSWORD_FILE_OPTION));
  }

  /** The disk is full, or who read it has gone. */
  private static int unwritten(Environment environment, int exit) {
    int complained =
        complain(environment, Exit.NOT_ALL, "the output could not be written to its end");
    return exit == Exit.OK.code() ? complained : exit;
  }

  static CommandLine commandLine(Environment environment) {
    CommandLine line = new CommandLine(new Root(environment));
    List.of(
            new StatusCommand(),
            new ErrorsCommand(),
            new ListCommand(),
            new ShowCommand(),
            new ContentCommand(),
            new BlockedCommand(),
            new ReplayCommand(),
            new ResolveCommand(),
            new DiscardCommand(),
            new QuarantineCommand(),
            new PurgeCommand(),
            new PauseCommand(),
            new ResumeCommand(),
            new AnomaliesCommand(),
            new AuditCommand(),
            new WatchCommand(),
            new SchemaCommand(),
            new CompletionCommand())
        .forEach(line::addSubcommand);
    return line.setOut(environment.out())
        .setErr(environment.err())
        .setUsageHelpWidth(HELP_WIDTH)
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(environment.hasColours() ? Ansi.ON : Ansi.OFF))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setExpandAtFiles(false) // "@4711" is an id, and no file of arguments
        .setParameterExceptionHandler((e, unused) -> misunderstood(environment, e))
        .setExecutionExceptionHandler((e, unused, parsed) -> failed(environment, e));
  }

  private static int misunderstood(Environment environment, ParameterException error) {
    return complain(
        environment,
        Exit.USAGE,
        error.getMessage()
            + " (\""
            + error.getCommandLine().getCommandSpec().qualifiedName()
            + " --help\" explains)");
  }

  private static int failed(Environment environment, Exception error) {
    if (error instanceof CommandException ours) {
      return complain(environment, ours.exit(), ours.getMessage());
    }
    if (error instanceof InvalidFieldException) {
      return complain(environment, Exit.USAGE, error.getMessage());
    }
    if (error instanceof ReplayRefusedException) {
      return complain(environment, Exit.NOT_ALL, error.getMessage());
    }
    if (error instanceof StoreException failed) {
      return complain(environment, Exit.UNAVAILABLE, JdbcDesks.withReason(failed).getMessage());
    }
    if (error instanceof ConfigurationException) {
      return complain(environment, Exit.UNAVAILABLE, error.getMessage());
    }
    return fault(environment, error);
  }

  /** Only the kind of error and where it happened: a text may quote anything. */
  private static int fault(Environment environment, Throwable error) {
    StackTraceElement[] trace = error.getStackTrace();
    return complain(
        environment,
        Exit.FAULT,
        "a fault of this program: "
            + error.getClass().getName()
            + (trace.length == 0 ? "" : " at " + trace[0]));
  }

  private static int complain(Environment environment, Exit exit, String sentence) {
    environment.err().println("ledger: " + Words.line(sentence));
    environment.err().flush();
    return exit.code();
  }
}
