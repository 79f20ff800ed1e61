package io.consumptionledger.conformance;

/** How a caller's transaction ends. */
public enum TransactionEnd {
  /** It is committed. */
  COMMIT,
  /** It is rolled back. */
  ROLLBACK
}
