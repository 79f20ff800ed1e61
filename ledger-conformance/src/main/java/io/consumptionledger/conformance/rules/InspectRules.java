package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.operations.Count;
import io.consumptionledger.operations.ListedRow;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Page;
import io.consumptionledger.operations.RowDetails;
import io.consumptionledger.operations.Rows;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.InspectionVerbs.RowPage;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.OperatorVerbs.ReplayApproval;
import io.consumptionledger.spi.Row;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What operators list and count. */
public interface InspectRules extends StoreRules {
  private static Rows rows(Scenario s) {
    return Operations.on(s.store()).build().rows();
  }

  private static List<String> listed(Scenario s, RowFilter filter) {
    Page<ListedRow> page = rows(s).list(Tenant.DEFAULT, filter, null, 100);
    assertNull(page.next(), "there is no further page");
    assertEquals(
        new Count.Exactly(page.items().size()),
        rows(s).count(Tenant.DEFAULT, filter, 100),
        "count and list of " + filter);
    return page.items().stream().map(row -> row.key().eventId()).toList();
  }

  /** A dead letter with everything that can be asked for. */
  private static ConsumptionKey dead(
      Scenario s, ConsumptionKey key, String type, String aggregate, Failure failure) {
    Delivery delivery =
        s.delivery(key.eventId()).eventType(type).aggregate("account", aggregate).build();
    NewRow row = new NewRow(key, delivery.metadata(), delivery.payload().hash().orElse(null), null);
    Claim claim = s.claim(row);
    s.store().deadLetter(claim, failure, Content.of(delivery, Scenario.MAX_BYTES));
    return key;
  }

  @Rule(
      id = "INSPECT-1",
      text = "A list is newest first over all handlers of the tenant, or over one.",
      lookAt = "handlers, the order of inspect, and how the handlers' rows are put together")
  default void listsAreNewestFirst(Scenario s) {
    for (String event : List.of("c@one", "a@two", "b@one", "d@three", "a@one")) {
      String[] parts = event.split("@");
      s.claim(s.bare(new ConsumptionKey(Tenant.DEFAULT, parts[1], parts[0], "")));
      s.fixture().elapse(Duration.ofMinutes(1));
    }
    assertEquals(List.of("a", "d", "b", "a", "c"), listed(s, RowFilter.all()), "all handlers");
    assertEquals(List.of("a", "b", "c"), listed(s, RowFilter.all().ofHandler("one")), "one");
    assertEquals(List.of(), listed(s, RowFilter.all().ofHandler("four")), "one without rows");
  }

  @Rule(
      id = "INSPECT-2",
      text = "A list holds the wanted states and no other, also beside a large number of them.",
      lookAt = "the states in inspect and inspect-count, and which statement lists dead letters")
  default void statesAreSelected(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      s.inState(state, state.name());
      s.fixture().elapse(Duration.ofSeconds(1));
    }
    for (ConsumptionState state : ConsumptionState.values()) {
      assertEquals(List.of(state.name()), listed(s, RowFilter.in(state)), "only " + state);
    }
    assertEquals(
        List.of("DISCARDED", "DEAD_LETTER"),
        listed(s, RowFilter.in(ConsumptionState.DEAD_LETTER, ConsumptionState.DISCARDED)),
        "two states");
  }

  @Rule(
      id = "INSPECT-3",
      text =
          "Error class, code, fingerprint, event type and aggregate select, each alone and all together,"
              + " byte for byte.",
      lookAt = "the conditions of inspect, inspect-dead and their counts")
  default void everyPartSelects(Scenario s) {
    Failure timeout = Failure.of(ErrorClass.POISON, "java.io.IOException", "E1", "timed out");
    Failure other = Failure.of(ErrorClass.CONFLICT, "java.io.IOException", "e1", "is there");
    dead(s, s.key("mine"), "placed", "a1", timeout);
    dead(s, s.key("other"), "Placed", "A1", other);
    dead(s, s.key("half"), "placed", "A1", other);
    s.succeeded("done");
    for (RowFilter all : List.of(RowFilter.all(), RowFilter.in(ConsumptionState.DEAD_LETTER))) {
      assertEquals(List.of("mine"), listed(s, all.withErrorClass(ErrorClass.POISON)), "class");
      assertEquals(List.of("mine"), listed(s, all.withErrorCode("E1")), "code");
      assertEquals(List.of("half", "other"), listed(s, all.withErrorCode("e1")), "other code");
      assertEquals(
          List.of("mine"), listed(s, all.withFingerprint(timeout.fingerprint())), "fingerprint");
      assertEquals(List.of("half", "mine"), listed(s, all.ofEventType("placed")), "event type");
      assertEquals(List.of("mine"), listed(s, all.ofAggregate("account", "a1")), "aggregate");
      assertEquals(List.of(), listed(s, all.ofAggregate("order", "a1")), "another aggregate");
      assertEquals(
          List.of("half", "other", "mine"),
          listed(s, all.ofAggregate("account", null)),
          "any aggregate of a type");
      assertEquals(
          List.of("half"),
          listed(
              s,
              all.withErrorClass(ErrorClass.CONFLICT)
                  .withErrorCode("e1")
                  .withFingerprint(other.fingerprint())
                  .ofEventType("placed")
                  .ofAggregate("account", "A1")
                  .ofHandler(s.handler())),
          "all together");
    }
  }

  @Rule(
      id = "INSPECT-4",
      text = "Windows of time are half-open: from is inside, before is outside.",
      lookAt = "the comparisons of time in inspect, inspect-dead and their counts")
  default void listedWindowsAreHalfOpen(Scenario s) {
    for (String event : List.of("a", "b", "c")) {
      s.dead(event);
      s.fixture().elapse(Duration.ofMinutes(1));
    }
    Instant a = s.row(s.key("a")).receivedAt();
    Instant b = s.row(s.key("b")).receivedAt();
    Instant c = s.row(s.key("c")).receivedAt();
    for (RowFilter all : List.of(RowFilter.all(), RowFilter.in(ConsumptionState.DEAD_LETTER))) {
      assertEquals(List.of("b", "a"), listed(s, all.received(a, c)), "from a, before c");
      assertEquals(List.of("c", "b"), listed(s, all.received(b, null)), "from b");
      assertEquals(List.of("a"), listed(s, all.received(null, b)), "before b");
      assertEquals(List.of("c"), listed(s, all.received(b.plusNanos(1_000), null)), "just after b");
      assertEquals(List.of(), listed(s, all.received(b, b)), "an empty window");
    }
  }

  @Rule(
      id = "INSPECT-5",
      text =
          "Counts are exact up to the limit, over all handlers, and say \"more than\" beyond it.",
      lookAt = "LIMIT in inspect-count and inspect-count-dead, and how handlers are added up")
  default void countsAreBounded(Scenario s) {
    for (int i = 0; i < 5; i++) {
      s.dead("e" + i);
      s.claim(s.bare(new ConsumptionKey(Tenant.DEFAULT, "another", "e" + i, "")));
    }
    Rows rows = rows(s);
    RowFilter dead = RowFilter.in(ConsumptionState.DEAD_LETTER);
    assertEquals(new Count.Exactly(10), rows.count(Tenant.DEFAULT, RowFilter.all(), 10), "all");
    assertEquals(new Count.AtLeast(10), rows.count(Tenant.DEFAULT, RowFilter.all(), 9), "one less");
    assertEquals(new Count.AtLeast(4), rows.count(Tenant.DEFAULT, RowFilter.all(), 3), "few");
    assertEquals(new Count.Exactly(5), rows.count(Tenant.DEFAULT, dead, 5), "dead letters");
    assertEquals(new Count.AtLeast(5), rows.count(Tenant.DEFAULT, dead, 4), "more dead letters");
    assertEquals("more than 4", rows.count(Tenant.DEFAULT, dead, 4).toString(), "in words");
    assertEquals(
        new Count.Exactly(0),
        rows.count(Tenant.DEFAULT, RowFilter.in(ConsumptionState.DISCARDED), 4),
        "none");
  }

  @Rule(
      id = "INSPECT-6",
      text =
          "Another tenant's rows are not there: neither listed, counted nor shown, by filter, by key or by"
              + " a page's token.",
      lookAt = "tenant_id in every statement that looks, and the tenant of keys")
  default void otherTenantsAreNotThere(Scenario s) {
    Tenant other = new Tenant("other");
    Failure failure = s.failure(ErrorClass.POISON);
    for (int i = 0; i < 3; i++) {
      dead(s, s.key(other, "theirs" + i), "placed", "a1", failure);
      dead(s, s.key("mine" + i), "placed", "a1", failure);
    }
    Rows rows = rows(s);
    for (RowFilter filter :
        List.of(
            RowFilter.all(),
            RowFilter.in(ConsumptionState.DEAD_LETTER),
            RowFilter.all().ofHandler(s.handler()).withFingerprint(failure.fingerprint()))) {
      assertEquals(List.of("mine2", "mine1", "mine0"), listed(s, filter), "mine");
      Page<ListedRow> theirs = rows.list(other, filter, null, 1);
      Page<ListedRow> next = rows.list(Tenant.DEFAULT, filter, theirs.next(), 100);
      assertTrue(
          next.items().stream().allMatch(row -> row.key().tenant().equals(Tenant.DEFAULT)),
          "what another's token shows: " + next);
      assertEquals(
          List.of(), rows.list(new Tenant("Default"), filter, null, 9).items(), "nobody's");
    }
    assertTrue(rows.show(Tenant.DEFAULT, s.key("mine1")).isPresent(), "my own");
    assertTrue(rows.show(Tenant.DEFAULT, s.key(other, "theirs1")).isEmpty(), "by their key");
    assertTrue(rows.show(Tenant.DEFAULT, s.key("theirs1")).isEmpty(), "by their event");
    assertTrue(rows.show(other, s.key("mine1")).isEmpty(), "by my key");
    assertEquals(
        1, rows.errors(Tenant.DEFAULT, null, null, null, 9).kinds().size(), "kinds of errors");
    assertEquals(
        new Count.Exactly(3),
        rows.errors(Tenant.DEFAULT, null, null, null, 9).kinds().get(0).count(),
        "dead letters of that kind");
  }

  @Rule(
      id = "INSPECT-7",
      text = "Lists and details show no token, authorisation, payload, header or raw key.",
      lookAt = "the columns of inspect and inspect-dead, and ListedRow")
  default void nothingSecretIsShown(Scenario s) {
    Delivery delivery =
        s.delivery("e1").payload("s3cret-payload".getBytes(StandardCharsets.UTF_8)).build();
    Claim claim = s.claim(NewRow.of(delivery, Content.of(delivery, Scenario.MAX_BYTES)));
    String authorization = UUID.randomUUID().toString();
    s.store().deadLetter(claim, s.failure(ErrorClass.POISON), null);
    ReplayApproval approval =
        new ReplayApproval("rita", "albert", "fixed", UUID.fromString(authorization));
    ConsumptionKey dead = s.dead("e2");
    s.store().authorizeReplay(claim.key(), s.version(claim.key()), approval);
    Row stored = s.row(claim.key());
    List<String> secrets =
        List.of(
            authorization,
            claim.token().value().toString(),
            stored.summary().token().value().toString(),
            stored.summary().payloadHash().hex(),
            "s3cret-payload",
            "t-1");
    Page<ListedRow> page = rows(s).list(Tenant.DEFAULT, RowFilter.all(), null, 10);
    RowDetails details = rows(s).show(Tenant.DEFAULT, claim.key()).orElseThrow();
    String shown = page + "\n" + details + "\n" + rows(s).show(Tenant.DEFAULT, dead);
    for (String secret : secrets) {
      assertFalse(shown.contains(secret), "what is shown holds a secret: " + shown);
    }
    RowPage raw = s.store().rows(Tenant.DEFAULT, RowFilter.all().ofHandler(s.handler()), null, 10);
    for (Row row : raw.rows()) {
      assertNull(row.summary().token(), "the token in " + row.summary().key());
      assertNull(row.replayAuthorization(), "the authorisation in " + row.summary().key());
    }
  }

  @Rule(
      id = "INSPECT-8",
      text = "A listed row is the stored one, column by column.",
      lookAt = "the columns of inspect and inspect-dead")
  default void listedRowsAreTheStored(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      Row stored = s.row(s.inState(state, state.name()));
      ListedRow row = rows(s).list(Tenant.DEFAULT, RowFilter.in(state), null, 10).items().get(0);
      assertEquals(
          Arrays.asList(
              stored.summary().key(),
              stored.summary().state(),
              stored.waitReason(),
              stored.summary().attempt(),
              stored.summary().yields(),
              stored.replayGeneration(),
              stored.summary().rowVersion(),
              stored.metadata(),
              stored.failure(),
              stored.summary().payloadState(),
              stored.node().id(),
              stored.dueAt(),
              stored.deadSince(),
              stored.receivedAt(),
              stored.updatedAt(),
              stored.closedBy(),
              stored.closedReason()),
          Arrays.asList(
              row.key(),
              row.state(),
              row.waitReason(),
              row.attempt(),
              row.yields(),
              row.replayGeneration(),
              row.rowVersion(),
              row.metadata(),
              row.failure(),
              row.payloadState(),
              row.nodeId(),
              row.dueAt(),
              row.deadSince(),
              row.receivedAt(),
              row.updatedAt(),
              row.closedBy(),
              row.closedReason()),
          "the row in " + state);
      assertEquals(state == ConsumptionState.PROCESSING, row.leaseLeft() != null, "lease");
    }
  }

  @Rule(
      id = "INSPECT-9",
      text =
          "What cannot be asked for is refused: no tenant, no state, half an aggregate's name, odd limits.",
      lookAt = "the checks of RowFilter and of the services")
  default void oddQuestionsAreRefused(Scenario s) {
    Rows rows = rows(s);
    RowFilter all = RowFilter.all();
    assertThrows(NullPointerException.class, () -> rows.list(null, all, null, 1));
    assertThrows(NullPointerException.class, () -> rows.count(null, all, 1));
    assertThrows(NullPointerException.class, () -> rows.errors(null, null, null, null, 1));
    assertThrows(NullPointerException.class, () -> rows.show(null, s.key("e1")));
    for (int limit : new int[] {-1, 0, 1_001}) {
      assertThrows(InvalidFieldException.class, () -> rows.list(Tenant.DEFAULT, all, null, limit));
    }
    assertThrows(InvalidFieldException.class, () -> rows.count(Tenant.DEFAULT, all, 0));
    assertThrows(InvalidFieldException.class, () -> rows.count(Tenant.DEFAULT, all, 1_000_001));
    assertThrows(InvalidFieldException.class, () -> RowFilter.in(Set.of()));
    assertThrows(InvalidFieldException.class, () -> all.ofAggregate(null, "o-1"));
    assertThrows(InvalidFieldException.class, () -> all.withFingerprint("abc"));
    assertThrows(InvalidFieldException.class, () -> all.withErrorCode("a\u0000"));
    assertThrows(InvalidFieldException.class, () -> all.ofHandler(" "));
    for (String token : List.of("", "?", "AAAA", "not a token", "A".repeat(500))) {
      assertThrows(
          InvalidFieldException.class, () -> rows.list(Tenant.DEFAULT, all, token, 1), token);
    }
  }
}
