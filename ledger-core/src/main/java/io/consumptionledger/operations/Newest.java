package io.consumptionledger.operations;

import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.internal.Text;
import io.consumptionledger.spi.InspectionVerbs;
import io.consumptionledger.spi.InspectionVerbs.RowPage;
import io.consumptionledger.spi.InspectionVerbs.RowPosition;
import io.consumptionledger.spi.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The newest rows of several handlers as one list. Each handler is asked for its newest ones; what
 * is older than the place where the store stopped looking at any of them must wait for the next
 * page, because something newer may still come from there. Used by one thread.
 */
final class Newest {
  private static final Comparator<String> TEXT = Text::compare;
  private static final Comparator<RowPosition> NEWEST_FIRST =
      Comparator.comparing(RowPosition::receivedAt)
          .thenComparing(RowPosition::handlerId, TEXT)
          .thenComparing(RowPosition::eventId, TEXT)
          .thenComparing(RowPosition::itemKey, TEXT)
          .reversed();

  private static final int PARTS = 3;

  private final InspectionVerbs store;
  private final int limit;
  private final RowPosition after;
  private final List<Row> rows = new ArrayList<>();
  private RowPosition end;

  Newest(InspectionVerbs store, int limit, RowPosition after) {
    this.store = store;
    this.limit = limit;
    this.after = after;
  }

  /** The place that a token stands for, null for none. */
  static RowPosition place(String token) {
    PageToken place = PageToken.of(token, PARTS);
    return place == null
        ? null
        : new RowPosition(
            place.at(), place.parts().get(0), place.parts().get(1), place.parts().get(2));
  }

  private static String token(RowPosition place) {
    return new PageToken(
            place.receivedAt(), List.of(place.handlerId(), place.eventId(), place.itemKey()))
        .text();
  }

  /** Adds what a handler has; one row more than the page holds tells that there is another page. */
  void add(Tenant tenant, RowFilter filter) {
    RowPage page = store.rows(tenant, since(filter), within(filter.handlerId()), limit + 1);
    rows.addAll(page.rows());
    if (page.end() != null && (end == null || NEWEST_FIRST.compare(page.end(), end) < 0)) {
      end = page.end();
    }
    rows.sort(Comparator.comparing(RowPosition::of, NEWEST_FIRST));
    if (rows.size() > limit + 1) {
      rows.subList(limit + 1, rows.size()).clear();
    }
  }

  /** Nothing is asked for that could not come onto the page any more. */
  private RowFilter since(RowFilter filter) {
    Instant from = filter.receivedFrom();
    if (end != null) {
      from = later(from, end.receivedAt());
    }
    if (rows.size() > limit) {
      from = later(from, rows.get(limit).receivedAt());
    }
    return filter.received(from, filter.receivedBefore());
  }

  private static Instant later(Instant one, Instant other) {
    return one == null || other.isAfter(one) ? other : one;
  }

  /** Where a handler's rows begin after a place among those of all. */
  private RowPosition within(String handlerId) {
    if (after == null) {
      return null;
    }
    int order = Text.compare(handlerId, after.handlerId());
    if (order == 0) {
      return after;
    }
    // Of one instant the rows of the highest handler come first.
    Instant instant = order > 0 ? after.receivedAt() : after.receivedAt().plusNanos(1_000);
    return RowPosition.afterAll(instant);
  }

  Page<ListedRow> page() {
    List<Row> known =
        rows.stream()
            .filter(row -> end == null || NEWEST_FIRST.compare(RowPosition.of(row), end) <= 0)
            .toList();
    List<ListedRow> shown = known.stream().limit(limit).map(ListedRow::of).toList();
    RowPosition next = known.size() > limit ? RowPosition.of(known.get(limit - 1)) : end;
    return new Page<>(shown, next == null ? null : token(next));
  }
}
