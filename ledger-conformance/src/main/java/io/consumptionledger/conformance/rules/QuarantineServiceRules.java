package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Headers;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.QuarantineFilter;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.operations.Count;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.Page;
import io.consumptionledger.operations.Quarantine;
import io.consumptionledger.operations.QuarantineDecoder;
import io.consumptionledger.operations.QuarantineOutcome;
import io.consumptionledger.operations.QuarantineOutcome.Kind;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.QuarantineVerbs.QuarantineEntry;
import io.consumptionledger.spi.QuarantineVerbs.Resolution;
import io.consumptionledger.spi.QuarantinedMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What operators do with quarantined messages. */
public interface QuarantineServiceRules extends StoreRules {
  /** Who acts. */
  Operator OLGA = new Operator("olga");

  /** Where messages lie whose tenant cannot be trusted. */
  Tenant NOBODY = new Tenant("nobody");

  private static Quarantine quarantine(LedgerStore store) {
    return Operations.on(store).quarantineTenant(NOBODY).build().quarantine();
  }

  private static QuarantinedMessage kept(Scenario s, Tenant tenant, String handler, String text) {
    QuarantinedMessage message =
        new QuarantinedMessage(
            tenant,
            handler,
            Metadata.NONE,
            Headers.none().with("h", "1"),
            null,
            Payload.of(text.getBytes(StandardCharsets.UTF_8)),
            s.failure(ErrorClass.POISON, "no key"));
    s.store().quarantine(message);
    return message;
  }

  private static QuarantinedMessage kept(Scenario s, String text) {
    return kept(s, Tenant.DEFAULT, s.handler(), text);
  }

  private static HandlerDeclaration<Delivery> handler(Scenario s) {
    return HandlerDeclaration.of(
            s.handler(), ReplaySafety.IDEMPOTENT, Decoder.none(), (d, attempt) -> {})
        .maxPayloadBytes(100)
        .build();
  }

  /** The text is the event id. */
  private static QuarantineDecoder byText(Tenant tenant) {
    return message -> {
      byte[] bytes = message.payload().bytes().orElseThrow();
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (text.startsWith("bad")) {
        throw new IllegalStateException("cannot read it, password=hunter2secret");
      }
      return Delivery.to(message.handlerId(), text)
          .tenant(tenant)
          .headers(message.headers())
          .payload(bytes)
          .build();
    };
  }

  private static List<QuarantineOutcome> replay(
      Scenario s, Tenant tenant, Tenant to, String... ids) {
    return quarantine(s.store())
        .replay(tenant, List.of(ids), handler(s), byText(to), OLGA, "decoder mended");
  }

  private static List<String> ids(Page<QuarantineEntry> page) {
    return page.items().stream().map(QuarantineEntry::id).toList();
  }

  @Rule(
      id = "QUARANTINE-7",
      text =
          "The list is filtered by handler, by open or closed, and by a window that includes its start"
              + " and not its end; counts agree.",
      lookAt = "the conditions of quarantine-list and quarantine-count")
  default void listIsFiltered(Scenario s) {
    QuarantinedMessage old = kept(s, "old");
    s.fixture().elapse(Duration.ofMinutes(10));
    QuarantinedMessage open = kept(s, "open");
    QuarantinedMessage closed = kept(s, "closed");
    QuarantinedMessage other = kept(s, Tenant.DEFAULT, "another.handler", "open");
    Quarantine quarantine = quarantine(s.store());
    quarantine.discard(Tenant.DEFAULT, closed.id(), OLGA, "not wanted");
    Instant at = quarantine.show(Tenant.DEFAULT, open.id()).orElseThrow().receivedAt();
    record Case(QuarantineFilter filter, List<String> ids) {}
    for (Case each :
        List.of(
            new Case(QuarantineFilter.all(), List.of(old.id(), open.id(), closed.id(), other.id())),
            new Case(QuarantineFilter.open(), List.of(old.id(), open.id(), other.id())),
            new Case(QuarantineFilter.closed(), List.of(closed.id())),
            new Case(QuarantineFilter.all().ofHandler("another.handler"), List.of(other.id())),
            new Case(QuarantineFilter.open().ofHandler(s.handler()), List.of(old.id(), open.id())),
            new Case(QuarantineFilter.all().received(null, at), List.of(old.id())),
            new Case(
                QuarantineFilter.open().ofHandler(s.handler()).received(at, at.plusNanos(1_000)),
                List.of(open.id())))) {
      assertEquals(
          each.ids().stream().sorted().toList(),
          ids(quarantine.list(Tenant.DEFAULT, each.filter(), null, 10)).stream().sorted().toList(),
          each.filter().toString());
      assertEquals(
          new Count.Exactly(each.ids().size()),
          quarantine.count(Tenant.DEFAULT, each.filter(), 10),
          each.filter().toString());
    }
    assertEquals(
        new Count.AtLeast(3), quarantine.count(Tenant.DEFAULT, QuarantineFilter.all(), 2), "more");
  }

  @Rule(
      id = "QUARANTINE-8",
      text = "Turning pages shows every message once, newest first, whatever comes or is closed.",
      lookAt = "the place at which a page of quarantine-list begins")
  default void pagesAreStable(Scenario s) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      all.add(0, kept(s, "m" + i).id());
      if (i % 3 != 0) {
        s.fixture().elapse(Duration.ofSeconds(i % 3));
      }
    }
    Quarantine quarantine = quarantine(s.store());
    List<QuarantineEntry> seen = new ArrayList<>();
    String next = null;
    int pages = 0;
    do {
      Page<QuarantineEntry> page = quarantine.list(Tenant.DEFAULT, QuarantineFilter.all(), next, 2);
      seen.addAll(page.items());
      next = page.next();
      kept(s, "new" + pages++);
      quarantine.resolve(Tenant.DEFAULT, all.get(pages % 7), OLGA, "seen to");
    } while (next != null && pages < 20);
    List<String> ids = seen.stream().map(QuarantineEntry::id).toList();
    assertEquals(all.stream().sorted().toList(), ids.stream().sorted().toList(), "each once");
    for (int i = 1; i < seen.size(); i++) {
      assertFalse(
          seen.get(i).receivedAt().isAfter(seen.get(i - 1).receivedAt()), "newest first: " + seen);
    }
    assertThrows(
        InvalidFieldException.class,
        () -> quarantine.list(Tenant.DEFAULT, QuarantineFilter.all(), "nonsense", 2));
  }

  @Rule(
      id = "QUARANTINE-9",
      text =
          "Replayed through a decoder each message becomes its row; one that cannot be read stays open,"
              + " with the reason redacted, and stops no other.",
      lookAt = "replay of quarantined messages")
  default void eachIsReplayed(Scenario s) {
    QuarantinedMessage one = kept(s, "e1");
    QuarantinedMessage bad = kept(s, "bad");
    QuarantinedMessage two = kept(s, "e2");
    List<QuarantineOutcome> outcomes =
        replay(
            s, Tenant.DEFAULT, Tenant.DEFAULT, one.id(), bad.id(), "0".repeat(64), "x", two.id());
    assertEquals(
        List.of(Kind.ADMITTED, Kind.UNREADABLE, Kind.NOT_FOUND, Kind.NOT_FOUND, Kind.ADMITTED),
        outcomes.stream().map(QuarantineOutcome::kind).toList(),
        outcomes.toString());
    assertTrue(outcomes.get(1).detail().contains("cannot read it"), outcomes.get(1).detail());
    assertFalse(outcomes.get(1).detail().contains("hunter2secret"), outcomes.get(1).detail());
    for (String event : List.of("e1", "e2")) {
      assertEquals(
          ConsumptionState.RETRY_SCHEDULED, s.summary(s.key(event)).state(), "row of " + event);
    }
    Quarantine quarantine = quarantine(s.store());
    assertEquals(
        List.of(bad.id()),
        ids(quarantine.list(Tenant.DEFAULT, QuarantineFilter.open(), null, 10)),
        "what is open");
    assertEquals(
        List.of(Kind.CLOSED_BEFORE, Kind.UNREADABLE),
        replay(s, Tenant.DEFAULT, Tenant.DEFAULT, one.id(), bad.id()).stream()
            .map(QuarantineOutcome::kind)
            .toList(),
        "again");
    assertEquals(2, s.claimDue(10).size(), "each once");
  }

  @Rule(
      id = "QUARANTINE-10",
      text =
          "A message becomes no row of another tenant or handler, unless it lies in the quarantine"
              + " tenant; nor one whose content would be cut.",
      lookAt = "what is refused before admit")
  default void nothingGoesWhereItShouldNot(Scenario s) {
    Tenant other = new Tenant("other");
    QuarantinedMessage ours = kept(s, "e1");
    QuarantinedMessage nobodys = kept(s, NOBODY, s.handler(), "e2");
    QuarantinedMessage foreign = kept(s, Tenant.DEFAULT, "another.handler", "e3");
    QuarantinedMessage large = kept(s, "e".repeat(150));
    assertEquals(Kind.REFUSED, replay(s, Tenant.DEFAULT, other, ours.id()).get(0).kind(), "tenant");
    assertEquals(
        Kind.REFUSED,
        replay(s, Tenant.DEFAULT, Tenant.DEFAULT, foreign.id()).get(0).kind(),
        "handler");
    assertEquals(
        Kind.REFUSED,
        replay(s, Tenant.DEFAULT, Tenant.DEFAULT, large.id()).get(0).kind(),
        "too large");
    assertEquals(
        Kind.NOT_FOUND, replay(s, other, other, ours.id()).get(0).kind(), "another tenant's");
    assertEquals(Kind.ADMITTED, replay(s, NOBODY, other, nobodys.id()).get(0).kind(), "nobody's");
    assertTrue(s.store().get(s.key(other, "e2")).isPresent(), "whose it turned out to be");
    assertTrue(s.store().get(s.key(other, "e1")).isEmpty(), "nothing of ours");
    assertEquals(
        3,
        s.store().quarantineList(Tenant.DEFAULT, 10).stream()
            .filter(entry -> entry.closing() == null)
            .count(),
        "open");
  }

  @Rule(
      id = "QUARANTINE-11",
      text = "Resolved and discarded are told apart, with who and why, and audited; each is once.",
      lookAt = "resolution in close-quarantined, and the audit")
  default void closingIsTold(Scenario s) {
    Quarantine quarantine = quarantine(s.store());
    QuarantinedMessage one = kept(s, "e1");
    QuarantinedMessage two = kept(s, "e2");
    assertEquals(
        Kind.CLOSED, quarantine.resolve(Tenant.DEFAULT, one.id(), OLGA, "by hand").kind(), "one");
    assertEquals(
        Kind.CLOSED, quarantine.discard(Tenant.DEFAULT, two.id(), OLGA, "a test").kind(), "two");
    assertEquals(
        Kind.CLOSED_BEFORE,
        quarantine.discard(Tenant.DEFAULT, one.id(), OLGA, "again").kind(),
        "once");
    assertEquals(
        Kind.NOT_FOUND,
        quarantine.resolve(new Tenant("other"), two.id(), OLGA, "not theirs").kind(),
        "another tenant's");
    QuarantineEntry resolved = quarantine.show(Tenant.DEFAULT, one.id()).orElseThrow();
    assertEquals(Resolution.RESOLVED, resolved.closing().as(), "resolved");
    assertEquals("by hand", resolved.closing().reason(), "why");
    assertEquals(
        Resolution.DISCARDED,
        quarantine.show(Tenant.DEFAULT, two.id()).orElseThrow().closing().as(),
        "discarded");
    assertEquals(
        List.of("DISCARD_QUARANTINED", "RESOLVE_QUARANTINED"),
        s.store().auditLog(Tenant.DEFAULT, null, null, null, 10).stream()
            .map(line -> line.action())
            .toList(),
        "the audit");
    assertNull(quarantine.show(new Tenant("other"), one.id()).orElse(null), "shown to others");
  }

  @Rule(
      id = "ADMIT_RACE-2",
      text = "Two operators who replay the same messages at once make each row once.",
      lookAt = "quarantine-lock and close-quarantined")
  default void twoOperatorsAtOnce(Scenario s) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ids.add(kept(s, "e" + i).id());
    }
    List<List<QuarantineOutcome>> outcomes =
        Together.run(
            2,
            i ->
                quarantine(i == 0 ? s.store() : s.second())
                    .replay(
                        Tenant.DEFAULT, ids, handler(s), byText(Tenant.DEFAULT), OLGA, "at once"));
    for (int i = 0; i < 10; i++) {
      ConsumptionKey key = s.key("e" + i);
      assertEquals(1, s.version(key), "the row is as it was made");
      int at = i;
      long admitted =
          outcomes.stream().filter(list -> list.get(at).kind() == Kind.ADMITTED).count();
      assertEquals(1, admitted, "admitted: " + outcomes);
      assertTrue(outcomes.stream().allMatch(list -> list.get(at).isClosed()), "" + outcomes);
    }
    assertEquals(10, s.claimDue(50).size(), "each is due once");
  }
}
