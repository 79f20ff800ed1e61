package io.consumptionledger.spi;

/** Whether a claimed row runs at its place in its aggregate. */
public enum Turn {
  /** No later row of its aggregate has been settled, or the row has no order. */
  IN_ORDER,
  /** A later row of its aggregate was settled before this one could run. */
  OUT_OF_ORDER
}
