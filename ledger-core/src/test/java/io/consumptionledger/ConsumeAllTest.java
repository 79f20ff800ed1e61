package io.consumptionledger;

import static io.consumptionledger.EngineFixture.HANDLER;
import static io.consumptionledger.EngineFixture.delivery;
import static io.consumptionledger.EngineFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redeliver;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class ConsumeAllTest {
  private static final Outcome PROCESSED = new Acknowledge(Acknowledged.PROCESSED);

  @RegisterExtension final EngineFixture fixture = new EngineFixture();
  private final List<String> runs = Collections.synchronizedList(new ArrayList<>());

  private Ledger ledger(ReplaySafety safety) {
    return fixture.ledger(handler(safety, this::handle).build());
  }

  private Ledger ledger() {
    return ledger(ReplaySafety.IDEMPOTENT);
  }

  private void handle(Delivery message, Attempt attempt) throws Exception {
    String event = message.key().eventId();
    runs.add(event);
    if (event.startsWith("fails")) {
      throw new IllegalStateException("no luck");
    }
    if (event.startsWith("later")) {
      throw HandlerSignal.retryLater(Duration.ofMinutes(1), "not now");
    }
    if (event.startsWith("interrupts")) {
      Thread.currentThread().interrupt();
    }
    if (event.startsWith("slow")) {
      fixture.elapse(Duration.ofSeconds(2));
    }
  }

  private static List<Delivery> deliveries(String... events) {
    return IntStream.range(0, events.length).mapToObj(i -> delivery(events[i], "x")).toList();
  }

  private List<String> writes() {
    return fixture.calls.stream()
        .filter(
            c -> !List.of("inCallerTransaction", "pausedHandlers", "errorClassifier").contains(c))
        .toList();
  }

  @Test
  void givenNewMessages_whenConsumed_thenOneClaimAndOneSettleServeAll() {
    Ledger ledger = ledger();
    fixture.calls.clear();

    List<Outcome> outcomes = ledger.consumeAll(deliveries("a", "b", "c"));

    assertThat(outcomes).containsExactly(PROCESSED, PROCESSED, PROCESSED);
    assertThat(runs).containsExactly("a", "b", "c");
    assertThat(writes()).containsExactly("claimAll", "settleAll");
    assertThat(fixture.state("b")).isEqualTo(ConsumptionState.SUCCEEDED);
    assertThat(ledger.heldClaims(HANDLER)).isZero();
  }

  @Test
  void givenMoreThanFiveHundred_whenConsumed_thenInParts() {
    Ledger ledger = ledger();
    fixture.calls.clear();

    List<Outcome> outcomes =
        ledger.consumeAll(IntStream.range(0, 501).mapToObj(i -> delivery("e" + i, "x")).toList());

    assertThat(outcomes).hasSize(501).containsOnly(PROCESSED);
    assertThat(writes()).containsExactly("claimAll", "settleAll", "claimAll", "settleAll");
  }

  @Test
  void givenSomeThatFail_whenConsumed_thenEachHasItsOwnAnswer() {
    List<Outcome> outcomes = ledger().consumeAll(deliveries("a", "fails", "later", "b"));

    assertThat(outcomes)
        .containsExactly(
            PROCESSED,
            new Acknowledge(Acknowledged.DEAD_LETTERED),
            new Acknowledge(Acknowledged.STORED_FOR_RETRY),
            PROCESSED);
    assertThat(fixture.state("fails")).isEqualTo(ConsumptionState.DEAD_LETTER);
    assertThat(fixture.row("later").summary().yields()).isEqualTo(1);
  }

  @Test
  void givenTheSameKeyTwice_whenConsumed_thenTheSecondIsADuplicate() {
    List<Outcome> outcomes = ledger().consumeAll(deliveries("a", "a", "b"));

    assertThat(outcomes)
        .containsExactly(PROCESSED, new Acknowledge(Acknowledged.DUPLICATE), PROCESSED);
    assertThat(runs).containsExactly("a", "b");
  }

  @Test
  void givenRowsThatAreThere_whenConsumed_thenTheyAreMetAsIfAlone() {
    Ledger ledger = ledger();
    ledger.consume(delivery("done", "x"));
    otherNodeClaims("orphan", Duration.ofSeconds(10));
    fixture.elapse(Duration.ofSeconds(20));
    otherNodeClaims("busy", Duration.ofSeconds(60));
    runs.clear();

    List<Outcome> outcomes = ledger.consumeAll(deliveries("done", "busy", "orphan", "new"));

    assertThat(outcomes)
        .containsExactly(
            new Acknowledge(Acknowledged.DUPLICATE),
            new Redeliver(Redelivered.BUSY, Duration.ofSeconds(60)),
            PROCESSED,
            PROCESSED);
    assertThat(runs).containsExactly("orphan", "new");
    assertThat(fixture.row("orphan").summary().attempt()).isEqualTo(2);
  }

  private void otherNodeClaims(String event, Duration lease) {
    fixture.rows.claim(
        NewRow.of(delivery(event, "x"), null), ClaimToken.random(), Node.start("node-2"), lease);
  }

  @Test
  void givenAHandlerThatMustNotRunTwice_whenConsumed_thenNoneIsClaimedBeforeItsTurn() {
    Ledger ledger = ledger(ReplaySafety.UNSAFE);
    fixture.calls.clear();

    assertThat(ledger.consumeAll(deliveries("a", "b"))).containsExactly(PROCESSED, PROCESSED);

    assertThat(writes()).containsExactly("claim", "succeed", "claim", "succeed");
  }

  @Test
  void givenAClaimThatFails_whenConsumed_thenEachClaimsByItself() {
    Ledger ledger = ledger();
    fixture.failNext("claimAll", 1);
    fixture.calls.clear();

    assertThat(ledger.consumeAll(deliveries("a", "b"))).containsExactly(PROCESSED, PROCESSED);

    assertThat(writes()).containsExactly("claimAll", "claim", "claim", "settleAll");
  }

  @Test
  void givenAClaimThatWasMadeAndNotAnswered_whenConsumed_thenItsTokensFindIt() {
    Ledger ledger = ledger();
    fixture.lostReplies.add("claimAll");

    assertThat(ledger.consumeAll(deliveries("a", "b"))).containsExactly(PROCESSED, PROCESSED);

    assertThat(fixture.row("a").summary().attempt()).isEqualTo(1);
  }

  @Test
  void givenAHandlerWithTwoAttempts_whenConsumed_thenNoneIsSpentOnAClaimThatHasNotStarted() {
    Ledger ledger =
        fixture.ledger(handler(ReplaySafety.IDEMPOTENT, this::handle).maxAttempts(2).build());
    fixture.calls.clear();

    assertThat(ledger.consumeAll(deliveries("a", "b"))).containsExactly(PROCESSED, PROCESSED);

    assertThat(writes()).containsExactly("claim", "succeed", "claim", "succeed");
  }

  @Test
  void givenAClaimThatWasMadeLongAgoAndNotAnswered_whenItsTurnComes_thenItsLeaseIsRenewedFirst() {
    Ledger ledger =
        fixture.ledger(
            handler(
                    ReplaySafety.IDEMPOTENT,
                    (m, a) -> {
                      runs.add(m.key().eventId());
                      fixture.elapse(Duration.ofSeconds(40));
                    })
                .build());
    fixture.lostReplies.add("claimAll");
    fixture.calls.clear();

    ledger.consumeAll(deliveries("a", "b"));

    assertThat(runs).containsExactly("a", "b");
    assertThat(writes()).contains("renew");
  }

  @Test
  void givenAnExecutorThatDropsTasks_whenConsumed_thenTheCallerRunsThem() {
    assertThat(ledger().consumeAll(deliveries("a", "b"), task -> {}))
        .containsExactly(PROCESSED, PROCESSED);
    assertThat(runs).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void givenAPoolOfOneThread_whenAPollIsConsumedOnItself_thenItDoesNotWaitForItself()
      throws Exception {
    ExecutorService one = Executors.newSingleThreadExecutor();
    try {
      Ledger ledger = ledger();
      assertThat(one.submit(() -> ledger.consumeAll(deliveries("a", "b"), one)).get())
          .containsExactly(PROCESSED, PROCESSED);
    } finally {
      one.shutdownNow();
    }
  }

  @Test
  void givenAStoreThatThrowsAnything_whenConsumed_thenTheOthersHaveTheirTurn() {
    Ledger ledger = ledger();
    fixture.failNext("claimAll", 1);
    boolean[] first = {true};
    fixture.faults.put(
        "claim",
        () -> {
          if (first[0]) {
            first[0] = false;
            throw new IllegalStateException("not a store's exception");
          }
          return null;
        });

    assertThat(ledger.consumeAll(deliveries("a", "b")))
        .containsExactly(
            new Redeliver(Redelivered.STORE_UNAVAILABLE, Duration.ofSeconds(1)), PROCESSED);
    assertThat(ledger.heldClaims(HANDLER)).isZero();
  }

  @Test
  void givenNoStore_whenConsumed_thenAllComeAgainAndNothingRuns() {
    Ledger ledger = ledger();
    fixture.failNext("claimAll", 1);
    fixture.failNext("claim", 2);

    assertThat(ledger.consumeAll(deliveries("a", "b")))
        .containsOnly(new Redeliver(Redelivered.STORE_UNAVAILABLE, Duration.ofSeconds(1)));

    assertThat(runs).isEmpty();
  }

  @Test
  void givenASettleThatFails_whenConsumed_thenEachSettlesByItselfAndNoHandlerRunsAgain() {
    Ledger ledger = ledger();
    fixture.failNext("settleAll", 1);
    fixture.failNext("succeed", 1);
    fixture.calls.clear();

    assertThat(ledger.consumeAll(deliveries("a", "b"))).containsExactly(PROCESSED, PROCESSED);

    assertThat(writes()).containsExactly("claimAll", "settleAll", "succeed", "succeed", "succeed");
    assertThat(runs).containsExactly("a", "b");
  }

  @Test
  void givenSlowHandlers_whenConsumed_thenWhatIsDoneIsSettledWithinASecondOrSo() {
    Ledger ledger = ledger();
    fixture.calls.clear();

    ledger.consumeAll(deliveries("a", "slow-1", "b", "slow-2", "c"));

    assertThat(writes()).containsExactly("claimAll", "settleAll", "settleAll", "settleAll");
  }

  @Test
  void givenAnInterrupt_whenConsumed_thenTheOthersAreStoredAndTheThreadIsStillInterrupted() {
    List<Outcome> outcomes = ledger().consumeAll(deliveries("a", "interrupts", "b", "c"));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcomes)
        .containsExactly(
            PROCESSED,
            PROCESSED,
            new Acknowledge(Acknowledged.STORED_FOR_RETRY),
            new Acknowledge(Acknowledged.STORED_FOR_RETRY));
    assertThat(runs).containsExactly("a", "interrupts");
    assertThat(fixture.state("b")).isEqualTo(ConsumptionState.RETRY_SCHEDULED);
  }

  @Test
  void givenALedgerThatCloses_whenAPollIsUnderWay_thenWhatHasNotStartedIsStored() {
    Ledger[] ledger = new Ledger[1];
    ledger[0] =
        fixture.ledger(
            handler(
                    ReplaySafety.IDEMPOTENT,
                    (m, a) -> {
                      runs.add(m.key().eventId());
                      ledger[0].close(Duration.ZERO);
                    })
                .build());

    assertThat(ledger[0].consumeAll(deliveries("a", "b")))
        .containsExactly(PROCESSED, new Acknowledge(Acknowledged.STORED_FOR_RETRY));

    assertThat(runs).containsExactly("a");
    assertThat(ledger[0].consumeAll(deliveries("c")))
        .containsExactly(new Redeliver(Redelivered.SHUTTING_DOWN, Duration.ZERO));
  }

  @Test
  void givenAnExecutor_whenConsumed_thenEachRunsOnceAndHasItsAnswer() {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Delivery> all = IntStream.range(0, 100).mapToObj(i -> delivery("e" + i, "x")).toList();

      assertThat(ledger().consumeAll(all, threads)).hasSize(100).containsOnly(PROCESSED);

      assertThat(runs).hasSize(100).doesNotHaveDuplicates();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void givenAnExecutorThatRejects_whenConsumed_thenTheCallerRuns() {
    assertThat(
            ledger()
                .consumeAll(
                    deliveries("a", "b"),
                    task -> {
                      throw new RejectedExecutionException("full");
                    }))
        .containsExactly(PROCESSED, PROCESSED);
  }

  @Test
  void givenAnOrderedHandlerAndAnExecutor_whenConsumed_thenEachAggregateKeepsItsOrder() {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    Ledger ledger =
        fixture.ledger(
            handler(ReplaySafety.IDEMPOTENT, this::handle).orderedBy(OrderSource.SEQUENCE).build());
    try {
      List<Delivery> all = new ArrayList<>();
      for (int sequence = 1; sequence <= 10; sequence++) {
        for (String aggregate : List.of("x", "y", "z")) {
          all.add(
              Delivery.to(HANDLER, aggregate + String.format("%02d", sequence))
                  .aggregate("order", aggregate)
                  .sequence(sequence)
                  .payload(new byte[0])
                  .build());
        }
      }

      assertThat(ledger.consumeAll(all, threads)).hasSize(30).containsOnly(PROCESSED);

      for (String aggregate : List.of("x", "y", "z")) {
        assertThat(runs.stream().filter(e -> e.startsWith(aggregate)).toList()).isSorted();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void givenAnUnknownHandler_whenConsumed_thenNothingIsDone() {
    Ledger ledger = ledger();

    assertThatThrownBy(
            () ->
                ledger.consumeAll(
                    List.of(delivery("a", "x"), Delivery.to("stranger", "b").build())))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("stranger");

    assertThat(runs).isEmpty();
    assertThat(fixture.rows.get(ConsumptionKey.of(HANDLER, "a"))).isEmpty();
  }
}
