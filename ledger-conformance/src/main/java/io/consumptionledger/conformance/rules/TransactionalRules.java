package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Pending.Ending;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.conformance.TransactionEnd;
import io.consumptionledger.conformance.Working;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TransactionLostException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A claim, then one transaction for the handler's writes and the settle. A row of another key, made
 * by COMPLETE, stands for what the handler writes.
 */
public interface TransactionalRules extends StoreRules {
  /** Longer than any answer takes that waits for nobody. */
  long PATIENCE_MILLIS = 500;

  private static Working working(Scenario s, Working.Work work) {
    return new Working(s, ConsumptionMode.TRANSACTIONAL, work);
  }

  @Rule(
      id = "TRANSACTIONAL-1",
      text = "The handler's writes and the settle are committed together, after a visible claim.",
      lookAt = "whether succeed takes part in the transaction that inTransaction begins",
      needs = Capability.TRANSACTIONS)
  default void writesAndSettleAreCommittedTogether(Scenario s) {
    try (Working working =
        working(
            s,
            (self, event) -> {
              self.write(event);
              Together.elsewhere(
                  () -> {
                    assertEquals(
                        ConsumptionState.PROCESSING,
                        s.second().get(s.key(event)).orElseThrow().summary().state(),
                        "what others see of the row while the handler runs");
                    assertFalse(self.isWritten(s.second(), event), "others see its writes");
                    return null;
                  });
            })) {
      assertEquals(new Acknowledge(Acknowledged.PROCESSED), working.consume("e1"));
      assertEquals(ConsumptionState.SUCCEEDED, s.summary(s.key("e1")).state());
      assertTrue(working.isWritten(s.second(), "e1"), "its writes are committed");
      assertEquals(new Acknowledge(Acknowledged.DUPLICATE), working.consume("e1"));
    }
  }

  @Rule(
      id = "TRANSACTIONAL-2",
      text = "A handler that fails after it has written leaves its failure and nothing else.",
      lookAt = "whether a transaction whose work throws is rolled back",
      needs = Capability.TRANSACTIONS)
  default void failureLeavesNoWrites(Scenario s) {
    try (Working working =
        working(
            s,
            (self, event) -> {
              self.write(event);
              throw HandlerSignal.retryable("not now", null);
            })) {
      assertEquals(new Acknowledge(Acknowledged.STORED_FOR_RETRY), working.consume("e1"));
      assertEquals(ConsumptionState.RETRY_SCHEDULED, s.summary(s.key("e1")).state());
      assertFalse(working.isWritten(s.second(), "e1"), "its writes are there");
    }
  }

  @Rule(
      id = "TRANSACTIONAL-3",
      text = "If the lease was lost meanwhile, what the handler wrote is rolled back.",
      lookAt = "whether a refused succeed keeps the transaction from being committed",
      needs = Capability.TRANSACTIONS)
  default void lostLeaseRollsBack(Scenario s) {
    try (Working working =
        working(
            s,
            (self, event) -> {
              Together.elsewhere(
                  () -> {
                    s.fixture().elapse(Working.LEASE.plus(Scenario.MOMENT));
                    return s.takeOver(s.key(event));
                  });
              self.write(event);
            })) {
      Outcome.Redeliver answer =
          assertInstanceOf(Outcome.Redeliver.class, working.consume("e1"), "the answer");
      assertEquals(Redelivered.LEASE_LOST, answer.reason());
      assertFalse(working.isWritten(s.second(), "e1"), "its writes are there");
      assertEquals(2, s.summary(s.key("e1")).epoch(), "the row is its new owner's");
    }
  }

  @Rule(
      id = "TRANSACTIONAL-4",
      text = "A transaction that was rolled back behind the handler's back is never settled.",
      lookAt = "whether requireIntact notices that its mark is gone",
      needs = Capability.TRANSACTIONS)
  default void hiddenRollBackIsSeen(Scenario s) {
    try (Working working =
        working(
            s,
            (self, event) -> {
              self.write(event + "-before");
              s.fixture().rollBackBehind();
              self.write(event + "-after");
            })) {
      assertEquals(new Acknowledge(Acknowledged.STORED_FOR_RETRY), working.consume("e1"));
      assertFalse(working.isWritten(s.second(), "e1-before"), "what was rolled back is there");
      assertFalse(working.isWritten(s.second(), "e1-after"), "the other half is there");
      assertThrows(
          TransactionLostException.class,
          () ->
              s.store()
                  .inTransaction(
                      transaction -> {
                        transaction.beforeHandler();
                        s.fixture().rollBackBehind();
                        transaction.requireIntact();
                        return null;
                      }));
    }
  }

  @Rule(
      id = "TRANSACTIONAL-5",
      text = "A locked read waits for the commit of a settle, and then sees it.",
      lookAt = "whether lockedRead locks",
      needs = Capability.TRANSACTIONS)
  default void lockedReadWaitsForTheCommit(Scenario s) throws Exception {
    Claim claim = s.claim("e1");
    AtomicReference<Future<RowSummary>> reader = new AtomicReference<>();
    s.store()
        .inTransaction(
            transaction -> {
              Expect.applied(Commit.PENDING, s.store().succeed(claim));
              reader.set(Together.start(() -> s.second().lockedRead(claim.key()).orElseThrow()));
              assertThrows(
                  TimeoutException.class,
                  () -> reader.get().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS),
                  "the read was to wait for the transaction that is open");
              return null;
            });
    assertEquals(ConsumptionState.SUCCEEDED, Together.resultOf(reader.get()).state());
  }

  @Rule(
      id = "TRANSACTIONAL-6",
      text = "In the caller's transaction a failed handler's writes are undone, and no others.",
      lookAt = "whether undo goes back to the mark, and whether that is the handler's own",
      needs = {Capability.TRANSACTIONS, Capability.JOINED_TRANSACTIONS})
  default void onlyTheFailedHandlersWritesAreUndone(Scenario s) {
    try (Working working =
        working(
            s,
            (self, event) -> {
              self.write(event);
              if (event.equals("bad")) {
                throw HandlerSignal.permanent("never", null);
              }
            })) {
      Outcome.Pending[] pending = new Outcome.Pending[2];
      s.fixture()
          .inTransaction(
              TransactionEnd.COMMIT,
              () -> {
                working.write("callers");
                pending[1] = (Outcome.Pending) working.consume("good");
                pending[0] = (Outcome.Pending) working.consume("bad");
              });
      assertEquals(Ending.EITHER, pending[0].ending());
      assertEquals(Ending.COMMIT, pending[1].ending());
      assertEquals(new Acknowledge(Acknowledged.DEAD_LETTERED), pending[0].confirm());
      assertEquals(new Acknowledge(Acknowledged.PROCESSED), pending[1].confirm());
      assertTrue(working.isWritten(s.second(), "callers"), "the caller's writes are gone");
      assertTrue(working.isWritten(s.second(), "good"), "the other handler's writes are gone");
      assertFalse(working.isWritten(s.second(), "bad"), "the failed handler's writes are there");
    }
  }

  @Rule(
      id = "TRANSACTIONAL-7",
      text = "A refused settle spoils nothing in the transaction it is refused in.",
      lookAt = "statements that raise an error instead of answering",
      needs = Capability.TRANSACTIONS)
  default void refusedSettleSpoilsNothing(Scenario s) throws Exception {
    Claim old = s.claim("e1");
    s.leaseEnds();
    s.takeOver(old.key());
    s.store()
        .inTransaction(
            transaction -> {
              Expect.refused(
                  Transition.SUCCEED, ConsumptionState.PROCESSING, s.store().succeed(old));
              transaction.requireIntact();
              Expect.recorded(Commit.PENDING, s.store().complete(s.bare("business")));
              return null;
            });
    assertEquals(ConsumptionState.SUCCEEDED, s.summary(s.key("business")).state());
  }
}
