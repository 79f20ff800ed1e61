package io.consumptionledger;

import java.util.Objects;

/**
 * Hears of every move and anomaly, on the thread that caused it, after the change is committed.
 * What it throws is logged and changes nothing. May be called from several threads at once.
 */
@FunctionalInterface
public interface LedgerListener {
  /** Hears nothing. */
  LedgerListener NONE = event -> {};

  /**
   * Something happened.
   *
   * @param event what; never null
   */
  void on(LedgerEvent event);

  /**
   * This listener and then another. Both hear of every event, also of those that this one throws
   * on.
   *
   * @param next who hears second; not null
   * @return a listener that tells both; it throws what they throw
   */
  default LedgerListener andThen(LedgerListener next) {
    Objects.requireNonNull(next, "next");
    return event -> {
      try {
        on(event);
      } finally {
        next.on(event);
      }
    };
  }
}
