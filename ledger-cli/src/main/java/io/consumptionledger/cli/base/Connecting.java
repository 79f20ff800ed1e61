package io.consumptionledger.cli.base;

import io.consumptionledger.cli.dialect.UrlExamples;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Which database, and as whom. A password is never an option. */
public final class Connecting {
  private static final String URL_VARIABLE = "LEDGER_URL";
  private static final String USER_VARIABLE = "LEDGER_USER";
  private static final String JDBC = "jdbc:";
  private static final Pattern PASSWORD = Pattern.compile("(password|passwd|pwd)\\d?\\s*=");
  private static final Pattern USER_INFO = Pattern.compile("//[^?]*:[^?]*@");

  @Option(
      names = "--url",
      paramLabel = "JDBC-URL",
      description =
          "The database, such as "
              + UrlExamples.ALL
              + " (default: LEDGER_URL from the environment).")
  private String url;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "The database login, which is also who acts (default: LEDGER_USER from the"
              + " environment).")
  private String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description =
          "A file that holds the password in its first line. Without it the password is"
              + " LEDGER_PASSWORD from the environment, else asked for on a terminal.")
  private Path passwordFile;

  @Option(
      names = "--schema",
      paramLabel = "NAME",
      description = "The schema of the ledger's tables (default: that of the connection).")
  private String schema;

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "What the names of the ledger's tables begin with (default: nothing).")
  private String prefix;

  /**
   * The URL, which holds no password.
   *
   * @param environment where it is looked for if the command line does not name it
   * @return the URL
   * @throws CommandException if it is missing, no JDBC URL, or holds a password
   */
  public String url(Environment environment) {
    String found = url == null ? environment.variable().apply(URL_VARIABLE) : url;
    if (found == null || found.isBlank()) {
      throw new CommandException(
          Exit.USAGE, "no database is named: use --url or set LEDGER_URL in the environment");
    }
    if (!found.toLowerCase(Locale.ROOT).startsWith(JDBC)) {
      throw new CommandException(Exit.USAGE, "the URL of the database must begin with jdbc:");
    }
    if (isUrlWithPassword(found)) {
      throw new CommandException(
          Exit.USAGE,
          "the URL must not hold a password, which everybody could read: set LEDGER_PASSWORD, use"
              + " --password-file, or wait to be asked");
    }
    return found;
  }

  /**
   * Whether a text holds a JDBC URL with a password in it.
   *
   * @param text any text
   * @return true if so
   */
  public static boolean isUrlWithPassword(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    int start = lower.indexOf(JDBC);
    return start >= 0
        && (PASSWORD.matcher(lower).find(start) || USER_INFO.matcher(lower).find(start));
  }

  /**
   * The login.
   *
   * @param environment where it is looked for if the command line does not name it
   * @return the name, or null for what the driver takes
   */
  public String user(Environment environment) {
    String found = user == null ? environment.variable().apply(USER_VARIABLE) : user;
    return found == null || found.isEmpty() ? null : found;
  }

  Path passwordFile() {
    return passwordFile;
  }

  /**
   * The schema.
   *
   * @return its name, or null
   */
  public String schema() {
    return schema;
  }

  /**
   * The prefix.
   *
   * @return the prefix, empty for none
   */
  public String prefix() {
    return prefix;
  }
}
