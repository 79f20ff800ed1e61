package io.consumptionledger.cli.base;

import java.io.PrintWriter;
import java.util.function.Function;

/**
 * Where the program runs.
 *
 * @param out where results go
 * @param err where complaints go
 * @param isTerminal whether a person sits at both ends
 * @param variable a variable of the environment, or null
 * @param prompt asks the person for a password without showing it; null if nothing was typed
 * @param desks opens ledgers
 */
public record Environment(
    PrintWriter out,
    PrintWriter err,
    boolean isTerminal,
    Function<String, String> variable,
    Function<String, char[]> prompt,
    Desks desks) {

  /**
   * The process's own environment.
   *
   * @return the environment
   */
  public static Environment ofProcess() {
    return new Environment(
        new PrintWriter(System.out, true),
        new PrintWriter(System.err, true),
        Terminal.isPresent(),
        System::getenv,
        question -> System.console().readPassword("%s", question),
        new JdbcDesks());
  }

  /**
   * Whether colours are welcome: on a terminal, unless NO_COLOR is set.
   *
   * @return true if so
   */
  public boolean hasColours() {
    String refused = variable.apply("NO_COLOR");
    return isTerminal
        && (refused == null || refused.isEmpty())
        && !"dumb".equals(variable.apply("TERM"));
  }
}
