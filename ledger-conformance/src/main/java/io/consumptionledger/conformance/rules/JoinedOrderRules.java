package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.conformance.TransactionEnd;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.ParkResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Rows with an order, and a transaction that the caller has open. */
public interface JoinedOrderRules extends StoreRules {
  private static void rolledBack(Scenario s, Runnable work) {
    s.fixture().inTransaction(TransactionEnd.ROLLBACK, work);
  }

  private static void committed(Scenario s, Runnable work) {
    s.fixture().inTransaction(TransactionEnd.COMMIT, work);
  }

  /** Any question there lets the transaction see what is committed now, and no more. */
  private static void takeSnapshot(Scenario s, ConsumptionKey settled) {
    Expect.refused(
        Transition.DISCARD, ConsumptionState.SUCCEEDED, s.store().discard(settled, 1, s.action()));
  }

  private static void pending(io.consumptionledger.spi.TransitionResult result) {
    Expect.applied(Commit.PENDING, result);
  }

  @Rule(
      id = "JOINED_ORDER-1",
      text = "A follower is freed with the caller's transaction, and not if that is rolled back.",
      lookAt = "whether row, gate and follower are written in one transaction",
      needs = Capability.JOINED_TRANSACTIONS)
  default void followerSharesTheFate(Scenario s) {
    Claim head = Aggregates.claim(s, "e1", 1);
    ConsumptionKey next = Aggregates.park(s, "e2", 2);
    rolledBack(s, () -> pending(s.store().succeed(head)));
    Aggregates.waits(s, next);
    Aggregates.blocked(s, Aggregates.bare(s, "e0", 0L));
    committed(s, () -> pending(s.store().succeed(head)));
    Aggregates.isFreed(s, next);
  }

  @Rule(
      id = "JOINED_ORDER-2",
      text = "So it is for dead letters that are resolved or discarded.",
      lookAt = "whether row, gate and follower are written in one transaction",
      needs = Capability.JOINED_TRANSACTIONS)
  default void closingByHandSharesTheFate(Scenario s) {
    List<Consumer<ConsumptionKey>> ways =
        List.of(
            key -> pending(s.store().resolve(key, s.version(key), s.action())),
            key -> pending(s.store().discard(key, s.version(key), s.action())));
    for (Consumer<ConsumptionKey> close : ways) {
      s.fixture().clear();
      ConsumptionKey head = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "e1", 1).key();
      ConsumptionKey next = Aggregates.park(s, "e2", 2);
      rolledBack(s, () -> close.accept(head));
      Aggregates.waits(s, next);
      committed(s, () -> close.accept(head));
      Aggregates.isFreed(s, next);
    }
  }

  @Rule(
      id = "JOINED_ORDER-3",
      text = "While a settle stands in an open transaction, the next claim waits and then starts.",
      lookAt = "whether claim waits for the gate that the settle has locked",
      needs = Capability.JOINED_TRANSACTIONS)
  default void nextClaimWaitsForTheSettle(Scenario s) {
    Claim head = Aggregates.claim(s, "e1", 1);
    AtomicReference<Future<ClaimResult>> rival = new AtomicReference<>();
    committed(
        s,
        () -> {
          pending(s.store().succeed(head));
          rival.set(
              Together.start(
                  () -> Aggregates.tryClaim(s, s.second(), Aggregates.bare(s, "e2", 2L))));
          Claim other =
              Together.elsewhere(
                  () ->
                      Expect.claimed(
                          Aggregates.tryClaim(
                              s, s.second(), Aggregates.placed(s, s.key("o"), "a-2", 1L))));
          assertEquals(s.key("o"), other.key(), "another aggregate does not wait");
          assertFalse(rival.get().isDone(), "the next claim did not wait for the transaction");
        });
    Expect.claimed(Together.resultOf(rival.get()));
  }

  @Rule(
      id = "JOINED_ORDER-4",
      text = "A claim never waits for the gate that its own thread's transaction holds.",
      lookAt = "how claim and park lock the gate while the thread has a transaction open",
      needs = Capability.JOINED_TRANSACTIONS)
  default void claimDoesNotWaitForItself(Scenario s) {
    Claim head = Aggregates.claim(s, "e1", 1);
    NewRow next = Aggregates.placed(s, s.key("e2"), Aggregates.FIRST, 2L);
    committed(
        s,
        () -> {
          pending(s.store().succeed(head));
          Aggregates.blocked(s, next);
          assertEquals(new ParkResult.Busy(), s.store().park(next), "nothing can be decided");
          assertEquals(List.of(), s.claimDue(10), "rows that are due");
          s.claim(Aggregates.placed(s, s.key("o"), "a-2", 1L));
        });
    s.claim(next);
  }

  @Rule(
      id = "JOINED_ORDER-5",
      text = "Nor for a gate that its own thread's transaction has just made.",
      lookAt = "whether the gate is made without asking what the caller's transaction sees",
      needs = Capability.JOINED_TRANSACTIONS)
  default void claimDoesNotWaitForItsOwnGate(Scenario s) {
    NewRow dead = s.placed(s.key("e1"), 1);
    NewRow next = s.placed(s.key("e2"), 2);
    Runnable work =
        () -> {
          Expect.recorded(
              Commit.PENDING, s.store().recordTerminal(dead, s.failure(ErrorClass.POISON)));
          Aggregates.blocked(s, next);
          assertEquals(new ParkResult.Busy(), s.store().park(next), "nothing can be decided");
        };
    rolledBack(s, work);
    assertTrue(s.store().get(dead.key()).isEmpty(), "the record was rolled back");
    assertEquals(new ParkResult.Free(), s.store().park(next), "nothing is in its way");
    committed(s, work);
    assertEquals(new ParkResult.Parked(), s.store().park(next), "a dead letter is in its way");
  }

  @Rule(
      id = "JOINED_ORDER-6",
      text = "In a caller's transaction rows start and are parked as elsewhere, if they can be.",
      lookAt = "how claim and park lock the gate while the thread has a transaction open",
      needs = Capability.JOINED_TRANSACTIONS)
  default void ordersWorkBesideATransaction(Scenario s) {
    NewRow second = s.placed(s.key("e2"), 2);
    rolledBack(
        s,
        () -> {
          Expect.recorded(Commit.PENDING, s.store().complete(s.bare("business")));
          s.claim(Aggregates.bare(s, "e1", 1L));
          Aggregates.blocked(s, second);
          assertEquals(new ParkResult.Parked(), s.store().park(second), "it waits for the first");
        });
    Aggregates.waits(s, second.key());
  }

  @Rule(
      id = "JOINED_ORDER-7",
      text = "A follower is freed although it came after the transaction's snapshot.",
      lookAt = "whether the follower is looked for by a read that sees what is committed now",
      needs = Capability.JOINED_TRANSACTIONS)
  default void followerAfterTheSnapshotIsFreed(Scenario s) {
    Claim head = Aggregates.claim(s, "e1", 1);
    ConsumptionKey settled = s.succeeded("settled");
    committed(
        s,
        () -> {
          takeSnapshot(s, settled);
          Together.elsewhere(() -> Aggregates.park(s, "e2", 2));
          pending(s.store().succeed(head));
        });
    Aggregates.isFreed(s, s.key("e2"));
  }

  @Rule(
      id = "JOINED_ORDER-8",
      text = "A replay is refused behind an earlier row that came after the snapshot.",
      lookAt = "whether earlier rows are looked for by a read that sees what is committed now",
      needs = Capability.JOINED_TRANSACTIONS)
  default void earlierAfterTheSnapshotIsSeen(Scenario s) {
    ConsumptionKey second = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "e2", 2).key();
    ConsumptionKey settled = s.succeeded("settled");
    committed(
        s,
        () -> {
          takeSnapshot(s, settled);
          Together.elsewhere(() -> Aggregates.open(s, ConsumptionState.DEAD_LETTER, "e1", 1));
          Expect.refused(
              Transition.AUTHORIZE_REPLAY,
              ConsumptionState.DEAD_LETTER,
              s.store().authorizeReplay(second, s.version(second), s.approval()));
        });
  }

  @Rule(
      id = "JOINED_ORDER-9",
      text = "A dead letter that came after the snapshot is closed with its followers freed.",
      lookAt = "how operators' verbs find the gate of a row that a plain read does not show",
      needs = Capability.JOINED_TRANSACTIONS)
  default void headAfterTheSnapshotIsClosed(Scenario s) {
    ConsumptionKey head = s.key("e1");
    ConsumptionKey settled = s.succeeded("settled");
    committed(
        s,
        () -> {
          takeSnapshot(s, settled);
          Together.elsewhere(() -> Aggregates.open(s, ConsumptionState.DEAD_LETTER, "e1", 1));
          Together.elsewhere(() -> Aggregates.park(s, "e2", 2));
          pending(s.store().discard(head, s.version(head), s.action()));
        });
    Aggregates.isFreed(s, s.key("e2"));
  }

  @Rule(
      id = "JOINED_ORDER-10",
      text = "Sweeps and due claims pass by a gate that a transaction holds.",
      lookAt = "SKIP LOCKED on gates in claim-due and recover",
      needs = Capability.JOINED_TRANSACTIONS)
  default void sweepsPassBy(Scenario s) {
    Claim head = Aggregates.claim(s, "e1", 1);
    Aggregates.park(s, "e2", 2);
    ConsumptionKey dead = s.claim(Aggregates.placed(s, s.key("lost"), "a-2", 1L)).key();
    s.scheduled("free", Duration.ZERO);
    s.leaseEnds();
    Claim again = s.takeOver(head.key());
    committed(
        s,
        () -> {
          pending(s.store().succeed(again));
          assertEquals(
              List.of(s.key("free")),
              Together.elsewhere(() -> s.claimDue(10).stream().map(d -> d.claim().key()).toList()),
              "rows claimed meanwhile");
          assertEquals(
              List.of(dead),
              Together.elsewhere(
                  () ->
                      s
                          .second()
                          .recover(
                              s.handler(),
                              100,
                              OnOrphan.RERUN,
                              s.failure(ErrorClass.CRASH_LOOP),
                              s.failure(ErrorClass.UNRECOVERABLE),
                              Scenario.DELAY,
                              10)
                          .stream()
                          .map(r -> r.key())
                          .toList()),
              "rows recovered meanwhile");
        });
    Aggregates.isFreed(s, s.key("e2"));
  }
}
