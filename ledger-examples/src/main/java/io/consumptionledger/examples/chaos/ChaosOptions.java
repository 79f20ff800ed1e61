package io.consumptionledger.examples.chaos;

import io.consumptionledger.examples.demo.DemoException;
import io.consumptionledger.examples.demo.Words;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What the run was told. */
@Command(
    name = "ChaosMain",
    description =
        "Consumes CloudEvents on several node processes while they are killed and frozen and their"
            + " connections cut, then checks that every effect happened exactly once and in order.",
    sortOptions = false)
final class ChaosOptions {
  private static final int MOST_NODES = 20;
  private static final int MOST_SECONDS = 86_400;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "events, .ndjson or .ndjson.gz (default: a bundled sample of 300)")
  private Path input;

  @Option(
      names = "--jdbc-url",
      paramLabel = "URL",
      description = "a PostgreSQL or MySQL database (default: an embedded PostgreSQL)")
  private String jdbcUrl;

  @Option(names = "--user", paramLabel = "NAME", description = "the database user")
  private String user;

  @Option(
      names = "--password",
      paramLabel = "WORD",
      defaultValue = "${env:LEDGER_PASSWORD}",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "its password; better given as LEDGER_PASSWORD in the environment")
  private String password;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description = "how many processes (default: ${DEFAULT-VALUE})")
  private int nodes;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "how long messages come and mischief goes on (default: ${DEFAULT-VALUE})")
  private int seconds;

  @Option(names = "--seed", paramLabel = "N", description = "another night (default: at random)")
  private Long seed;

  @Option(names = "--help", usageHelp = true, description = "this text")
  private boolean help;

  /**
   * Reads the command line.
   *
   * @throws DemoException naming the first option that is wrong
   */
  static ChaosOptions parse(String... args) {
    ChaosOptions options = new ChaosOptions();
    try {
      new CommandLine(options).parseArgs(args);
    } catch (ParameterException e) {
      throw new DemoException(Words.of(e), e);
    }
    between("--nodes", options.nodes, MOST_NODES);
    between("--seconds", options.seconds, MOST_SECONDS);
    if (options.jdbcUrl == null && options.user != null) {
      throw new DemoException("option --user needs --jdbc-url beside it");
    }
    if (options.seed == null) {
      options.seed = (long) ThreadLocalRandom.current().nextInt(1, 1_000_000);
    }
    return options;
  }

  private static void between(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new DemoException("option " + name + " is " + value + ", must be from 1 to " + most);
    }
  }

  boolean help() {
    return help;
  }

  static String helpText() {
    return new CommandLine(new ChaosOptions()).getUsageMessage();
  }

  Path input() {
    return input;
  }

  String jdbcUrl() {
    return jdbcUrl;
  }

  String user() {
    return user;
  }

  String password() {
    return password;
  }

  int nodes() {
    return nodes;
  }

  int seconds() {
    return seconds;
  }

  long seed() {
    return seed;
  }
}
