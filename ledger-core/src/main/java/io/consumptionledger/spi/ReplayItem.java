package io.consumptionledger.spi;

/**
 * One row of a replay request.
 *
 * @param position its place in the request, from 0
 * @param row the row, at the version that was approved
 * @param outcome what became of it, or null if it has not been tried
 * @param detail why, or null
 */
public record ReplayItem(int position, RowVersion row, ReplayOutcome outcome, String detail) {
  /** The longest detail, in characters. */
  public static final int MAX_DETAIL = 500;

  /**
   * Whether a run may still schedule it.
   *
   * @return true if there is no outcome, or none that stays
   */
  public boolean isOpen() {
    return outcome == null || !outcome.isFinal();
  }

  /**
   * The same row with an outcome.
   *
   * @param what the outcome
   * @param why the detail, or null
   * @return the item
   */
  public ReplayItem with(ReplayOutcome what, String why) {
    return new ReplayItem(position, row, what, why);
  }
}
