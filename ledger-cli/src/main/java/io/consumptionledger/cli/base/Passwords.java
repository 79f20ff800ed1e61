package io.consumptionledger.cli.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the password: a file that is named, else the environment, else the person. */
final class Passwords {
  static final String VARIABLE = "LEDGER_PASSWORD";
  private static final long LARGEST_FILE = 10_000;

  private Passwords() {}

  /** The password, or null to try without. */
  static String find(Connecting connecting, Environment environment) {
    if (connecting.passwordFile() != null) {
      return read(connecting.passwordFile());
    }
    String set = environment.variable().apply(VARIABLE);
    if (set != null) {
      return set;
    }
    if (!environment.isTerminal()) {
      return null;
    }
    String user = connecting.user(environment);
    char[] typed =
        environment.prompt().apply(user == null ? "Password: " : "Password for " + user + ": ");
    return typed == null || typed.length == 0 ? null : new String(typed);
  }

  private static String read(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw new CommandException(Exit.USAGE, "the password file " + file + " is a directory");
      }
      if (Files.size(file) > LARGEST_FILE) {
        throw new CommandException(
            Exit.USAGE, "the password file " + file + " is too large to hold a password");
      }
      String first = Files.readString(file).lines().findFirst().orElse("");
      if (first.isEmpty()) {
        throw new CommandException(
            Exit.USAGE, "the password file " + file + " has nothing in its first line");
      }
      return first;
    } catch (IOException e) {
      throw new CommandException(
          Exit.USAGE, "the password file " + file + " cannot be read as text", e);
    }
  }
}
