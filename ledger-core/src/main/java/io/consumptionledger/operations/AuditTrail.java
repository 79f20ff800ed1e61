package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.AuditVerbs.AuditLine;
import io.consumptionledger.spi.LedgerStore;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Tells what people did and looked at. Only ever appended to. Thread-safe. */
public final class AuditTrail {
  private final LedgerStore store;

  AuditTrail(LedgerStore store) {
    this.store = store;
  }

  /**
   * What was done for a tenant, the newest first.
   *
   * @param tenant whose; not null
   * @param from at or after this, by the store's clock; null for no bound
   * @param before before this; null for no bound
   * @param page the token of the page, or null for the first one
   * @param limit how many at the most, from 1 to 1,000
   * @return the page
   * @throws io.consumptionledger.InvalidFieldException if the limit or the token is not valid
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public Page<AuditRecord> list(
      Tenant tenant, Instant from, Instant before, String page, int limit) {
    Objects.requireNonNull(tenant, "tenant");
    Limits.page(limit);
    return page(store.auditLog(tenant, from, before, place(tenant, page), limit + 1), limit);
  }

  /**
   * What was done with a row, the newest first; also with one that has been purged.
   *
   * @param tenant whose row it must be; not null
   * @param key which row; not null
   * @param page the token of the page, or null for the first one
   * @param limit how many at the most, from 1 to 1,000
   * @return the page; empty if the row is another tenant's
   * @throws io.consumptionledger.InvalidFieldException if the limit or the token is not valid
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public Page<AuditRecord> ofRow(Tenant tenant, ConsumptionKey key, String page, int limit) {
    Limits.page(limit);
    AuditLine after = place(tenant, page);
    if (!key.tenant().equals(Objects.requireNonNull(tenant, "tenant"))) {
      return new Page<>(List.of(), null);
    }
    return page(store.auditLog(key, after, limit + 1), limit);
  }

  private static Page<AuditRecord> page(List<AuditLine> found, int limit) {
    return Page.of(
        found,
        limit,
        AuditRecord::of,
        line -> new PageToken(line.at(), List.of(Long.toString(line.id()))).text());
  }

  /** Of the line before only time and number count. */
  private static AuditLine place(Tenant tenant, String token) {
    PageToken place = PageToken.of(token, 1);
    return place == null
        ? null
        : new AuditLine(
            PageToken.number(place.parts().get(0)),
            tenant,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            place.at());
  }
}
