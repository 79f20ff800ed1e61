package io.consumptionledger;

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
}
