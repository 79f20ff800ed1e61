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
 */
public record Claim(ConsumptionKey key, ClaimToken token, long epoch, int attempt, int yields) {}
