package io.consumptionledger.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.operations.Closed.Outcome;
import io.consumptionledger.spi.ReplaySelection;
import io.consumptionledger.spi.ReplaySelection.Matching;
import io.consumptionledger.spi.RowVersion;
import io.consumptionledger.spi.SelectionHash;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What can be asked for, and what is refused with a sentence before anything is done. */
class ReplayValuesTest {
  private static void refuses(String field, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InvalidFieldException.class, e -> assertThat(e.field()).isEqualTo(field));
  }

  @Test
  void givenOptionsThatCannotBe_whenMade_thenTheFieldIsNamed() {
    ReplayOptions options = ReplayOptions.DEFAULT;
    Stream.of(0.0, -1.0, 10_001.0, Double.NaN)
        .forEach(rate -> refuses("perSecond", () -> options.perSecond(rate)));
    Stream.of(0, 1_001).forEach(bound -> refuses("inFlight", () -> options.inFlight(bound)));
    Duration second = Duration.ofSeconds(1);
    refuses("patience", () -> options.waiting(Duration.ZERO, second));
    refuses("look", () -> options.waiting(second, Duration.ofDays(366)));
  }

  @Test
  void givenSelectionsThatCannotBe_whenMade_thenTheFieldIsNamed() {
    refuses("handlerId", () -> new Matching(RowFilter.in(ConsumptionState.DEAD_LETTER)));
    refuses("states", () -> new Matching(RowFilter.all().ofHandler("h")));
    refuses("rows", () -> new ReplaySelection.Rows(List.of()));
    refuses("version", () -> new RowVersion(ConsumptionKey.of("h", "e"), -1));
  }

  @Test
  void givenTheLongestFilter_whenDescribed_thenItFitsItsColumn() {
    ReplaySelection longest =
        new Matching(
            RowFilter.in(ConsumptionState.DEAD_LETTER)
                .ofHandler("h".repeat(100))
                .withErrorClass(ErrorClass.UNRECOVERABLE)
                .withErrorCode("c".repeat(64))
                .withFingerprint("f".repeat(64))
                .ofEventType("t".repeat(200))
                .ofAggregate("a".repeat(100), "i".repeat(200))
                .received(Instant.MIN, Instant.MAX));
    assertThat(longest.describe().length()).isLessThanOrEqualTo(ReplaySelection.MAX_TEXT);
  }

  @Test
  void givenAnyDifference_whenSelectionsAreHashed_thenTheHashIsAnother() {
    RowVersion one = new RowVersion(ConsumptionKey.of("h", "ab"), 1);
    RowVersion two = new RowVersion(ConsumptionKey.of("h", "b"), 2);
    RowVersion shifted = new RowVersion(ConsumptionKey.of("ha", "b"), 1);
    RowVersion item = new RowVersion(new ConsumptionKey(Tenant.DEFAULT, "h", "a", "b"), 1);
    RowVersion newer = new RowVersion(one.key(), 2);
    List<String> hashes =
        Stream.of(
                List.of(one),
                List.of(two),
                List.of(shifted),
                List.of(item),
                List.of(newer),
                List.of(one, two),
                List.of(two, one))
            .map(rows -> SelectionHash.of(Tenant.DEFAULT, rows).hex())
            .toList();
    assertThat(hashes).doesNotHaveDuplicates();
    assertThat(SelectionHash.of(new Tenant("other"), List.of(one)).hex()).isNotIn(hashes);
    // Kept in requests and audits, so it must never change.
    assertThat(hashes.get(0))
        .isEqualTo("b0e43ce0ce422169a4eb21e2f22c83a6587e14f7e9950274a123131c06b49d41");
  }

  @Test
  void givenAStoreThatFails_whenManyAreClosed_thenTheRestIsNotTried() {
    ReplayFixture fixture = new ReplayFixture();
    List<RowVersion> rows = fixture.dead(8);
    Closing closing = new Closing(fixture.store);
    fixture.fails = (verb, arguments) -> verb.equals("discard");
    List<Closed> closed = closing.discard(Tenant.DEFAULT, rows, ReplayFixture.OLGA, "not needed");
    assertThat(closed.subList(0, 5))
        .allSatisfy(each -> assertThat(each.outcome()).isEqualTo(Outcome.FAILED));
    assertThat(closed.subList(5, 8))
        .allSatisfy(each -> assertThat(each.outcome()).isEqualTo(Outcome.NOT_TRIED));
    fixture.fails =
        (verb, arguments) -> verb.equals("discard") && arguments[0].equals(ReplayFixture.key(3));
    assertThat(closing.discard(Tenant.DEFAULT, rows, ReplayFixture.OLGA, "not needed"))
        .extracting(Closed::outcome)
        .containsExactlyElementsOf(
            IntStream.range(0, 8).mapToObj(i -> i == 3 ? Outcome.FAILED : Outcome.CLOSED).toList());
  }

  @Test
  void givenNoRowOrNoReason_whenClosed_thenNothingIsDone() {
    ReplayFixture fixture = new ReplayFixture();
    List<RowVersion> rows = fixture.dead(1);
    Closing closing = new Closing(fixture.store);
    refuses("rows", () -> closing.resolve(Tenant.DEFAULT, List.of(), ReplayFixture.OLGA, "why"));
    refuses("reason", () -> closing.resolve(Tenant.DEFAULT, rows, ReplayFixture.OLGA, " "));
    assertThat(fixture.sound.audit(ReplayFixture.key(0))).isEmpty();
  }
}
