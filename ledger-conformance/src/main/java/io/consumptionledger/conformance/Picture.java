package io.consumptionledger.conformance;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.ReadVerbs.AuditEntry;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.util.List;

/**
 * Everything a store shows of one row, without what changes by itself as time passes. Two equal
 * pictures mean that nothing was written in between.
 *
 * @param row the row, or null when there is none
 * @param content its content, or null
 * @param audit what operators did with it
 */
public record Picture(Row row, Content content, List<AuditEntry> audit) {
  /**
   * Takes a picture.
   *
   * @param store where to look
   * @param key which row
   * @return the picture
   */
  public static Picture of(LedgerStore store, ConsumptionKey key) {
    return new Picture(
        store.get(key).map(Picture::still).orElse(null),
        store.content(key).orElse(null),
        store.audit(key));
  }

  private static Row still(Row row) {
    RowSummary s = row.summary();
    RowSummary still =
        new RowSummary(
            s.key(),
            s.state(),
            s.token(),
            s.epoch(),
            s.attempt(),
            s.yields(),
            s.rowVersion(),
            null,
            null,
            null,
            s.errorClass(),
            s.payloadState(),
            s.payloadHash(),
            s.order());
    return new Row(
        still,
        row.metadata(),
        row.failure(),
        row.waitReason(),
        row.node(),
        row.replayGeneration(),
        row.replayAuthorization(),
        row.leaseExpiresAt(),
        row.dueAt(),
        row.deadSince(),
        row.receivedAt(),
        row.updatedAt(),
        row.closedBy(),
        row.closedReason());
  }
}
