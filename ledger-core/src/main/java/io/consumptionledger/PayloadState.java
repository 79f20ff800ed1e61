package io.consumptionledger;

/** What a row holds of its payload; a row that holds nothing has no payload state. */
public enum PayloadState {
  /** All of it, with headers and raw key. */
  STORED,
  /** The message had no payload, which is legal and not the same as an empty one. */
  TOMBSTONE,
  /** Only its beginning, because it was over the limit; such a row cannot be replayed. */
  TRUNCATED
}
