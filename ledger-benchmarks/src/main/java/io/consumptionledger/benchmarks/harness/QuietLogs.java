package io.consumptionledger.benchmarks.harness;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Keeps the terminal for the progress: ledgers are opened by the hundred here. */
public final class QuietLogs {
  /** Held, because a logger that nobody holds forgets its level. */
  private static final List<Logger> LOGGERS =
      List.of(
          Logger.getLogger("io.consumptionledger"), Logger.getLogger("org.hibernate.validator"));

  private QuietLogs() {}

  /** From now on only warnings are logged. */
  public static void on() {
    LOGGERS.forEach(logger -> logger.setLevel(Level.WARNING));
  }
}
