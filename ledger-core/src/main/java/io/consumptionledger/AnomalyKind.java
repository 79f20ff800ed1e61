package io.consumptionledger;

/** The closed list of things that should not happen; each is recorded once per claim. */
public enum AnomalyKind {
  /** A lease ended without a settle: its owner died, hung or lost the database. */
  LEASE_ORPHAN,
  /** An owner tried to settle after it had lost its lease: two executions may have overlapped. */
  LATE_SETTLE,
  /** The same key came again with another payload. */
  PAYLOAD_MISMATCH,
  /** A message came after a later one of its aggregate was settled. */
  OUT_OF_ORDER,
  /** All attempts were started and none settled. */
  CRASH_LOOP,
  /** A waiting row names a handler that this node does not have. */
  UNKNOWN_HANDLER,
  /** The stored payload no longer has the hash that was stored with it. */
  CONTENT_CORRUPTED
}
