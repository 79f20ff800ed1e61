package io.consumptionledger.examples.demo;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the demo was told.
 *
 * @param input the file to read, or null for the bundled sample
 * @param jdbcUrl the database to use, or null to start an embedded one
 * @param user the database user, or null
 * @param password its password, or null; never shown
 * @param seed what the simulated broker's accidents are drawn from
 * @param help whether only the help was asked for
 */
public record Options(
    Path input, String jdbcUrl, String user, String password, long seed, boolean help) {

  /** What {@code --help} prints. */
  public static final String HELP =
      """
      Consumes CloudEvents through three handlers while a simulated broker redelivers, reorders and
      interrupts, then checks that every handler did its work exactly once.

        --input FILE      events to consume, .ndjson or .ndjson.gz, one CloudEvents 1.0 object per line
                          (default: a bundled sample of 300 events)
        --jdbc-url URL    a PostgreSQL or MySQL database (default: an embedded PostgreSQL); the demo
                          creates tables whose names start with demo_ and drops them at the end
        --user NAME       the database user
        --password WORD   its password; better given as LEDGER_PASSWORD in the environment
        --seed NUMBER     another series of accidents (default: 1)
        --help            this text

      Through Maven: mvn -q compile exec:java -pl ledger-examples -am -Dexec.args="--seed 7"
      """;

  private static final String PASSWORD_VARIABLE = "LEDGER_PASSWORD";

  /**
   * Reads the command line.
   *
   * @param args {@code --name value} or {@code --name=value}
   * @param environment where LEDGER_PASSWORD may stand
   * @return the options
   * @throws DemoException naming the first option that is wrong
   */
  public static Options parse(String[] args, Map<String, String> environment) {
    Path input = null;
    String jdbcUrl = null;
    String user = null;
    String password = environment.get(PASSWORD_VARIABLE);
    long seed = 1;
    boolean help = false;
    for (int i = 0; i < args.length; i++) {
      int equals = args[i].startsWith("--") ? args[i].indexOf('=') : -1;
      String name = equals < 0 ? args[i] : args[i].substring(0, equals);
      if (name.equals("--help") && equals < 0) {
        help = true;
        continue;
      }
      if (!isKnown(name)) {
        throw new DemoException(
            "unknown option " + Words.shown(name) + "; --help lists the options");
      }
      if (equals < 0 && i + 1 >= args.length) {
        throw new DemoException("option " + name + " needs a value");
      }
      String value = equals < 0 ? args[++i] : args[i].substring(equals + 1);
      if (value.isEmpty() && !name.equals("--password")) {
        throw new DemoException("option " + name + " needs a value");
      }
      switch (name) {
        case "--input" -> input = path(value);
        case "--jdbc-url" -> jdbcUrl = value;
        case "--user" -> user = value;
        case "--password" -> password = value;
        default -> seed = number(value);
      }
    }
    if (jdbcUrl == null && user != null) {
      throw new DemoException("option --user needs --jdbc-url beside it");
    }
    if (jdbcUrl != null && !jdbcUrl.startsWith("jdbc:")) {
      throw new DemoException("option --jdbc-url needs a URL that starts with jdbc:");
    }
    return new Options(input, jdbcUrl, user, password, seed, help);
  }

  private static boolean isKnown(String name) {
    return switch (name) {
      case "--input", "--jdbc-url", "--user", "--password", "--seed" -> true;
      default -> false;
    };
  }

  private static Path path(String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new DemoException("option --input is not a file name: " + Words.shown(value), e);
    }
  }

  private static long number(String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new DemoException("option --seed needs a whole number, not " + Words.shown(value), e);
    }
  }

  @Override
  public String toString() {
    return "Options[input=" + input + ", seed=" + seed + "]";
  }
}
