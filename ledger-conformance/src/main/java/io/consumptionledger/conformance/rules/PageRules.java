package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.operations.ListedRow;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Page;
import io.consumptionledger.operations.Rows;
import java.util.ArrayList;
import java.util.List;

/** Turning the pages of a list while rows come, move and go. */
public interface PageRules extends StoreRules {
  private static Rows rows(Scenario s) {
    return Operations.on(s.store()).build().rows();
  }

  private static ConsumptionKey dead(Scenario s, String handler, String event) {
    ConsumptionKey key = new ConsumptionKey(Tenant.DEFAULT, handler, event, "");
    s.store().recordTerminal(s.full(key), s.failure(ErrorClass.POISON));
    return key;
  }

  /** All events of all pages; after each page something happens. */
  private static List<String> turn(Scenario s, RowFilter filter, int size, Runnable after) {
    List<String> events = new ArrayList<>();
    String next = null;
    for (int pages = 0; pages == 0 || next != null; pages++) {
      assertTrue(pages < 100, "the pages have no end: " + events);
      Page<ListedRow> page = rows(s).list(Tenant.DEFAULT, filter, next, size);
      assertTrue(page.items().size() <= size, "no page is longer than asked for");
      page.items().forEach(row -> events.add(row.key().eventId()));
      next = page.next();
      after.run();
    }
    return events;
  }

  @Rule(
      id = "PAGE-1",
      text =
          "The pages of a list are the list, whatever their size, over one handler and over many.",
      lookAt = "where a page begins in inspect and inspect-dead, and how handlers are put together")
  default void pagesAreTheList(Scenario s) {
    List<String> newestFirst = new ArrayList<>();
    for (int i = 0; i < 13; i++) {
      dead(s, "h" + i % 3, "e" + i * 7 % 13);
      newestFirst.add(0, "e" + i * 7 % 13);
    }
    for (int size : new int[] {1, 2, 3, 5, 12, 13, 14}) {
      assertEquals(newestFirst, turn(s, RowFilter.all(), size, () -> {}), "pages of " + size);
      assertEquals(
          newestFirst,
          turn(s, RowFilter.in(ConsumptionState.DEAD_LETTER), size, () -> {}),
          "pages of dead letters of " + size);
    }
    List<String> ofOne =
        rows(s).list(Tenant.DEFAULT, RowFilter.all().ofHandler("h1"), null, 100).items().stream()
            .map(row -> row.key().eventId())
            .toList();
    assertEquals(ofOne, turn(s, RowFilter.all().ofHandler("h1"), 2, () -> {}), "of one handler");
  }

  @Rule(
      id = "PAGE-2",
      text = "Rows that come while pages are turned do not make others appear twice or not at all.",
      lookAt = "whether a page begins at a place or at a number of rows")
  default void newRowsDoNotShiftPages(Scenario s) {
    List<String> newestFirst = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      dead(s, "h" + i % 2, "e" + i);
      newestFirst.add(0, "e" + i);
    }
    int[] more = {0};
    List<String> seen =
        turn(s, RowFilter.all(), 2, () -> dead(s, "h" + more[0] % 2, "new" + more[0]++));
    assertEquals(newestFirst, seen, "what was there before");
  }

  @Rule(
      id = "PAGE-3",
      text = "Rows that leave the list while pages are turned take no others with them.",
      lookAt = "whether a page begins at a place or at a number of rows")
  default void rowsThatLeaveDoNotShiftPages(Scenario s) {
    List<ConsumptionKey> keys = new ArrayList<>();
    List<String> newestFirst = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      keys.add(dead(s, "h", "e" + i));
      newestFirst.add(0, "e" + i);
    }
    RowFilter dead = RowFilter.in(ConsumptionState.DEAD_LETTER);
    int[] left = {8};
    // What is discarded has been shown; the rest must still come.
    List<String> seen =
        turn(
            s,
            dead,
            3,
            () -> {
              for (int i = 0; i < 2 && left[0] >= 0; i++) {
                ConsumptionKey key = keys.get(left[0]--);
                Expect.done(s.store().discard(key, s.version(key), s.action()));
              }
            });
    assertEquals(newestFirst, seen, "every dead letter once");
  }

  @Rule(
      id = "PAGE-4",
      text = "A row that moves while pages are turned keeps its place and appears once.",
      lookAt = "whether the order of a list depends on anything that moves")
  default void rowsThatMoveKeepTheirPlace(Scenario s) {
    List<ConsumptionKey> keys = new ArrayList<>();
    List<String> newestFirst = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      keys.add(dead(s, "h", "e" + i));
      newestFirst.add(0, "e" + i);
    }
    int[] next = {0};
    List<String> seen =
        turn(
            s,
            RowFilter.all(),
            2,
            () -> {
              if (next[0] < keys.size()) {
                ConsumptionKey key = keys.get(next[0]++);
                Expect.done(s.store().resolve(key, s.version(key), s.action()));
              }
            });
    assertEquals(newestFirst, seen, "every row once");
  }
}
