package io.consumptionledger;

/**
 * What puts the messages of one aggregate in order. Messages without an aggregate have no order;
 * nothing waits for them.
 */
public enum OrderSource {
  /** The event's own version, {@link Metadata#sequence()}. */
  SEQUENCE,
  /**
   * The offset within the partition, for aggregates that never change their partition; needs {@link
   * Metadata#partition()} and {@link Metadata#offset()}.
   */
  OFFSET,
  /** The order in which the ledger first saw them, whichever node it was. */
  ARRIVAL
}
