package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.ReadVerbs.Filter;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Looking without touching. */
public interface ReadRules extends StoreRules {
  private static Filter filter(Scenario s, Set<ConsumptionState> states) {
    return new Filter(Tenant.DEFAULT, s.handler(), states, null, null);
  }

  private static List<String> events(List<Row> rows) {
    return rows.stream().map(r -> r.summary().key().eventId()).toList();
  }

  @Rule(
      id = "READ-1",
      text = "What is not there is empty: row, content, locked read, audit.",
      lookAt = "reads of missing rows")
  default void absentIsEmpty(Scenario s) {
    ConsumptionKey key = s.key("none");
    assertTrue(s.store().get(key).isEmpty(), "row");
    assertTrue(s.store().content(key).isEmpty(), "content");
    assertTrue(s.store().lockedRead(key).isEmpty(), "locked read");
    assertEquals(List.of(), s.store().audit(key), "audit");
    assertEquals(List.of(), s.store().list(List.of(key)), "list of keys");
    assertEquals(List.of(), s.store().list(List.<ConsumptionKey>of()), "list of no keys");
  }

  @Rule(
      id = "READ-2",
      text = "A list of keys comes in the order of the keys, without those that do not exist.",
      lookAt = "the order of list by keys")
  default void listOfKeysIsOrdered(Scenario s) {
    Tenant other = new Tenant("other");
    List<ConsumptionKey> keys =
        new ArrayList<>(
            List.of(
                s.claim("b").key(),
                s.claim("a").key(),
                s.claim("B").key(),
                s.claim("a1").key(),
                s.claim("z\u00e9").key(),
                s.claim(s.bare(s.key(other, "a"))).key(),
                s.claim(s.bare(new ConsumptionKey(Tenant.DEFAULT, s.handler(), "a", "i"))).key()));
    List<ConsumptionKey> expected = keys.stream().sorted().toList();
    keys.add(s.key("none"));
    List<ConsumptionKey> listed =
        s.store().list(keys).stream().map(r -> r.summary().key()).toList();
    assertEquals(expected, listed, "the listed keys");
  }

  @Rule(id = "READ-3", text = "A list of 1,000 keys is one call.", lookAt = "limits on parameters")
  default void thousandKeys(Scenario s) {
    s.claim("e7");
    List<ConsumptionKey> keys = IntStream.range(0, 1000).mapToObj(i -> s.key("e" + i)).toList();
    assertEquals(List.of("e7"), events(s.store().list(keys)), "the rows that exist");
  }

  @Rule(
      id = "READ-4",
      text = "A filtered list is newest first, within its limit, and of the wanted states only.",
      lookAt = "ORDER BY, LIMIT and the states of list by filter")
  default void filteredListIsNewestFirst(Scenario s) {
    for (String event : List.of("c", "a", "b")) {
      s.claim(event);
      s.fixture().elapse(Duration.ofMinutes(1));
    }
    s.succeeded("done");
    Filter open = filter(s, EnumSet.of(ConsumptionState.PROCESSING));
    assertEquals(List.of("b", "a", "c"), events(s.store().list(open, 10)), "newest first");
    assertEquals(List.of("b", "a"), events(s.store().list(open, 2)), "within the limit");
    Filter all = filter(s, EnumSet.allOf(ConsumptionState.class));
    assertEquals(List.of("done", "b", "a", "c"), events(s.store().list(all, 10)), "all states");
  }

  @Rule(
      id = "READ-5",
      text = "Counts are exact up to the limit, and one more beyond it.",
      lookAt = "LIMIT in count")
  default void countStopsAtLimit(Scenario s) {
    for (int i = 0; i < 5; i++) {
      s.claim("e" + i);
    }
    s.succeeded("done");
    Filter open = filter(s, EnumSet.of(ConsumptionState.PROCESSING));
    assertEquals(5, s.store().count(open, 1_000_000), "far limit");
    assertEquals(5, s.store().count(open, 5), "the limit itself");
    assertEquals(5, s.store().count(open, 4), "one beyond the limit");
    assertEquals(2, s.store().count(open, 1), "stopped at the limit");
    assertEquals(
        0, s.store().count(filter(s, EnumSet.of(ConsumptionState.DEAD_LETTER)), 9), "none");
    assertEquals(
        6, s.store().count(filter(s, EnumSet.allOf(ConsumptionState.class)), 9), "all states");
  }

  @Rule(
      id = "READ-6",
      text = "Time windows are half-open: from is inside, before is outside.",
      lookAt = "the comparisons with received_at in list and count, and their precision")
  default void windowsAreHalfOpen(Scenario s) {
    for (String event : List.of("a", "b", "c")) {
      s.claim(event);
      s.fixture().elapse(Duration.ofMinutes(1));
    }
    Instant a = s.row(s.key("a")).receivedAt();
    Instant b = s.row(s.key("b")).receivedAt();
    Instant c = s.row(s.key("c")).receivedAt();
    assertEquals(List.of("b", "a"), window(s, a, c), "from a, before c");
    assertEquals(List.of("c", "b"), window(s, b, null), "from b");
    assertEquals(List.of("b", "a"), window(s, null, c), "before c");
    assertEquals(List.of("c"), window(s, b.plusNanos(1000), null), "just after b");
    assertEquals(List.of("b", "a"), window(s, null, b.plusNanos(1000)), "up to b");
    assertEquals(List.of(), window(s, b, b), "an empty window");
  }

  private static List<String> window(Scenario s, Instant from, Instant before) {
    Filter filter =
        new Filter(
            Tenant.DEFAULT, s.handler(), EnumSet.of(ConsumptionState.PROCESSING), from, before);
    List<String> events = events(s.store().list(filter, 10));
    assertEquals(events.size(), s.store().count(filter, 10), "count and list agree");
    return events;
  }

  @Rule(
      id = "READ-7",
      text = "A missing tenant is an error, not all tenants; a missing state is one too.",
      lookAt = "the checks of Filter")
  default void tenantIsRequired(Scenario s) {
    assertThrows(
        NullPointerException.class,
        () -> new Filter(null, s.handler(), EnumSet.of(ConsumptionState.PROCESSING), null, null));
    assertThrows(InvalidFieldException.class, () -> filter(s, Set.of()));
    assertThrows(InvalidFieldException.class, () -> new Tenant(" "));
  }

  @Rule(
      id = "READ-8",
      text = "The locked read shows the row as the last writer left it.",
      lookAt = "the columns of locked-read")
  default void lockedReadShowsTheRow(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      ConsumptionKey key = s.inState(state, "e-" + state);
      RowSummary read = s.summary(key);
      RowSummary locked = s.store().lockedRead(key).orElseThrow();
      assertEquals(read.state(), locked.state(), "state");
      assertEquals(read.token(), locked.token(), "token");
      assertEquals(read.epoch(), locked.epoch(), "epoch");
      assertEquals(read.attempt(), locked.attempt(), "attempt");
      assertEquals(read.rowVersion(), locked.rowVersion(), "row version");
      assertEquals(read.errorClass(), locked.errorClass(), "error class");
      assertEquals(read.payloadState(), locked.payloadState(), "payload state");
      assertEquals(read.payloadHash(), locked.payloadHash(), "payload hash");
      assertEquals(read.leaseLeft() == null, locked.leaseLeft() == null, "lease");
      assertEquals(read.dueIn() == null, locked.dueIn() == null, "due time");
      assertFalse(locked.age().isNegative(), "age");
    }
  }

  @Rule(
      id = "READ-9",
      text = "Another store sees every row alike, in every column and to the microsecond.",
      lookAt = "what a store keeps in its process only, and the precision of stored times")
  default void anotherStoreSeesTheSame(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      ConsumptionKey key = s.inState(state, "e-" + state);
      assertEquals(s.picture(key), Picture.of(s.second(), key), "the row in " + state);
    }
    Duration delay = Duration.ofDays(1).plusNanos(123_457_000);
    Row waiting = s.row(s.scheduled("odd", delay));
    Expect.almost(
        delay, Duration.between(waiting.updatedAt(), waiting.dueAt()), "from settling to due");
    assertEquals(waiting.dueAt(), s.second().get(s.key("odd")).orElseThrow().dueAt(), "due time");
  }

  @Rule(
      id = "READ-10",
      text =
          "Each state is counted by itself, of one tenant and handler; waiting rows with and without"
              + " a due time are one state.",
      lookAt = "the statements that count a single state, above all count-waiting")
  default void eachStateIsCountedByItself(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      s.inState(state, "e-" + state);
    }
    s.scheduled("much later", Duration.ofDays(1));
    s.store()
        .recordFailure(
            s.full(s.key(new Tenant("other"), "e")),
            s.failure(ErrorClass.RETRYABLE),
            Duration.ZERO);
    s.fixture().elapse(Duration.ofMinutes(1));
    Aggregates.open(s, ConsumptionState.RETRY_SCHEDULED, "head", 1);
    Aggregates.park(s, "second", 2);
    Aggregates.park(s, "third", 3);
    Filter waiting = filter(s, EnumSet.of(ConsumptionState.RETRY_SCHEDULED));
    assertEquals(5, s.store().count(waiting, 9), "waiting rows");
    assertEquals(5, s.store().count(waiting, 4), "one beyond the limit");
    assertEquals(2, s.store().count(waiting, 1), "stopped at the limit");
    for (ConsumptionState state : ConsumptionState.values()) {
      if (state != ConsumptionState.RETRY_SCHEDULED) {
        assertEquals(1, s.store().count(filter(s, EnumSet.of(state)), 9), state + " rows");
      }
    }
    Filter old =
        new Filter(
            Tenant.DEFAULT, s.handler(), waiting.states(), null, s.row(s.key("head")).receivedAt());
    assertEquals(2, s.store().count(old, 9), "waiting rows received before the head");
  }
}
