package io.consumptionledger.examples.demo;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Keeps the terminal for what the examples print themselves. */
public final class QuietLogs {
  /** Held, because a logger that nobody holds forgets its level. */
  private static final Logger LOGGER = Logger.getLogger("io.consumptionledger");

  private QuietLogs() {}

  /** Silences the ledger's log, which in an application you would want to read. */
  public static void on() {
    LOGGER.setLevel(Level.OFF);
  }
}
