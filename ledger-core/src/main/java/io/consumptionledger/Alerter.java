package io.consumptionledger;

/**
 * Wakes somebody up. Hears of poison messages, of results that could not be recorded, and of
 * anomalies, once per claim each. What it throws is reported to the listener and changes nothing.
 * May be called from several threads at once.
 */
@FunctionalInterface
public interface Alerter {
  /** Wakes nobody. */
  Alerter NONE = event -> {};

  /**
   * Something needs a person.
   *
   * @param event what; never null
   */
  void alert(LedgerEvent event);
}
