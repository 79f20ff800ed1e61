package io.consumptionledger;

/** When payload, headers and raw key are stored. */
public enum PayloadPolicy {
  /** Only when the handler failed or yielded; a crash waits for the broker's redelivery. */
  ON_FAILURE,
  /** Before the handler starts, so that the ledger can rerun it without the broker. */
  AT_CLAIM
}
