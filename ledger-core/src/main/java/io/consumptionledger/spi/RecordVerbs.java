package io.consumptionledger.spi;

import io.consumptionledger.Failure;
import java.time.Duration;

/**
 * How a row comes to be without a claim. COMPLETE and RECORD_TERMINAL take part in a transaction
 * that the calling thread has open; RECORD_FAILURE commits on its own, after that transaction has
 * been rolled back.
 */
public interface RecordVerbs {
  /**
   * COMPLETE: a new row in SUCCEEDED, attempt 1, inside the business transaction. {@code
   * row.content()} is ignored.
   *
   * @param row the new row
   * @return recorded, or the row that is there already (also a SUCCEEDED one)
   * @throws IllegalArgumentException if the row has an order: what comes next could be waiting for
   *     its turn already
   */
  RecordResult complete(NewRow row);

  /**
   * RECORD_FAILURE: a new row in RETRY_SCHEDULED (with a delay) or DEAD_LETTER (without), attempt
   * 1.
   *
   * @param row the new row; with content
   * @param failure how it failed
   * @param delay the time until it is due, or null for a dead letter
   * @return recorded, or the row that is there already
   */
  RecordResult recordFailure(NewRow row, Failure failure, Duration delay);

  /**
   * RECORD_TERMINAL: a new row in DEAD_LETTER, attempt 1. On a dead letter of the same error class
   * it is {@link Commit#EARLIER}; on anything else it is a conflict.
   *
   * @param row the new row; with content
   * @param failure why
   * @return recorded, or the row that is there already
   */
  RecordResult recordTerminal(NewRow row, Failure failure);
}
