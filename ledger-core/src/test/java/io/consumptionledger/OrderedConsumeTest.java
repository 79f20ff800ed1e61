package io.consumptionledger;

import static io.consumptionledger.EngineFixture.HANDLER;
import static io.consumptionledger.EngineFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redeliver;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ParkResult;
import io.consumptionledger.spi.Row;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The live path of ordered handlers. */
class OrderedConsumeTest {
  private static final Acknowledge PROCESSED = new Acknowledge(Acknowledged.PROCESSED);
  private static final Acknowledge STORED = new Acknowledge(Acknowledged.STORED_FOR_RETRY);
  private static final Acknowledge DEAD = new Acknowledge(Acknowledged.DEAD_LETTERED);

  @RegisterExtension final EngineFixture fixture = new EngineFixture();
  private final List<String> runs = new ArrayList<>();

  private Ledger ledger(OrderSource source) {
    HandlerDeclaration.Builder<Delivery> declaration =
        handler(
            ReplaySafety.IDEMPOTENT,
            (message, attempt) -> {
              runs.add(message.key().eventId());
              if (message.key().eventId().startsWith("bad")) {
                throw HandlerSignal.permanent("broken", null);
              }
            });
    return fixture.ledger(
        source == null ? declaration.build() : declaration.orderedBy(source).build());
  }

  private static Delivery.Builder of(String event) {
    return Delivery.to(HANDLER, event).payload(new byte[] {1}).aggregate("order", "o-1");
  }

  private static Delivery at(String event, long sequence) {
    return of(event).sequence(sequence).build();
  }

  private List<Transition> moves() {
    return fixture.heard.stream()
        .filter(LedgerEvent.Moved.class::isInstance)
        .map(e -> ((LedgerEvent.Moved) e).transition())
        .toList();
  }

  @Test
  void givenADeadHead_whenALaterMessageComes_thenItIsParkedWithItsContentAndNotRun() {
    Ledger ledger = ledger(OrderSource.SEQUENCE);
    assertThat(ledger.consume(at("bad", 1))).isEqualTo(DEAD);
    fixture.heard.clear();

    assertThat(ledger.consume(at("e2", 2))).isEqualTo(STORED);

    Row parked = fixture.row("e2");
    assertThat(parked.waitReason()).isEqualTo(WaitReason.ORDER);
    assertThat(parked.dueAt()).isNull();
    assertThat(parked.summary().attempt()).isZero();
    assertThat(parked.summary().order().sequence()).isEqualTo(2);
    assertThat(fixture.rows.content(parked.summary().key())).isPresent();
    assertThat(runs).containsExactly("bad");
    assertThat(moves()).containsExactly(Transition.PARK);
    assertThat(ledger.consume(at("e2", 2))).as("its redelivery").isEqualTo(STORED);
  }

  @Test
  void givenMessagesInOrder_whenConsumed_thenEachRunsAtOnce() {
    Ledger ledger = ledger(OrderSource.SEQUENCE);

    assertThat(ledger.consume(at("e1", 1))).isEqualTo(PROCESSED);
    assertThat(ledger.consume(at("e2", 2))).isEqualTo(PROCESSED);

    assertThat(runs).containsExactly("e1", "e2");
    assertThat(fixture.anomalies()).isEmpty();
  }

  @Test
  void givenALaterOneWasSettled_whenAnEarlierComes_thenItRunsAndIsReportedOnce() {
    Ledger ledger = ledger(OrderSource.SEQUENCE);
    ledger.consume(at("e2", 2));

    assertThat(ledger.consume(at("e1", 1))).isEqualTo(PROCESSED);
    assertThat(ledger.consume(at("e1", 1))).isEqualTo(new Acknowledge(Acknowledged.DUPLICATE));

    assertThat(runs).containsExactly("e2", "e1");
    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.OUT_OF_ORDER);
  }

  @Test
  void givenNoAggregate_whenConsumed_thenNothingHoldsItBack() {
    Ledger ledger = ledger(OrderSource.SEQUENCE);
    ledger.consume(at("bad", 1));

    Delivery free = Delivery.to(HANDLER, "free").payload(new byte[] {1}).build();
    assertThat(ledger.consume(free)).isEqualTo(PROCESSED);
    assertThat(fixture.row("free").summary().order()).isNull();
  }

  @Test
  void givenAnAggregateWithoutSequence_whenConsumed_thenItIsADeadLetterThatSaysSoAndBlocksNobody() {
    Ledger ledger = ledger(OrderSource.SEQUENCE);

    assertThat(ledger.consume(of("e1").build())).isEqualTo(DEAD);

    Row row = fixture.row("e1");
    assertThat(row.failure().errorClass()).isEqualTo(ErrorClass.POISON);
    assertThat(row.failure().message()).contains("SEQUENCE").contains("no sequence");
    assertThat(row.summary().order()).isNull();
    assertThat(runs).isEmpty();
    assertThat(ledger.consume(at("e2", 2))).isEqualTo(PROCESSED);
  }

  @Test
  void givenOrderByOffset_whenConsumed_thenTheOffsetIsThePlaceAndMustBeThere() {
    Ledger ledger = ledger(OrderSource.OFFSET);

    assertThat(ledger.consume(of("e1").position("orders", 0, 41).build())).isEqualTo(PROCESSED);
    assertThat(ledger.consume(of("e2").sequence(3).topic("orders").build())).isEqualTo(DEAD);

    assertThat(fixture.row("e1").summary().order().sequence()).isEqualTo(41);
    assertThat(fixture.row("e2").failure().message()).contains("no partition and offset");
  }

  @Test
  void givenOrderByArrival_whenConsumed_thenPlacesAreGivenInTurn() {
    Ledger ledger = ledger(OrderSource.ARRIVAL);
    ledger.consume(of("e1").sequence(9).build());
    ledger.consume(of("bad").sequence(3).build());

    assertThat(ledger.consume(of("e3").build())).isEqualTo(STORED);

    assertThat(fixture.row("e1").summary().order().sequence()).isEqualTo(1);
    assertThat(fixture.row("bad").summary().order().sequence()).isEqualTo(2);
    assertThat(fixture.row("e3").summary().order().sequence()).isEqualTo(3);
    assertThat(fixture.anomalies()).isEmpty();
  }

  @Test
  void givenNoOrderDeclared_whenAnEarlierIsDead_thenLaterOnesRun() {
    Ledger ledger = ledger(null);
    ledger.consume(at("bad", 1));

    assertThat(ledger.consume(at("e2", 2))).isEqualTo(PROCESSED);
    assertThat(fixture.row("e2").summary().order()).isNull();
  }

  @Test
  void givenARefusedMessage_whenALaterOneComes_thenItWaitsForIt() {
    Ledger ledger = ledger(OrderSource.SEQUENCE);
    ledger.refuse(at("e1", 1), new IllegalStateException("not ours"));

    assertThat(ledger.consume(at("e2", 2))).isEqualTo(STORED);
    assertThat(runs).isEmpty();
  }

  @Test
  void givenTheHeadIsSettledBeforeTheParking_whenConsumed_thenItRunsAfterAll() {
    int[] left = {2};
    fixture.faults.put("claim", () -> left[0]-- > 0 ? new ClaimResult.Blocked() : null);

    assertThat(ledger(OrderSource.SEQUENCE).consume(at("e1", 1))).isEqualTo(PROCESSED);
    assertThat(fixture.calls).containsSubsequence("claim", "park", "claim", "park", "claim");
  }

  @Test
  void givenAGateThatIsNeverFreeAndNeverBusy_whenConsumed_thenTheTriesAreBounded() {
    fixture.faults.put("claim", ClaimResult.Blocked::new);

    Outcome answer = ledger(OrderSource.SEQUENCE).consume(at("e1", 1));

    assertThat(((Redeliver) answer).reason()).isEqualTo(Redelivered.BUSY);
    assertThat(runs).isEmpty();
  }

  @Test
  void givenParkingCannotBeDecided_whenConsumed_thenTheMessageIsToComeAgain() {
    fixture.faults.put("claim", ClaimResult.Blocked::new);
    fixture.faults.put("park", ParkResult.Busy::new);

    Outcome answer = ledger(OrderSource.SEQUENCE).consume(at("e1", 1));

    assertThat(((Redeliver) answer).reason()).isEqualTo(Redelivered.BUSY);
  }

  @Test
  void givenTheStoreFailsWhileParking_whenConsumed_thenTheMessageIsToComeAgain() {
    Ledger ledger = ledger(OrderSource.SEQUENCE);
    ledger.consume(at("bad", 1));
    fixture.failNext("park", 1);

    Outcome answer = ledger.consume(at("e2", 2));

    assertThat(((Redeliver) answer).reason()).isEqualTo(Redelivered.STORE_UNAVAILABLE);
    assertThat(fixture.rows.get(at("e2", 2).key())).isEmpty();
  }

  @Test
  void givenADeclaration_whenShown_thenItNamesItsOrder() {
    HandlerDeclaration<Delivery> ordered =
        handler(ReplaySafety.IDEMPOTENT, (m, a) -> runs.add(""))
            .orderedBy(OrderSource.OFFSET)
            .build();
    assertThat(ordered.orderedBy()).contains(OrderSource.OFFSET);
    assertThat(ordered.toString()).contains("order=OFFSET");
  }
}
