package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.operations.Count;
import io.consumptionledger.operations.ErrorKinds;
import io.consumptionledger.operations.ErrorKinds.ErrorKind;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.spi.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Dead letters by kind of error. */
public interface ErrorKindRules extends StoreRules {
  private static ErrorKinds kinds(Scenario s, String handler, Instant from, Instant before) {
    return Operations.on(s.store()).build().rows().errors(Tenant.DEFAULT, handler, from, before, 9);
  }

  private static ConsumptionKey dead(Scenario s, String handler, String event, Failure failure) {
    ConsumptionKey key = new ConsumptionKey(Tenant.DEFAULT, handler, event, "");
    s.store().recordTerminal(s.full(key), failure);
    return key;
  }

  @Rule(
      id = "ERROR_KIND-1",
      text =
          "Dead letters with the same fingerprint of a handler are one kind, the largest first, with the"
              + " error of the one received last.",
      lookAt = "GROUP BY and the example in errors")
  default void kindsAreGrouped(Scenario s) {
    Failure full = Failure.of(ErrorClass.POISON, "Full", "E1", "account 17 is full");
    Failure fuller = Failure.of(ErrorClass.POISON, "Full", "E1", "account 4711 is full");
    Failure gone = Failure.of(ErrorClass.UNRECOVERABLE, "Gone", null, null);
    assertEquals(full.fingerprint(), fuller.fingerprint(), "numbers make no difference");
    dead(s, "one", "z", full);
    dead(s, "one", "b", gone);
    dead(s, "one", "a", fuller);
    dead(s, "two", "a", gone);
    dead(s, "two", "b", gone);
    dead(s, "two", "c", gone);
    ErrorKinds found = kinds(s, null, null, null);
    assertTrue(found.isComplete(), "all were looked at");
    assertEquals(
        List.of(
            "two 3 Gone null null", "one 2 Full E1 " + fuller.message(), "one 1 Gone null null"),
        found.kinds().stream().map(ErrorKindRules::shown).toList(),
        "the kinds");
    assertEquals(
        List.of(gone, fuller, gone),
        found.kinds().stream().map(ErrorKind::example).toList(),
        "the examples");
    assertEquals(2, kinds(s, "one", null, null).kinds().size(), "kinds of one handler");
  }

  private static String shown(ErrorKind kind) {
    Failure example = kind.example();
    return kind.handlerId()
        + " "
        + kind.count()
        + " "
        + example.type()
        + " "
        + example.code()
        + " "
        + example.message();
  }

  @Rule(
      id = "ERROR_KIND-2",
      text = "First and last seen are when the first and the last of a kind became dead letters.",
      lookAt = "min and max of dead_at in errors")
  default void firstAndLastSeen(Scenario s) {
    Claim late = s.claim("late");
    Claim early = s.claim("early");
    Failure failure = s.failure(ErrorClass.POISON);
    Expect.done(s.store().deadLetter(early, failure, s.content("early")));
    s.fixture().elapse(Duration.ofMinutes(3));
    Expect.done(s.store().deadLetter(late, failure, s.content("late")));
    ErrorKind kind = kinds(s, null, null, null).kinds().get(0);
    assertEquals(new Count.Exactly(2), kind.count(), "how many");
    assertEquals(s.row(early.key()).deadSince(), kind.firstSeen(), "first seen");
    assertEquals(s.row(late.key()).deadSince(), kind.lastSeen(), "last seen");
  }

  @Rule(
      id = "ERROR_KIND-3",
      text = "Only dead letters are grouped, and only those received within the window, half-open.",
      lookAt = "the conditions of errors")
  default void onlyDeadLetters(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      s.inState(state, state.name());
    }
    s.fixture().elapse(Duration.ofMinutes(1));
    ConsumptionKey last = s.dead("last");
    Instant first = s.row(s.key("DEAD_LETTER")).receivedAt();
    Instant second = s.row(last).receivedAt();
    assertEquals(List.of(2L), numbers(kinds(s, null, null, null)), "no window");
    assertEquals(List.of(1L), numbers(kinds(s, null, second, null)), "from the second");
    assertEquals(List.of(1L), numbers(kinds(s, null, first, second)), "before the second");
    assertEquals(List.of(), numbers(kinds(s, null, null, first)), "before the first");
  }

  private static List<Long> numbers(ErrorKinds kinds) {
    return kinds.kinds().stream().map(kind -> kind.count().number()).toList();
  }

  @Rule(
      id = "ERROR_KIND-4",
      text = "With more kinds than asked for the largest are shown and the answer is not complete.",
      lookAt = "LIMIT in errors")
  default void largestKindsAreShown(Scenario s) {
    for (int kind = 1; kind <= 3; kind++) {
      for (int i = 0; i < kind; i++) {
        dead(s, "h", kind + "-" + i, Failure.of(ErrorClass.POISON, "Kind" + kind, null, null));
      }
    }
    ErrorKinds two =
        Operations.on(s.store()).build().rows().errors(Tenant.DEFAULT, null, null, null, 2);
    assertFalse(two.isComplete(), "there is a third kind");
    assertEquals(
        List.of("Kind3", "Kind2"),
        two.kinds().stream().map(kind -> kind.example().type()).toList(),
        "the largest");
    RowFilter filter =
        RowFilter.in(ConsumptionState.DEAD_LETTER)
            .withFingerprint(two.kinds().get(0).example().fingerprint());
    assertEquals(
        new Count.Exactly(3),
        Operations.on(s.store()).build().rows().count(Tenant.DEFAULT, filter, 10),
        "the fingerprint of a kind selects its rows");
  }
}
