package io.consumptionledger.conformance;

import io.consumptionledger.ConsumptionKey;
import java.time.Duration;

/** Reaches the stored columns behind the store's back, for the rules about the schema itself. */
public interface DirtyHands {
  /**
   * Writes one column of one row of {@code event_consumption} and commits, as somebody with a
   * database client would.
   *
   * @param key the row
   * @param column the column's name
   * @param value text, a whole number, bytes, or null
   * @return false if the schema refused it
   */
  boolean write(ConsumptionKey key, String column, Object value);

  /**
   * Sets one instant of a row relative to the store's clock and commits.
   *
   * @param key the row
   * @param column the column's name
   * @param fromNow positive for the future, null to clear the column
   * @return false if the schema refused it
   */
  boolean writeInstant(ConsumptionKey key, String column, Duration fromNow);

  /**
   * Runs an action while another writer holds the lock of a row.
   *
   * @param key the row
   * @param action what to do meanwhile, on this thread
   */
  void whileLocked(ConsumptionKey key, Runnable action);
}
