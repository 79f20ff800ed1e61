package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.conformance.TransactionEnd;
import io.consumptionledger.conformance.Working;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.RowSummary;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One transaction for the row and the handler's writes. A row of another key, made by COMPLETE,
 * stands for what the handler writes.
 */
public interface SingleTransactionRules extends StoreRules {
  private static Working working(Scenario s, Working.Work work) {
    return new Working(s, ConsumptionMode.SINGLE_TRANSACTION, work);
  }

  @Rule(
      id = "SINGLE_TRANSACTION-1",
      text = "The row and the handler's writes are committed together; there is no claim.",
      lookAt = "whether complete takes part in the transaction that inTransaction begins",
      needs = Capability.TRANSACTIONS)
  default void rowAndWritesAreCommittedTogether(Scenario s) {
    try (Working working =
        working(
            s,
            (self, event) -> {
              self.write(event);
              Together.elsewhere(
                  () -> {
                    assertTrue(s.second().get(s.key(event)).isEmpty(), "others see the row");
                    assertFalse(self.isWritten(s.second(), event), "others see its writes");
                    return null;
                  });
            })) {
      assertEquals(new Acknowledge(Acknowledged.PROCESSED), working.consume("e1"));
      RowSummary row = s.summary(s.key("e1"));
      assertEquals(ConsumptionState.SUCCEEDED, row.state());
      assertEquals(0, row.epoch(), "the number of claims");
      assertTrue(working.isWritten(s.second(), "e1"), "its writes are committed");
      assertEquals(new Acknowledge(Acknowledged.DUPLICATE), working.consume("e1"));
    }
  }

  @Rule(
      id = "SINGLE_TRANSACTION-2",
      text = "A handler that fails after it has written leaves its failure and nothing else.",
      lookAt = "whether a transaction whose work throws is rolled back",
      needs = Capability.TRANSACTIONS)
  default void failureWithoutClaimLeavesNoWrites(Scenario s) {
    try (Working working =
        working(
            s,
            (self, event) -> {
              self.write(event);
              throw HandlerSignal.retryable("not now", null);
            })) {
      assertEquals(new Acknowledge(Acknowledged.STORED_FOR_RETRY), working.consume("e1"));
      RowSummary row = s.summary(s.key("e1"));
      assertEquals(ConsumptionState.RETRY_SCHEDULED, row.state());
      assertEquals(1, row.attempt(), "the count of starts");
      assertFalse(working.isWritten(s.second(), "e1"), "its writes are there");
    }
  }

  @Rule(
      id = "SINGLE_TRANSACTION-3",
      text = "A transaction that was rolled back behind the handler's back is never committed.",
      lookAt = "whether requireIntact notices that its mark is gone",
      needs = Capability.TRANSACTIONS)
  default void hiddenRollBackIsNotCommitted(Scenario s) {
    try (Working working =
        working(
            s,
            (self, event) -> {
              self.write(event + "-before");
              s.fixture().rollBackBehind();
              self.write(event + "-after");
            })) {
      assertEquals(new Acknowledge(Acknowledged.STORED_FOR_RETRY), working.consume("e1"));
      assertEquals(ConsumptionState.RETRY_SCHEDULED, s.summary(s.key("e1")).state());
      assertFalse(working.isWritten(s.second(), "e1-after"), "half of its writes are there");
    }
  }

  /** What another does while a COMPLETE of the same key is open. */
  private static <T> T whileOpen(Scenario s, TransactionEnd end, Callable<T> other) {
    AtomicReference<Future<T>> running = new AtomicReference<>();
    s.fixture()
        .inTransaction(
            end,
            () -> {
              Expect.recorded(Commit.PENDING, s.store().complete(s.bare("e1")));
              CountDownLatch begun = new CountDownLatch(1);
              running.set(
                  Together.start(
                      () -> {
                        begun.countDown();
                        return other.call();
                      }));
              assertTrue(waited(begun), "the other began");
            });
    return Together.resultOf(running.get());
  }

  private static boolean waited(CountDownLatch latch) {
    try {
      return latch.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Rule(
      id = "SINGLE_TRANSACTION-4",
      text = "A second COMPLETE of a key waits for the first, and meets its row if committed.",
      lookAt = "whether complete waits for a rival's transaction, and reads what it committed",
      needs = {Capability.TRANSACTIONS, Capability.JOINED_TRANSACTIONS})
  default void secondCompleteMeetsTheFirst(Scenario s) {
    RecordResult result =
        whileOpen(s, TransactionEnd.COMMIT, () -> s.second().complete(s.bare("e1")));
    Expect.conflict(ConsumptionState.SUCCEEDED, result);
  }

  @Rule(
      id = "SINGLE_TRANSACTION-5",
      text = "A second COMPLETE of a key takes the place of a first that was rolled back.",
      lookAt = "whether complete tries again when the row in its way is gone",
      needs = {Capability.TRANSACTIONS, Capability.JOINED_TRANSACTIONS})
  default void secondCompleteTakesThePlace(Scenario s) {
    RecordResult result =
        whileOpen(s, TransactionEnd.ROLLBACK, () -> s.second().complete(s.bare("e1")));
    Expect.recorded(Commit.DONE, result);
  }

  @Rule(
      id = "SINGLE_TRANSACTION-6",
      text = "RECORD_FAILURE waits for a commit that is under way, and then changes nothing.",
      lookAt = "whether record-failure waits for a rival's transaction",
      needs = {Capability.TRANSACTIONS, Capability.JOINED_TRANSACTIONS})
  default void recordFailureMeetsTheCommit(Scenario s) {
    RecordResult result = whileOpen(s, TransactionEnd.COMMIT, () -> fail(s));
    Expect.conflict(ConsumptionState.SUCCEEDED, result);
    assertEquals(ConsumptionState.SUCCEEDED, s.summary(s.key("e1")).state());
  }

  @Rule(
      id = "SINGLE_TRANSACTION-7",
      text = "RECORD_FAILURE waits for a roll-back that is under way, and then records.",
      lookAt = "whether record-failure waits for a rival's transaction",
      needs = {Capability.TRANSACTIONS, Capability.JOINED_TRANSACTIONS})
  default void recordFailureFollowsTheRollBack(Scenario s) {
    RecordResult result = whileOpen(s, TransactionEnd.ROLLBACK, () -> fail(s));
    Expect.recorded(Commit.DONE, result);
    assertEquals(ConsumptionState.RETRY_SCHEDULED, s.summary(s.key("e1")).state());
  }

  private static RecordResult fail(Scenario s) {
    return s.second().recordFailure(s.full("e1"), s.failure(ErrorClass.RETRYABLE), Scenario.DELAY);
  }

  @Rule(
      id = "SINGLE_TRANSACTION-8",
      text = "In the caller's transaction the row shares its fate; a roll-back is a failure.",
      lookAt = "whether complete takes part in the caller's transaction",
      needs = {Capability.TRANSACTIONS, Capability.JOINED_TRANSACTIONS})
  default void rowSharesTheCallersFate(Scenario s) {
    try (Working working = working(s, (self, event) -> self.write(event))) {
      Outcome.Pending[] pending = new Outcome.Pending[2];
      s.fixture()
          .inTransaction(
              TransactionEnd.ROLLBACK, () -> pending[0] = (Outcome.Pending) working.consume("e1"));
      s.fixture()
          .inTransaction(
              TransactionEnd.COMMIT, () -> pending[1] = (Outcome.Pending) working.consume("e2"));
      assertEquals(new Acknowledge(Acknowledged.STORED_FOR_RETRY), pending[0].confirm());
      assertEquals(new Acknowledge(Acknowledged.PROCESSED), pending[1].confirm());
      assertEquals(ConsumptionState.RETRY_SCHEDULED, s.summary(s.key("e1")).state());
      assertFalse(working.isWritten(s.second(), "e1"), "what was rolled back is there");
      assertTrue(working.isWritten(s.second(), "e2"), "what was committed is gone");
    }
  }
}
