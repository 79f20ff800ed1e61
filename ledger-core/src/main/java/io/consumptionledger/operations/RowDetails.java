package io.consumptionledger.operations;

import io.consumptionledger.Anomaly;
import java.util.List;

/**
 * A row and what is known of its past.
 *
 * @param row the row
 * @param blockedBy the row that it waits for, or that must be dealt with before this one can be
 *     replayed; null if there is none
 * @param audit what people did with it and who looked at its content, the newest first; the last
 *     {@value Rows#MOST_HISTORY}
 * @param anomalies what should not have happened to it, the newest first; the last {@value
 *     Rows#MOST_HISTORY}
 */
public record RowDetails(
    ListedRow row, ListedRow blockedBy, List<AuditRecord> audit, List<Anomaly> anomalies) {
  /** Copies the lists. */
  public RowDetails {
    audit = List.copyOf(audit);
    anomalies = List.copyOf(anomalies);
  }
}
