package io.consumptionledger.operations;

import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.Progress;
import java.util.List;

/**
 * What a run did.
 *
 * @param request the request after it
 * @param end why it ended
 * @param items the rows that got an outcome by this run, in the order of the request; of a dry run
 *     what would become of each row that is open
 * @param progress how far the request has come; of a dry run, what the outcomes would be
 * @param problem what the store said when it failed, or null
 */
public record ReplayReport(
    ReplayRequest request, End end, List<ReplayItem> items, Progress progress, String problem) {
  /** Copies the list. */
  public ReplayReport {
    items = List.copyOf(items);
  }

  /** Why a run ended. */
  public enum End {
    /** Every row of the request has an outcome that stays. */
    COMPLETE,
    /** Every row was tried; some are blocked or failed, and another run may schedule them. */
    PARTIAL,
    /** It was told to stop. */
    STOPPED,
    /** Its thread was interrupted, and still is. */
    INTERRUPTED,
    /** Nothing in flight was settled for too long: is the handler running, or paused? */
    NO_PROGRESS,
    /** The request was taken back. */
    TAKEN_BACK,
    /** The store failed again and again. */
    STORE_FAILED,
    /** It was a dry run. */
    DRY_RUN
  }
}
