package io.consumptionledger.spi;

/** How sure an applied change is. */
public enum Commit {
  /** It is committed, by this call. */
  DONE,
  /** It was committed before: an earlier call whose reply was lost, or the same verdict again. */
  EARLIER,
  /** It stands in the caller's transaction and shares its fate. */
  PENDING
}
