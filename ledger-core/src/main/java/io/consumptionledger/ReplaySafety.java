package io.consumptionledger;

/** What running the handler again may do; every handler must declare it. */
public enum ReplaySafety {
  /** Running it again after a failure or a crash leaves the same result. */
  IDEMPOTENT,
  /** Safe to run again because its writes commit together with the ledger's row, and only then. */
  NEEDS_TX_CLAIM,
  /** Running it again may do harm; a failure goes to the dead letters, not to the retries. */
  UNSAFE
}
