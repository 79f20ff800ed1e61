package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;

/**
 * The right to settle one row, as long as its lease lasts.
 *
 * @param key the row; not null
 * @param token the proof; not null
 * @param epoch how many claims the row has had; grows for ever, also across replays
 * @param attempt how many starts since the last replay, at least 1
 * @param yields how many of them ended in RELEASE
 * @param order the row's place in its aggregate, with its sequence; null if it has no order
 */
public record Claim(
    ConsumptionKey key, ClaimToken token, long epoch, int attempt, int yields, Order order) {

  /**
   * A claim of a row without order.
   *
   * @param key the row; not null
   * @param token the proof; not null
   * @param epoch how many claims the row has had
   * @param attempt how many starts since the last replay
   * @param yields how many of them ended in RELEASE
   */
  public Claim(ConsumptionKey key, ClaimToken token, long epoch, int attempt, int yields) {
    this(key, token, epoch, attempt, yields, null);
  }
}
