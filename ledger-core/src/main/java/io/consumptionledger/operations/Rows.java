package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.operations.ErrorKinds.ErrorKind;
import io.consumptionledger.spi.InspectionVerbs.Counted;
import io.consumptionledger.spi.InspectionVerbs.ErrorGroup;
import io.consumptionledger.spi.InspectionVerbs.ErrorGroups;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Looks at rows: lists, counts, kinds of errors, and one row with its history. None of it reads
 * what messages hold. Thread-safe.
 */
public final class Rows {
  /** How much of a row's history is shown at the most. */
  public static final int MOST_HISTORY = 100;

  private static final Comparator<ErrorKind> LARGEST_FIRST =
      Comparator.<ErrorKind>comparingLong(kind -> kind.count().number())
          .reversed()
          .thenComparing(ErrorKind::handlerId)
          .thenComparing(kind -> kind.example().fingerprint());

  private final LedgerStore store;
  private final Handlers handlers;

  Rows(LedgerStore store) {
    this.store = store;
    this.handlers = new Handlers(store);
  }

  /**
   * Lists rows, the newest first by the time their messages were first received. Without a handler
   * in the filter each of the tenant's handlers is looked at.
   *
   * @param tenant whose rows; not null
   * @param filter which rows; not null
   * @param page the token of the page, or null for the first one; the filter must be the same
   * @param limit how many rows at the most, from 1 to 1,000
   * @return the page; it may be short of rows although there is a next one, see {@link Page}
   * @throws InvalidFieldException if the limit or the token is not valid
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public Page<ListedRow> list(Tenant tenant, RowFilter filter, String page, int limit) {
    Objects.requireNonNull(tenant, "tenant");
    Objects.requireNonNull(filter, "filter");
    Newest newest = new Newest(store, Limits.page(limit), Newest.place(page));
    for (String handler : handlers.of(tenant, filter.handlerId())) {
      newest.add(tenant, filter.ofHandler(handler));
    }
    return newest.page();
  }

  /**
   * Counts rows: exactly up to a limit, else says that there are more. The store may stop earlier
   * where it would have to look through very many rows that are not wanted; it never does for dead
   * letters of which only handler and time are asked for.
   *
   * @param tenant whose rows; not null
   * @param filter which rows; not null
   * @param limit up to where to count, from 1 to 1,000,000
   * @return the number
   * @throws InvalidFieldException if the limit is not valid
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public Count count(Tenant tenant, RowFilter filter, int limit) {
    Objects.requireNonNull(tenant, "tenant");
    Objects.requireNonNull(filter, "filter");
    Limits.count(limit);
    long number = 0;
    boolean isExact = true;
    for (String handler : handlers.of(tenant, filter.handlerId())) {
      Counted counted = store.countRows(tenant, filter.ofHandler(handler), limit);
      number += counted.number();
      isExact &= counted.isExact();
      if (number > limit) {
        return new Count.AtLeast(limit + 1L);
      }
    }
    return Count.of(new Counted(number, isExact));
  }

  /**
   * The dead letters by kind of error: what to look at first in the night.
   *
   * @param tenant whose rows; not null
   * @param handlerId only of this handler; null for all
   * @param receivedFrom first received at or after this; null for no bound
   * @param receivedBefore first received before this; null for no bound
   * @param limit how many kinds at the most, from 1 to 1,000
   * @return the kinds, the largest first
   * @throws InvalidFieldException if the limit is not valid
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public ErrorKinds errors(
      Tenant tenant, String handlerId, Instant receivedFrom, Instant receivedBefore, int limit) {
    Objects.requireNonNull(tenant, "tenant");
    Limits.page(limit);
    List<ErrorKind> kinds = new ArrayList<>();
    boolean isComplete = true;
    for (String handler : handlers.of(tenant, handlerId)) {
      ErrorGroups found = store.errorGroups(tenant, handler, receivedFrom, receivedBefore, limit);
      for (ErrorGroup group : found.groups()) {
        kinds.add(kind(handler, group, found.isComplete()));
      }
      isComplete &= found.isComplete();
    }
    kinds.sort(LARGEST_FIRST);
    isComplete &= kinds.size() <= limit;
    return new ErrorKinds(kinds.stream().limit(limit).toList(), isComplete);
  }

  private static ErrorKind kind(String handler, ErrorGroup group, boolean isComplete) {
    return new ErrorKind(
        handler,
        group.example(),
        Count.of(new Counted(group.count(), isComplete)),
        group.firstSeen(),
        group.lastSeen());
  }

  /**
   * One row with its history.
   *
   * @param tenant whose row it must be; not null
   * @param key which row; not null
   * @return the row, or empty if there is none or it is another tenant's
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public Optional<RowDetails> show(Tenant tenant, ConsumptionKey key) {
    if (!key.tenant().equals(Objects.requireNonNull(tenant, "tenant"))) {
      return Optional.empty();
    }
    return store.get(key).map(this::details);
  }

  private RowDetails details(Row row) {
    ConsumptionKey key = row.summary().key();
    return new RowDetails(
        ListedRow.of(row),
        store.blockedBy(key).flatMap(store::get).map(ListedRow::of).orElse(null),
        store.auditLog(key, null, MOST_HISTORY).stream().map(AuditRecord::of).toList(),
        store.anomaliesOf(key, MOST_HISTORY));
  }
}
