package io.consumptionledger;

import java.time.Instant;

/**
 * A recorded anomaly.
 *
 * @param key the row; not null
 * @param epoch the epoch of the claim it belongs to; 0 when there was none
 * @param kind what happened; not null
 * @param detail a sentence without payload or secrets, at most {@value #MAX_DETAIL} characters
 * @param seenAt when, by the store's clock; null before it is recorded
 */
public record Anomaly(
    ConsumptionKey key, long epoch, AnomalyKind kind, String detail, Instant seenAt) {
  /** The longest detail, in characters. */
  public static final int MAX_DETAIL = 500;
}
