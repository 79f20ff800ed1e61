package io.consumptionledger.cli.base;

import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Which database, and as whom. A password is never an option. */
public final class Connecting {
  private static final Pattern PASSWORD = Pattern.compile("(password|passwd|pwd)\\d?\\s*=");
  private static final Pattern USER_INFO = Pattern.compile("//[^/?]*:[^/?]*@");

  @Option(
      names = "--url",
      paramLabel = "JDBC-URL",
      defaultValue = "${env:LEDGER_URL}",
      description =
          "The database, such as jdbc:postgresql://host/db or jdbc:mysql://host/db"
              + " (default: LEDGER_URL from the environment).")
  private String url;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      defaultValue = "${env:LEDGER_USER}",
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
   * @return the URL
   * @throws CommandException if it is missing, no JDBC URL, or holds a password
   */
  public String url() {
    if (url == null || url.isBlank()) {
      throw new CommandException(
          Exit.USAGE, "no database is named: use --url or set LEDGER_URL in the environment");
    }
    String lower = url.toLowerCase(Locale.ROOT);
    if (!lower.startsWith("jdbc:")) {
      throw new CommandException(Exit.USAGE, "the URL of the database must begin with jdbc:");
    }
    if (PASSWORD.matcher(lower).find() || USER_INFO.matcher(lower).find()) {
      throw new CommandException(
          Exit.USAGE,
          "the URL must not hold a password, which everybody could read: set LEDGER_PASSWORD, use"
              + " --password-file, or wait to be asked");
    }
    return url;
  }

  /**
   * The login.
   *
   * @return the name, or null for what the driver takes
   */
  public String user() {
    return user == null || user.isEmpty() ? null : user;
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
