package io.consumptionledger;

import static io.consumptionledger.ConsumptionState.DEAD_LETTER;
import static io.consumptionledger.ConsumptionState.RETRY_SCHEDULED;
import static io.consumptionledger.ConsumptionState.SUCCEEDED;
import static io.consumptionledger.EngineFixture.HANDLER;
import static io.consumptionledger.EngineFixture.delivery;
import static io.consumptionledger.EngineFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.FakeTransactions.End;
import io.consumptionledger.FakeTransactions.TransactionEnd;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Pending.Ending;
import io.consumptionledger.Outcome.Redeliver;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SINGLE_TRANSACTION: the row and the handler's writes are one transaction; there is no claim. */
class SingleTransactionTest {
  @RegisterExtension final EngineFixture fixture = new EngineFixture();
  private final FakeTransactions transactions = fixture.transactions;
  private final AtomicInteger runs = new AtomicInteger();

  private static HandlerDeclaration.Builder<Delivery> single(Handler<Delivery> handler) {
    return handler(ReplaySafety.NEEDS_TX_CLAIM, handler).mode(ConsumptionMode.SINGLE_TRANSACTION);
  }

  private Ledger ledger(Handler<Delivery> handler) {
    return fixture.ledger(single(handler).build());
  }

  private Ledger writing() {
    return ledger(
        (m, a) -> {
          runs.incrementAndGet();
          write(a);
        });
  }

  private Ledger failing(Exception error) {
    return ledger(
        (m, a) -> {
          write(a);
          throw error;
        });
  }

  private static void write(Attempt attempt) {
    attempt.transaction(FakeTransactions.class).orElseThrow().write("done");
  }

  private static Acknowledge acknowledged(Acknowledged reason) {
    return new Acknowledge(reason);
  }

  private void passing() {
    ErrorClassifier table = e -> Optional.of(Classification.of(ErrorClass.RETRYABLE));
    fixture.faults.put("errorClassifier", () -> table);
  }

  @Test
  void givenSuccess_whenConsumed_thenItIsOneTransactionAndNoClaim() {
    Ledger ledger =
        ledger(
            (m, a) -> {
              assertThat(a.number()).isEqualTo(1);
              assertThat(a.epoch()).isZero();
              assertThat(a.isOwned()).isTrue();
              write(a);
            });

    assertThat(ledger.consume(delivery("e1", "x"))).isEqualTo(acknowledged(Acknowledged.PROCESSED));
    assertThat(ledger.consume(delivery("e1", "x"))).isEqualTo(acknowledged(Acknowledged.DUPLICATE));

    assertThat(transactions.business).containsExactly("done");
    assertThat(fixture.calls).doesNotContain("claim", "succeed", "renew", "recordFailure");
    assertThat(fixture.heard)
        .anySatisfy(
            e ->
                assertThat(e)
                    .isInstanceOfSatisfying(
                        LedgerEvent.Moved.class,
                        m -> assertThat(m.transition()).isEqualTo(Transition.COMPLETE)));
  }

  @Test
  void givenARetryableFailure_whenConsumed_thenItIsRolledBackAndRecordedWithThePolicysDelay() {
    assertThat(failing(HandlerSignal.retryable("no", null)).consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.STORED_FOR_RETRY));

    assertThat(transactions.business).isEmpty();
    assertThat(fixture.state("e1")).isEqualTo(RETRY_SCHEDULED);
    assertThat(fixture.row("e1").summary().attempt()).isEqualTo(1);
    assertThat(fixture.row("e1").summary().dueIn()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void givenAnyOtherFailure_whenConsumed_thenItIsADeadLetterWithItsContent() {
    assertThat(failing(new IllegalStateException("no")).consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.DEAD_LETTERED));

    assertThat(transactions.business).isEmpty();
    assertThat(fixture.state("e1")).isEqualTo(DEAD_LETTER);
    assertThat(fixture.row("e1").summary().payloadState()).isEqualTo(PayloadState.STORED);
  }

  @Test
  void givenOneAllowedAttempt_whenItFails_thenItIsADeadLetter() {
    HandlerDeclaration<Delivery> once =
        single(
                (m, a) -> {
                  throw HandlerSignal.retryable("no", null);
                })
            .maxAttempts(1)
            .build();

    assertThat(fixture.ledger(once).consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.DEAD_LETTERED));
  }

  @Test
  void givenAHandlerThatSkips_whenConsumed_thenItsWritesAreGoneAndItSucceeds() {
    assertThat(failing(HandlerSignal.skip("nothing to do")).consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.PROCESSED));

    assertThat(transactions.business).isEmpty();
    assertThat(fixture.state("e1")).isEqualTo(SUCCEEDED);
  }

  @Test
  void givenAHandlerThatAsksToBeRunLater_whenConsumed_thenItIsScheduledThenAndCountsAsAnAttempt() {
    assertThat(
            failing(HandlerSignal.retryLater(Duration.ofMinutes(3), "not yet"))
                .consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.STORED_FOR_RETRY));

    assertThat(fixture.row("e1").waitReason()).isEqualTo(WaitReason.FAILURE);
    assertThat(fixture.row("e1").summary().dueIn()).isEqualTo(Duration.ofMinutes(3));
    assertThat(fixture.row("e1").summary().attempt()).isEqualTo(1);
    assertThat(fixture.row("e1").summary().yields()).isZero();
  }

  @Test
  void givenALostReplyToTheCommit_whenConsumed_thenTheRowInTheWayTellsThatItIsDone() {
    transactions.end = End.LOSE_REPLY;

    assertThat(writing().consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.PROCESSED));

    assertThat(transactions.business).containsExactly("done");
    assertThat(fixture.calls).containsOnlyOnce("recordFailure");
    assertThat(fixture.state("e1")).isEqualTo(SUCCEEDED);
  }

  @Test
  void givenACommitThatFails_whenConsumed_thenItIsAFailureThatMayPass() {
    transactions.end = End.FAIL;

    assertThat(writing().consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.STORED_FOR_RETRY));
    assertThat(transactions.business).isEmpty();
    assertThat(fixture.row("e1").failure().message()).contains("could not be committed");
  }

  @Test
  void givenAnErrorThatTheHandlerHid_whenConsumed_thenNothingIsCommitted() {
    transactions.lost = true;

    assertThat(writing().consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.STORED_FOR_RETRY));
    assertThat(transactions.business).isEmpty();
    assertThat(fixture.state("e1")).isEqualTo(RETRY_SCHEDULED);
  }

  @Test
  void givenAFailureThatCannotBeRecorded_whenConsumed_thenItMustComeAgainAndIsAlerted() {
    fixture.failNext("recordFailure", Integer.MAX_VALUE);

    assertThat(failing(new IllegalStateException("no")).consume(delivery("e1", "x")))
        .isEqualTo(new Redeliver(Redelivered.STORE_UNAVAILABLE, Duration.ofSeconds(1)));
    assertThat(fixture.alerts).hasAtLeastOneElementOfType(LedgerEvent.NotRecorded.class);
    assertThat(fixture.calls.stream().filter("recordFailure"::equals)).hasSize(3);
  }

  @Test
  void givenACompleteThatFailsInPassing_whenConsumed_thenItIsDoneAgainAndTheHandlerRunsOnce() {
    passing();
    fixture.failNext("complete", 2);

    assertThat(writing().consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.PROCESSED));
    assertThat(runs).hasValue(1);
  }

  @Test
  void givenACompleteThatGoesOnFailingInPassing_whenConsumed_thenNothingRanAndItIsBusy() {
    passing();
    fixture.failNext("complete", Integer.MAX_VALUE);

    assertThat(writing().consume(delivery("e1", "x")))
        .isEqualTo(new Redeliver(Redelivered.BUSY, Duration.ofSeconds(1)));
    assertThat(runs).hasValue(0);
    assertThat(fixture.calls.stream().filter("complete"::equals)).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({"COMMIT", "REFUSE"})
  void givenAStoreThatDoesNotAnswer_whenConsumed_thenNothingRanAndItMustComeAgain(End end) {
    transactions.end = end;
    fixture.failNext("complete", Integer.MAX_VALUE);

    assertThat(writing().consume(delivery("e1", "x")))
        .isEqualTo(new Redeliver(Redelivered.STORE_UNAVAILABLE, Duration.ofSeconds(1)));
    assertThat(runs).hasValue(0);
    assertThat(fixture.alerts).hasSize(1);
  }

  @Test
  void givenARowWhoseOwnerDied_whenConsumed_thenItIsTakenOverAndRunAsTransactional() {
    Delivery delivery = delivery("e1", "x");
    fixture.rows.claim(
        NewRow.of(delivery, null),
        ClaimToken.random(),
        Node.start("node-2"),
        Duration.ofSeconds(60));
    fixture.elapse(Duration.ofSeconds(61));

    assertThat(writing().consume(delivery)).isEqualTo(acknowledged(Acknowledged.PROCESSED));

    assertThat(transactions.business).containsExactly("done");
    assertThat(fixture.row("e1").summary().epoch()).isEqualTo(2);
  }

  @Test
  void givenADuplicateWithAnotherPayload_whenConsumed_thenItIsAnsweredAndReported() {
    Ledger ledger = writing();
    ledger.consume(delivery("e1", "x"));

    assertThat(ledger.consume(delivery("e1", "other")))
        .isEqualTo(acknowledged(Acknowledged.DUPLICATE));
    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.PAYLOAD_MISMATCH);
  }

  private Outcome.Pending joined(Ledger ledger, TransactionEnd end, Ending expected) {
    transactions.open();
    Outcome.Pending pending = (Outcome.Pending) ledger.consume(delivery("e1", "x"));
    assertThat(pending.ending()).isEqualTo(expected);
    transactions.close(end);
    return pending;
  }

  @Test
  void givenTheCallersTransaction_whenItIsCommitted_thenBothAreThere() {
    Outcome.Pending pending = joined(writing(), TransactionEnd.COMMIT, Ending.COMMIT);

    assertThat(pending.confirm()).isEqualTo(acknowledged(Acknowledged.PROCESSED));
    assertThat(transactions.business).containsExactly("done");
    assertThat(fixture.calls).doesNotContain("recordFailure");
  }

  @Test
  void givenTheCallersTransaction_whenItIsRolledBack_thenThatIsRecordedAsAFailure() {
    Outcome.Pending pending = joined(writing(), TransactionEnd.ROLLBACK, Ending.COMMIT);

    assertThat(pending.confirm()).isEqualTo(acknowledged(Acknowledged.STORED_FOR_RETRY));
    assertThat(fixture.row("e1").failure().message()).contains("rolled back");
  }

  @Test
  void givenTheCallersTransaction_whenTheHandlerFails_thenItsWritesAndItsRowAreUndone() {
    Outcome.Pending pending =
        joined(failing(new IllegalStateException("no")), TransactionEnd.COMMIT, Ending.EITHER);

    assertThat(fixture.rows.get(ConsumptionKey.of(HANDLER, "e1"))).isEmpty();
    assertThat(pending.confirm()).isEqualTo(acknowledged(Acknowledged.DEAD_LETTERED));
    assertThat(transactions.business).isEmpty();
  }

  @Test
  void givenTheCallersTransaction_whenTheHandlerSkips_thenOnlyItsRowIsCommitted() {
    Outcome.Pending pending =
        joined(failing(HandlerSignal.skip("nothing to do")), TransactionEnd.COMMIT, Ending.COMMIT);

    assertThat(pending.confirm()).isEqualTo(acknowledged(Acknowledged.PROCESSED));
    assertThat(transactions.business).isEmpty();
  }

  @Test
  void givenADuplicateInTheSameTransaction_whenItIsRolledBack_thenNothingWasAcknowledged() {
    Ledger ledger = writing();
    fixture.faults.put(
        "complete",
        () ->
            runs.get() == 0
                ? null
                : new io.consumptionledger.spi.RecordResult.Conflict(
                    fixture.rows.get(ConsumptionKey.of(HANDLER, "other")).orElseThrow().summary()));
    fixture.rows.complete(NewRow.of(delivery("other", "x"), null));
    transactions.open();
    ledger.consume(delivery("e1", "x"));
    Outcome.Pending again = (Outcome.Pending) ledger.consume(delivery("e1", "x"));
    transactions.close(TransactionEnd.ROLLBACK);

    assertThat(runs).hasValue(1);
    assertThat(again.confirm()).isEqualTo(new Redeliver(Redelivered.ROLLED_BACK, Duration.ZERO));
  }

  @Test
  void givenTheCallersTransaction_whenTheRowCannotBeRead_thenItCanBeConfirmedLater() {
    Outcome.Pending pending = joined(writing(), TransactionEnd.COMMIT, Ending.COMMIT);
    fixture.failNext("lockedRead", 1);

    assertThat(pending.confirm())
        .isEqualTo(new Redeliver(Redelivered.STORE_UNAVAILABLE, Duration.ofSeconds(1)));
    assertThat(pending.confirm()).isEqualTo(acknowledged(Acknowledged.PROCESSED));
  }

  @Test
  void givenWhatTheModeCannotKeep_whenDeclared_thenItIsRefusedWithItsValues() {
    assertThatThrownBy(
            () ->
                handler(ReplaySafety.UNSAFE, (m, a) -> {})
                    .mode(ConsumptionMode.SINGLE_TRANSACTION)
                    .build())
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContainingAll("SINGLE_TRANSACTION", "UNSAFE");
    assertThatThrownBy(() -> single((m, a) -> {}).onOrphan(OnOrphan.DEAD_LETTER).build())
        .hasMessageContainingAll("SINGLE_TRANSACTION", "DEAD_LETTER");
    assertThatThrownBy(() -> single((m, a) -> {}).payloadPolicy(PayloadPolicy.AT_CLAIM).build())
        .hasMessageContainingAll("SINGLE_TRANSACTION", "AT_CLAIM");
    assertThatThrownBy(() -> single((m, a) -> {}).orderedBy(OrderSource.SEQUENCE).build())
        .hasMessageContainingAll("SINGLE_TRANSACTION", "SEQUENCE", "LEASED or TRANSACTIONAL");
  }
}
