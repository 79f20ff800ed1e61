package io.consumptionledger;

import static io.consumptionledger.ConsumptionState.DEAD_LETTER;
import static io.consumptionledger.ConsumptionState.PROCESSING;
import static io.consumptionledger.ConsumptionState.SUCCEEDED;
import static io.consumptionledger.EngineFixture.HANDLER;
import static io.consumptionledger.EngineFixture.delivery;
import static io.consumptionledger.EngineFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redeliver;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StoreFaultsTest {
  @RegisterExtension final EngineFixture fixture = new EngineFixture();
  private final AtomicInteger runs = new AtomicInteger();

  private Ledger counting() {
    return fixture.ledger(
        handler(ReplaySafety.IDEMPOTENT, (m, a) -> runs.incrementAndGet()).build());
  }

  @Test
  void handlerDoesNotRunWhenTheClaimIsNotAnswered() {
    fixture.failNext("claim", 1);

    assertThat(counting().consume(delivery("e1", "x")))
        .isEqualTo(new Redeliver(Redelivered.STORE_UNAVAILABLE, Duration.ofSeconds(1)));

    assertThat(runs).hasValue(0);
    assertThat(fixture.alerts).hasSize(1);
  }

  @Test
  void settleIsTriedAgainWhileTheLeaseHoldsAndTheHandlerIsNotRunAgain() {
    fixture.failNext("succeed", 4);

    assertThat(counting().consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(runs).hasValue(1);
    assertThat(fixture.state("e1")).isEqualTo(SUCCEEDED);
    assertThat(fixture.calls.stream().filter("succeed"::equals)).hasSize(5);
  }

  @Test
  void settleThatNeverWorksLeavesTheRowForRecoveryAndIsNotTurnedIntoARetry() {
    fixture.failNext("succeed", Integer.MAX_VALUE);

    Outcome outcome = counting().consume(delivery("e1", "x"));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Redeliver.class, r -> assertThat(r.reason()).isEqualTo(Redelivered.STORE_UNAVAILABLE));
    assertThat(fixture.state("e1")).isEqualTo(PROCESSING);
    assertThat(fixture.calls).doesNotContain("scheduleRetry", "release", "deadLetter");
    assertThat(fixture.heard).hasAtLeastOneElementOfType(LedgerEvent.NotRecorded.class);
    assertThat(runs).hasValue(1);
  }

  @Test
  void failureThatCannotBeRecordedIsAnsweredAndAlerted() {
    fixture.failNext("deadLetter", Integer.MAX_VALUE);
    Ledger ledger =
        fixture.ledger(
            handler(
                    ReplaySafety.IDEMPOTENT,
                    (m, a) -> {
                      throw new IllegalStateException("no");
                    })
                .build());

    assertThat(ledger.consume(delivery("e1", "x")))
        .isInstanceOfSatisfying(
            Redeliver.class, r -> assertThat(r.reason()).isEqualTo(Redelivered.STORE_UNAVAILABLE));
    assertThat(fixture.alerts).hasAtLeastOneElementOfType(LedgerEvent.NotRecorded.class);
  }

  @Test
  void deadLetterOfARefusedMessageIsTriedAFewTimesOnly() {
    fixture.failNext("recordTerminal", Integer.MAX_VALUE);

    assertThat(counting().refuse(delivery("e1", "x"), new IllegalArgumentException("bad")))
        .isEqualTo(new Redeliver(Redelivered.STORE_UNAVAILABLE, Duration.ofSeconds(1)));
    assertThat(fixture.calls.stream().filter("recordTerminal"::equals)).hasSize(3);
  }

  @Test
  void ownerThatWasOvertakenIsRefusedToldAndReported() {
    Ledger ledger =
        fixture.ledger(
            handler(
                    ReplaySafety.IDEMPOTENT,
                    (m, a) -> {
                      fixture.elapse(Duration.ofSeconds(61));
                      assertThat(a.isOwned()).isFalse();
                      var orphan = fixture.row("e1").summary();
                      fixture.rows.takeOver(
                          orphan,
                          ClaimToken.random(),
                          Node.start("node-2"),
                          Duration.ofSeconds(60),
                          15);
                    })
                .build());

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Redeliver(Redelivered.LEASE_LOST, Duration.ZERO));

    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.LATE_SETTLE);
    assertThat(fixture.state("e1")).isEqualTo(PROCESSING);
    assertThat(fixture.row("e1").summary().epoch()).isEqualTo(2);
  }

  @Test
  void claimWhoseReplyTookLongIsRenewedBeforeTheHandlerStarts() {
    fixture.faults.put(
        "claim",
        () -> {
          fixture.elapse(Duration.ofSeconds(31));
          return null;
        });

    assertThat(counting().consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
    assertThat(fixture.calls).containsSubsequence("claim", "renew", "succeed");
  }

  @Test
  void claimThatIsLostBeforeTheHandlerStartsIsNotRun() {
    InMemoryLedgerStore rows = fixture.rows;
    fixture.faults.put(
        "claim",
        () -> {
          fixture.elapse(Duration.ofSeconds(31));
          return null;
        });
    Claim[] claim = new Claim[1];
    fixture.faults.put(
        "renew",
        () -> {
          var row = rows.get(ConsumptionKey.of(HANDLER, "e1")).orElseThrow().summary();
          claim[0] = new Claim(row.key(), row.token(), row.epoch(), row.attempt(), row.yields());
          return Map.of(claim[0], RenewResult.LOST);
        });

    assertThat(counting().consume(delivery("e1", "x")))
        .isEqualTo(new Redeliver(Redelivered.LEASE_LOST, Duration.ZERO));
    assertThat(runs).hasValue(0);
  }

  @Test
  void anomalyThatCannotBeRecordedIsStillHeard() {
    Ledger ledger = counting();
    ledger.consume(delivery("e1", "x"));
    fixture.failNext("recordAnomaly", 1);

    assertThat(ledger.consume(delivery("e1", "other")))
        .isEqualTo(new Acknowledge(Acknowledged.DUPLICATE));
    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.PAYLOAD_MISMATCH);
  }

  @Test
  void successInTheCallersTransactionIsPendingUntilItEnds() {
    Ledger ledger = counting();
    inTransaction(true);
    fixture.faults.put("succeed", () -> new TransitionResult.Applied(Commit.PENDING));

    Outcome.Pending pending = (Outcome.Pending) ledger.consume(delivery("e1", "x"));

    assertThatIllegalStateException()
        .isThrownBy(pending::confirm)
        .withMessageContaining("before the transaction had ended");
    fixture.faults.remove("succeed");
    var row = fixture.row("e1").summary();
    fixture.rows.succeed(
        new Claim(row.key(), row.token(), row.epoch(), row.attempt(), row.yields()));
    inTransaction(false);
    assertThat(pending.confirm()).isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
    assertThat(pending.failure()).isEmpty();
  }

  @Test
  void rolledBackSuccessIsScheduledAgain() {
    Ledger ledger = counting();
    inTransaction(true);
    fixture.faults.put("succeed", () -> new TransitionResult.Applied(Commit.PENDING));
    Outcome.Pending pending = (Outcome.Pending) ledger.consume(delivery("e1", "x"));
    inTransaction(false);

    assertThat(pending.confirm()).isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));
    assertThat(pending.confirm()).isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));
    assertThat(fixture.row("e1").failure().message()).contains("rolled back");
  }

  @Test
  void failureInTheCallersTransactionIsRecordedAfterItEnded() {
    Ledger ledger =
        fixture.ledger(
            handler(
                    ReplaySafety.IDEMPOTENT,
                    (m, a) -> {
                      throw new IllegalStateException("no");
                    })
                .build());
    inTransaction(true);

    Outcome.Pending pending = (Outcome.Pending) ledger.consume(delivery("e1", "x"));

    assertThat(fixture.state("e1")).isEqualTo(PROCESSING);
    assertThat(pending.failure()).isPresent();
    inTransaction(false);
    assertThat(pending.confirm()).isEqualTo(new Acknowledge(Acknowledged.DEAD_LETTERED));
    assertThat(fixture.state("e1")).isEqualTo(DEAD_LETTER);
  }

  @Test
  void storeErrorInTheCallersTransactionIsThrownSoThatItIsRolledBack() {
    Ledger ledger = counting();
    inTransaction(true);
    fixture.failNext("succeed", 1);

    assertThatThrownBy(() -> ledger.consume(delivery("e1", "x")))
        .isInstanceOf(StoreException.class);
    assertThat(fixture.calls.stream().filter("succeed"::equals)).hasSize(1);
  }

  @Test
  void messageWithoutAKeyIsKeptBeforeItIsAcknowledged() {
    Ledger ledger = counting();
    Payload payload = Payload.of(new byte[] {0, 1, 2});

    Outcome kept =
        ledger.quarantine(
            Tenant.DEFAULT,
            HANDLER,
            Metadata.NONE,
            Headers.none(),
            null,
            payload,
            new IllegalArgumentException("no id"));

    assertThat(kept).isEqualTo(new Acknowledge(Acknowledged.QUARANTINED));
    assertThat(fixture.rows.quarantineList(Tenant.DEFAULT, 10)).hasSize(1);

    fixture.failNext("quarantine", 1);
    assertThat(
            ledger.quarantine(
                Tenant.DEFAULT,
                HANDLER,
                Metadata.NONE,
                Headers.none(),
                null,
                payload,
                new IllegalArgumentException("no id")))
        .isInstanceOf(Redeliver.class);
    assertThat(fixture.alerts).hasAtLeastOneElementOfType(LedgerEvent.NotQuarantined.class);
  }

  @Test
  void permanentErrorOfTheDatabaseIsNotTriedAgain() {
    ErrorClassifier table = e -> Optional.of(Classification.of(ErrorClass.UNRECOVERABLE));
    fixture.faults.put("errorClassifier", () -> table);
    fixture.failNext("succeed", Integer.MAX_VALUE);

    assertThat(counting().consume(delivery("e1", "x"))).isInstanceOf(Redeliver.class);
    assertThat(fixture.calls.stream().filter("succeed"::equals)).hasSize(1);
  }

  @Test
  void errorThrownByTheStoreIsAnsweredAndReported() {
    fixture.faults.put(
        "succeed",
        () -> {
          throw new OutOfMemoryError();
        });

    assertThat(counting().consume(delivery("e1", "x"))).isInstanceOf(Redeliver.class);
    assertThat(fixture.alerts).hasAtLeastOneElementOfType(LedgerEvent.NotRecorded.class);
  }

  @Test
  void handlerDoesNotStartWhenEvenRenewalsTakeTooLong() {
    fixture.faults.put(
        "claim",
        () -> {
          fixture.elapse(Duration.ofSeconds(31));
          return null;
        });
    fixture.faults.put(
        "renew",
        () -> {
          fixture.elapse(Duration.ofSeconds(31));
          return null;
        });

    assertThat(counting().consume(delivery("e1", "x")))
        .isInstanceOfSatisfying(
            Redeliver.class, r -> assertThat(r.reason()).isEqualTo(Redelivered.LEASE_LOST));
    assertThat(runs).hasValue(0);
  }

  @Test
  void leaseLostInTheCallersTransactionAsksForARollBack() {
    inTransaction(true);
    Ledger ledger =
        fixture.ledger(
            handler(
                    ReplaySafety.IDEMPOTENT,
                    (m, a) -> {
                      fixture.elapse(Duration.ofSeconds(61));
                      var orphan = fixture.row("e1").summary();
                      fixture.rows.takeOver(
                          orphan,
                          ClaimToken.random(),
                          Node.start("node-2"),
                          Duration.ofSeconds(60),
                          15);
                    })
                .build());

    Outcome.Pending pending = (Outcome.Pending) ledger.consume(delivery("e1", "x"));

    assertThat(pending.failure().orElseThrow().message()).contains("rolled back");
    inTransaction(false);
    assertThat(pending.confirm()).isEqualTo(new Redeliver(Redelivered.LEASE_LOST, Duration.ZERO));
  }

  @Test
  void claimThatTheCallersTransactionDoesNotSeeIsAnErrorAndNotALostLease() {
    inTransaction(true);
    ConsumptionKey key = ConsumptionKey.of(HANDLER, "e1");
    fixture.faults.put(
        "succeed", () -> new TransitionResult.Refused(key, Transition.SUCCEED, null));

    assertThatThrownBy(() -> counting().consume(delivery("e1", "x")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("READ COMMITTED");
    assertThat(fixture.anomalies()).isEmpty();
  }

  @Test
  void refusalInTheCallersTransactionIsNeverAnsweredBeforeItEnds() {
    Ledger ledger = counting();
    ledger.consume(delivery("e1", "x"));
    inTransaction(true);

    Outcome outcome = ledger.refuse(delivery("e1", "x"), new IllegalArgumentException("bad"));

    assertThat(outcome).isInstanceOf(Outcome.Pending.class);
    inTransaction(false);
    assertThat(((Outcome.Pending) outcome).confirm())
        .isEqualTo(new Acknowledge(Acknowledged.DUPLICATE));
  }

  private void inTransaction(boolean inside) {
    fixture.transactions.callers = inside;
  }
}
