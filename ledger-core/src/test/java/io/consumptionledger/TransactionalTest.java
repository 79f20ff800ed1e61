package io.consumptionledger;

import static io.consumptionledger.ConsumptionState.DEAD_LETTER;
import static io.consumptionledger.ConsumptionState.PROCESSING;
import static io.consumptionledger.ConsumptionState.RETRY_SCHEDULED;
import static io.consumptionledger.ConsumptionState.SUCCEEDED;
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
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Node;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** TRANSACTIONAL: a claim, then one transaction for the handler's writes and the settle. */
class TransactionalTest {
  @RegisterExtension final EngineFixture fixture = new EngineFixture();
  private final FakeTransactions transactions = fixture.transactions;

  private Ledger ledger(Handler<Delivery> handler) {
    return ledger(ReplaySafety.NEEDS_TX_CLAIM, handler);
  }

  private Ledger ledger(ReplaySafety safety, Handler<Delivery> handler) {
    return fixture.ledger(handler(safety, handler).mode(ConsumptionMode.TRANSACTIONAL).build());
  }

  private Ledger writing() {
    return ledger((m, a) -> write(a));
  }

  private static void write(Attempt attempt) {
    attempt.transaction(FakeTransactions.class).orElseThrow().write("done");
  }

  private static Acknowledge acknowledged(Acknowledged reason) {
    return new Acknowledge(reason);
  }

  @Test
  void givenSuccess_whenConsumed_thenWritesAndSettleAreCommittedAfterTheClaim() {
    Ledger ledger =
        ledger(
            (m, a) -> {
              assertThat(fixture.state("e1")).isEqualTo(PROCESSING);
              write(a);
              assertThat(transactions.business).isEmpty();
            });

    assertThat(ledger.consume(delivery("e1", "x"))).isEqualTo(acknowledged(Acknowledged.PROCESSED));
    assertThat(ledger.consume(delivery("e1", "x"))).isEqualTo(acknowledged(Acknowledged.DUPLICATE));

    assertThat(transactions.business).containsExactly("done");
    assertThat(transactions.begun).isEqualTo(1);
    assertThat(fixture.calls).doesNotContain("lockedRead");
    assertThat(fixture.state("e1")).isEqualTo(SUCCEEDED);
  }

  @Test
  void givenAHandlerThatFailsAfterWriting_whenConsumed_thenItsWritesAreGoneAndItIsScheduled() {
    Ledger ledger =
        ledger(
            (m, a) -> {
              write(a);
              throw HandlerSignal.retryable("later", null);
            });

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.STORED_FOR_RETRY));
    assertThat(transactions.business).isEmpty();
    assertThat(fixture.state("e1")).isEqualTo(RETRY_SCHEDULED);
  }

  @Test
  void givenAHandlerThatSkips_whenConsumed_thenItsWritesAreGoneAndItSucceeds() {
    Ledger ledger =
        ledger(
            (m, a) -> {
              write(a);
              throw HandlerSignal.skip("nothing to do");
            });

    assertThat(ledger.consume(delivery("e1", "x"))).isEqualTo(acknowledged(Acknowledged.PROCESSED));
    assertThat(transactions.business).isEmpty();
    assertThat(fixture.state("e1")).isEqualTo(SUCCEEDED);
  }

  @Test
  void givenALostReplyToTheCommit_whenConsumed_thenTheRowTellsThatItIsDone() {
    transactions.end = End.LOSE_REPLY;

    assertThat(writing().consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.PROCESSED));

    assertThat(transactions.business).containsExactly("done");
    assertThat(fixture.calls).containsOnlyOnce("lockedRead").doesNotContain("scheduleRetry");
  }

  @Test
  void givenACommitThatFails_whenConsumed_thenItIsAFailureThatMayPass() {
    transactions.end = End.FAIL;

    assertThat(writing().consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.STORED_FOR_RETRY));

    assertThat(transactions.business).isEmpty();
    assertThat(fixture.row("e1").failure().errorClass()).isEqualTo(ErrorClass.RETRYABLE);
    assertThat(fixture.row("e1").failure().message()).contains("could not be committed");
  }

  @Test
  void givenACommitThatFailsForGood_whenConsumed_thenTheDatabasesOwnTableDecides() {
    transactions.end = End.FAIL;
    ErrorClassifier table = e -> Optional.of(Classification.of(ErrorClass.CONFLICT));
    fixture.faults.put("errorClassifier", () -> table);

    assertThat(writing().consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.DEAD_LETTERED));
  }

  @Test
  void givenAnUnsafeHandler_whenItsCommitFails_thenItIsNotRunAgain() {
    transactions.end = End.FAIL;

    assertThat(ledger(ReplaySafety.UNSAFE, (m, a) -> write(a)).consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.DEAD_LETTERED));
  }

  @Test
  void givenACommitThatFailsAndARowThatCannotBeRead_whenConsumed_thenNothingIsAcknowledged() {
    transactions.end = End.LOSE_REPLY;
    fixture.failNext("lockedRead", Integer.MAX_VALUE);

    assertThat(writing().consume(delivery("e1", "x")))
        .isInstanceOfSatisfying(
            Redeliver.class, r -> assertThat(r.reason()).isEqualTo(Redelivered.STORE_UNAVAILABLE));
    assertThat(fixture.calls).doesNotContain("scheduleRetry", "deadLetter");
    assertThat(fixture.alerts).hasAtLeastOneElementOfType(LedgerEvent.NotRecorded.class);
  }

  @Test
  void givenAReadThatFailsForAWhile_whenTheCommitWasNotAnswered_thenItIsAskedAgain() {
    transactions.end = End.LOSE_REPLY;
    fixture.failNext("lockedRead", 3);

    assertThat(writing().consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.PROCESSED));
  }

  @Test
  void givenAnErrorThatTheHandlerHid_whenConsumed_thenNothingIsSettledWithoutItsWrites() {
    transactions.lost = true;

    assertThat(writing().consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.STORED_FOR_RETRY));

    assertThat(fixture.calls).doesNotContain("succeed");
    assertThat(transactions.business).isEmpty();
    assertThat(fixture.row("e1").failure().message()).contains("hid");
  }

  @Test
  void givenASettleThatFailsInTheTransaction_whenConsumed_thenItIsRolledBackAndScheduled() {
    fixture.failNext("succeed", 1);

    assertThat(writing().consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.STORED_FOR_RETRY));
    assertThat(transactions.business).isEmpty();
  }

  @Test
  void givenNoConnectionForTheTransaction_whenConsumed_thenTheHandlerDoesNotRunAndItIsScheduled() {
    transactions.end = End.REFUSE;
    boolean[] ran = {false};

    assertThat(ledger((m, a) -> ran[0] = true).consume(delivery("e1", "x")))
        .isEqualTo(acknowledged(Acknowledged.STORED_FOR_RETRY));
    assertThat(ran[0]).isFalse();
  }

  @Test
  void givenALeaseThatIsLostMeanwhile_whenTheHandlerSucceeds_thenItsWritesAreRolledBack() {
    Ledger ledger =
        ledger(
            (m, a) -> {
              write(a);
              overtake();
            });

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Redeliver(Redelivered.LEASE_LOST, Duration.ZERO));

    assertThat(transactions.business).isEmpty();
    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.LATE_SETTLE);
    assertThat(fixture.row("e1").summary().epoch()).isEqualTo(2);
  }

  private void overtake() {
    fixture.elapse(Duration.ofSeconds(61));
    fixture.rows.takeOver(
        fixture.row("e1").summary(),
        ClaimToken.random(),
        Node.start("node-2"),
        Duration.ofSeconds(60),
        15);
  }

  @Test
  void givenAnInterrupt_whenTheHandlerEnds_thenItIsSettledAndTheFlagIsBack() {
    Ledger ledger =
        ledger(
            (m, a) -> {
              write(a);
              Thread.currentThread().interrupt();
            });

    assertThat(ledger.consume(delivery("e1", "x"))).isEqualTo(acknowledged(Acknowledged.PROCESSED));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void givenTheCallersTransaction_whenItIsCommitted_thenBothAreThere() {
    Ledger ledger = writing();
    transactions.open();
    Outcome.Pending pending = (Outcome.Pending) ledger.consume(delivery("e1", "x"));
    assertThat(pending.ending()).isEqualTo(Ending.COMMIT);
    transactions.close(TransactionEnd.COMMIT);

    assertThat(pending.confirm()).isEqualTo(acknowledged(Acknowledged.PROCESSED));
    assertThat(transactions.business).containsExactly("done");
  }

  @Test
  void givenTheCallersTransaction_whenTheHandlerFails_thenOnlyItsWritesAreUndone() {
    Ledger ledger =
        ledger(
            (m, a) -> {
              write(a);
              throw new IllegalStateException("no");
            });
    transactions.open();
    transactions.write("the caller's");
    Outcome.Pending pending = (Outcome.Pending) ledger.consume(delivery("e1", "x"));
    transactions.close(TransactionEnd.COMMIT);

    assertThat(pending.ending()).isEqualTo(Ending.EITHER);
    assertThat(pending.failure()).isPresent();
    assertThat(pending.confirm()).isEqualTo(acknowledged(Acknowledged.DEAD_LETTERED));
    assertThat(transactions.business).containsExactly("the caller's");
    assertThat(fixture.state("e1")).isEqualTo(DEAD_LETTER);
  }

  @Test
  void givenTheCallersTransaction_whenItIsLost_thenItMustBeRolledBackAndTheFailureIsRecorded() {
    transactions.lost = true;
    transactions.undoable = false;
    Ledger ledger = writing();
    transactions.open();
    Outcome.Pending pending = (Outcome.Pending) ledger.consume(delivery("e1", "x"));
    transactions.close(TransactionEnd.ROLLBACK);

    assertThat(pending.ending()).isEqualTo(Ending.ROLL_BACK);
    assertThat(fixture.calls).doesNotContain("succeed");
    assertThat(pending.confirm()).isEqualTo(acknowledged(Acknowledged.STORED_FOR_RETRY));
  }

  @Test
  void givenTheCallersTransaction_whenTheHandlerSkips_thenItsWritesAreUndoneAndTheSettleJoins() {
    Ledger ledger =
        ledger(
            (m, a) -> {
              write(a);
              throw HandlerSignal.skip("nothing to do");
            });
    transactions.open();
    Outcome.Pending pending = (Outcome.Pending) ledger.consume(delivery("e1", "x"));
    assertThat(pending.ending()).isEqualTo(Ending.COMMIT);
    assertThat(fixture.state("e1")).isEqualTo(PROCESSING);
    transactions.close(TransactionEnd.COMMIT);

    assertThat(pending.confirm()).isEqualTo(acknowledged(Acknowledged.PROCESSED));
    assertThat(transactions.business).isEmpty();
  }

  @Test
  void givenAStoreWithoutTransactions_whenStarted_thenTheHandlerIsRefusedByName() {
    HandlerDeclaration<Delivery> declaration =
        handler(ReplaySafety.IDEMPOTENT, (m, a) -> {}).mode(ConsumptionMode.TRANSACTIONAL).build();

    assertThatThrownBy(() -> Ledger.on(new InMemoryLedgerStore()).handler(declaration).start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(EngineFixture.HANDLER, "TRANSACTIONAL", "in memory");
  }

  @Test
  void givenLeased_whenTheHandlerNeedsItsWritesInTheTransaction_thenItIsRefused() {
    assertThatThrownBy(() -> handler(ReplaySafety.NEEDS_TX_CLAIM, (m, a) -> {}).build())
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContainingAll("LEASED", "NEEDS_TX_CLAIM", "TRANSACTIONAL");
    TransactionalHandler<Delivery> onTransaction = (m, a) -> {};
    assertThatThrownBy(() -> handler(ReplaySafety.IDEMPOTENT, onTransaction).build())
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContainingAll("LEASED", "works on a transaction");
  }
}
