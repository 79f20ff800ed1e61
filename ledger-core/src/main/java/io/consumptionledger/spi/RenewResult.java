package io.consumptionledger.spi;

/** What became of one claim in a renewal. */
public enum RenewResult {
  /** The lease starts anew. */
  RENEWED,
  /** Somebody is writing the row right now, most likely its owner settling it: not lost. */
  LOCKED,
  /** The row no longer belongs to this token. */
  LOST
}
