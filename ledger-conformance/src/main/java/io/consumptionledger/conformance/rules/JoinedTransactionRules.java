package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.conformance.TransactionEnd;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.RenewResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

/** Verbs inside a transaction that the caller has open. */
public interface JoinedTransactionRules extends StoreRules {
  private static void rolledBack(Scenario s, Runnable work) {
    s.fixture().inTransaction(TransactionEnd.ROLLBACK, work);
  }

  private static void committed(Scenario s, Runnable work) {
    s.fixture().inTransaction(TransactionEnd.COMMIT, work);
  }

  @Rule(
      id = "JOINED-1",
      text = "A claim is seen by others while the caller's transaction is open, and outlives it.",
      lookAt = "whether claim runs on a connection of its own",
      needs = Capability.JOINED_TRANSACTIONS)
  default void claimOutlivesRollback(Scenario s) {
    AtomicReference<Claim> claim = new AtomicReference<>();
    rolledBack(
        s,
        () -> {
          s.store().complete(s.bare("business"));
          claim.set(s.claim("e1"));
          ClaimToken seen =
              Together.elsewhere(() -> s.second().get(s.key("e1")).orElseThrow()).summary().token();
          assertEquals(claim.get().token(), seen, "what another store sees meanwhile");
          ClaimResult rival =
              Together.elsewhere(
                  () ->
                      s.second()
                          .claim(s.bare("e1"), ClaimToken.random(), s.node(), Scenario.LEASE));
          Expect.exists(ConsumptionState.PROCESSING, rival);
        });
    assertTrue(s.store().get(s.key("business")).isEmpty(), "the business row was rolled back");
    assertEquals(claim.get().token(), s.summary(s.key("e1")).token(), "the claim is still there");
    Expect.done(s.store().succeed(claim.get()));
  }

  @Rule(
      id = "JOINED-2",
      text = "A settle shares the fate of the caller's transaction: rolled back, it never was.",
      lookAt = "whether the settling verbs take part in the caller's transaction",
      needs = Capability.JOINED_TRANSACTIONS)
  default void settlesRollBack(Scenario s) {
    List<Claim> claims = new ArrayList<>();
    for (String event : List.of("a", "b", "c", "d")) {
      claims.add(s.claim(event));
    }
    List<Picture> before = claims.stream().map(c -> s.picture(c.key())).toList();
    rolledBack(s, () -> settleAll(s, claims));
    for (int i = 0; i < claims.size(); i++) {
      s.unchanged(before.get(i), claims.get(i).key());
    }
    claims.forEach(claim -> Expect.done(s.store().succeed(claim)));
  }

  private static void settleAll(Scenario s, List<Claim> claims) {
    Expect.applied(Commit.PENDING, s.store().succeed(claims.get(0)));
    Expect.applied(
        Commit.PENDING,
        s.store()
            .scheduleRetry(
                claims.get(1), s.failure(ErrorClass.RETRYABLE), s.content("b"), Scenario.DELAY));
    Expect.applied(
        Commit.PENDING,
        s.store().deadLetter(claims.get(2), s.failure(ErrorClass.POISON), s.content("c")));
    Expect.applied(
        Commit.PENDING, s.store().release(claims.get(3), s.content("d"), Scenario.DELAY));
  }

  @Rule(
      id = "JOINED-3",
      text = "Committed with the caller's transaction a settle stands, and was not seen before.",
      lookAt = "whether the settling verbs take part in the caller's transaction",
      needs = Capability.JOINED_TRANSACTIONS)
  default void settlesCommit(Scenario s) {
    List<Claim> claims = new ArrayList<>();
    for (String event : List.of("a", "b", "c", "d")) {
      claims.add(s.claim(event));
    }
    committed(
        s,
        () -> {
          settleAll(s, claims);
          for (Claim claim : claims) {
            ConsumptionState seen =
                Together.elsewhere(() -> s.second().get(claim.key()).orElseThrow())
                    .summary()
                    .state();
            assertEquals(ConsumptionState.PROCESSING, seen, "what others see before the commit");
          }
        });
    List<ConsumptionState> states = claims.stream().map(c -> s.summary(c.key()).state()).toList();
    assertEquals(
        List.of(
            ConsumptionState.SUCCEEDED,
            ConsumptionState.RETRY_SCHEDULED,
            ConsumptionState.DEAD_LETTER,
            ConsumptionState.RETRY_SCHEDULED),
        states,
        "the states after the commit");
  }

  @Rule(
      id = "JOINED-4",
      text = "Duplicates and refusals inside the caller's transaction do not spoil it.",
      lookAt = "statements that raise an error instead of answering",
      needs = Capability.JOINED_TRANSACTIONS)
  default void duplicatesDoNotSpoilTheTransaction(Scenario s) {
    ConsumptionKey there = s.succeeded("there");
    ConsumptionKey dead = s.dead("dead");
    Claim mine = s.claim("mine");
    Claim forged = new Claim(mine.key(), ClaimToken.random(), 1, 1, 0);
    committed(
        s,
        () -> {
          Expect.recorded(Commit.PENDING, s.store().complete(s.bare("first")));
          Expect.conflict(ConsumptionState.SUCCEEDED, s.store().complete(s.bare(there)));
          Expect.conflict(ConsumptionState.SUCCEEDED, s.store().complete(s.bare("first")));
          Expect.conflict(
              ConsumptionState.DEAD_LETTER,
              s.store().recordTerminal(s.full(dead), s.failure(ErrorClass.CONFLICT)));
          Expect.exists(
              ConsumptionState.SUCCEEDED,
              s.store().claim(s.bare(there), ClaimToken.random(), s.node(), Scenario.LEASE));
          Expect.refused(
              Transition.SUCCEED, ConsumptionState.PROCESSING, s.store().succeed(forged));
          Expect.refused(
              Transition.DISCARD,
              ConsumptionState.DEAD_LETTER,
              s.store().discard(dead, s.version(dead) + 1, s.action()));
          Expect.applied(Commit.PENDING, s.store().succeed(mine));
        });
    assertEquals(ConsumptionState.SUCCEEDED, s.summary(s.key("first")).state(), "first");
    assertEquals(ConsumptionState.SUCCEEDED, s.summary(mine.key()).state(), "mine");
  }

  @Rule(
      id = "JOINED-5",
      text = "Operators' verbs share the fate of the caller's transaction, with their audit.",
      lookAt = "whether row and audit are written in the same transaction",
      needs = Capability.JOINED_TRANSACTIONS)
  default void operatorsRollBack(Scenario s) {
    List<ConsumptionKey> keys = List.of(s.dead("a"), s.dead("b"), s.dead("c"));
    List<Picture> before = keys.stream().map(s::picture).toList();
    Runnable act =
        () -> {
          Expect.applied(
              Commit.PENDING,
              s.store().authorizeReplay(keys.get(0), s.version(keys.get(0)), s.approval()));
          Expect.applied(
              Commit.PENDING, s.store().resolve(keys.get(1), s.version(keys.get(1)), s.action()));
          Expect.applied(
              Commit.PENDING, s.store().discard(keys.get(2), s.version(keys.get(2)), s.action()));
        };
    rolledBack(s, act);
    for (int i = 0; i < keys.size(); i++) {
      s.unchanged(before.get(i), keys.get(i));
    }
    committed(s, act);
    keys.forEach(key -> assertEquals(1, s.store().audit(key).size(), "audit of " + key));
  }

  @Rule(
      id = "JOINED-6",
      text = "COMPLETE and RECORD_TERMINAL share the fate of the caller's transaction.",
      lookAt = "whether complete and record-terminal take part in the caller's transaction",
      needs = Capability.JOINED_TRANSACTIONS)
  default void recordsRollBack(Scenario s) {
    Runnable act =
        () -> {
          Expect.recorded(Commit.PENDING, s.store().complete(s.bare("done")));
          Expect.recorded(
              Commit.PENDING,
              s.store().recordTerminal(s.full("dead"), s.failure(ErrorClass.POISON)));
        };
    rolledBack(s, act);
    assertTrue(s.store().get(s.key("done")).isEmpty(), "completed row");
    assertTrue(s.store().get(s.key("dead")).isEmpty(), "dead letter");
    committed(s, act);
    assertEquals(ConsumptionState.SUCCEEDED, s.summary(s.key("done")).state(), "completed row");
    assertEquals(ConsumptionState.DEAD_LETTER, s.summary(s.key("dead")).state(), "dead letter");
  }

  @Rule(
      id = "JOINED-7",
      text = "Verbs that commit on their own do so although the caller's transaction rolls back.",
      lookAt = "which connection each verb runs on",
      needs = Capability.JOINED_TRANSACTIONS)
  default void otherVerbsCommitOnTheirOwn(Scenario s) {
    Claim held = s.claim("held");
    ConsumptionKey deferred = s.scheduled("deferred", Duration.ZERO);
    ConsumptionKey buried = s.scheduled("buried", Scenario.DELAY);
    rolledBack(
        s,
        () -> {
          s.store().complete(s.bare("business"));
          s.store()
              .recordFailure(s.full("failed"), s.failure(ErrorClass.RETRYABLE), Scenario.DELAY);
          s.store().renew(List.of(held), Scenario.LEASE.multipliedBy(3));
          Expect.done(s.store().defer(deferred, s.version(deferred), Scenario.DELAY));
          Expect.done(
              s.store().bury(buried, s.version(buried), s.failure(ErrorClass.UNRECOVERABLE)));
        });
    assertTrue(s.store().get(s.key("business")).isEmpty(), "the business row was rolled back");
    assertEquals(ConsumptionState.RETRY_SCHEDULED, s.summary(s.key("failed")).state(), "failed");
    assertEquals(ConsumptionState.DEAD_LETTER, s.summary(buried).state(), "buried");
    Expect.closeTo(Scenario.DELAY, s.summary(deferred).dueIn(), "deferred");
    Expect.closeTo(
        Scenario.LEASE.multipliedBy(3), s.summary(held.key()).leaseLeft(), "the renewed lease");
  }

  @Rule(
      id = "JOINED-8",
      text = "While an owner settles in an open transaction its renewal hears LOCKED, at once.",
      lookAt = "SKIP LOCKED in renew",
      needs = {Capability.JOINED_TRANSACTIONS, Capability.SKIP_LOCKED})
  default void renewalOfSettlingRowIsLocked(Scenario s) {
    Claim settling = s.claim("settling");
    Claim other = s.claim("other");
    committed(
        s,
        () -> {
          Expect.applied(Commit.PENDING, s.store().succeed(settling));
          assertEquals(
              java.util.Map.of(settling, RenewResult.LOCKED, other, RenewResult.RENEWED),
              Together.elsewhere(() -> s.second().renew(List.of(settling, other), Scenario.LEASE)),
              "the renewals meanwhile");
        });
    assertEquals(ConsumptionState.SUCCEEDED, s.summary(settling.key()).state(), "state");
  }

  @Rule(
      id = "JOINED-9",
      text = "Inside an open transaction the locked read is refused: it could wait for itself.",
      lookAt = "the check in lockedRead",
      needs = Capability.JOINED_TRANSACTIONS)
  default void lockedReadIsRefusedInside(Scenario s) {
    ConsumptionKey key = s.claim("e1").key();
    rolledBack(
        s,
        () -> {
          s.store().complete(s.bare("business"));
          assertThrows(IllegalStateException.class, () -> s.store().lockedRead(key));
        });
    assertEquals(ConsumptionState.PROCESSING, s.summary(key).state(), "state");
  }

  @Rule(
      id = "JOINED-10",
      text = "Claims that wait for a row that is then rolled back get the key, without an error.",
      lookAt = "waiting inserts, and retries after a deadlock among them",
      needs = Capability.JOINED_TRANSACTIONS)
  default void waitingClaimsGetTheKey(Scenario s) {
    List<Future<ClaimResult>> waiting = new ArrayList<>();
    rolledBack(
        s,
        () -> {
          Expect.recorded(Commit.PENDING, s.store().complete(s.bare("e1")));
          for (int i = 0; i < 3; i++) {
            waiting.add(
                Together.start(
                    () ->
                        s.second()
                            .claim(s.bare("e1"), ClaimToken.random(), s.node(), Scenario.LEASE)));
          }
          long start = System.nanoTime();
          Together.await(
              () -> System.nanoTime() - start > 300_000_000L, "the claims have begun to wait");
        });
    List<ClaimResult> results = waiting.stream().map(Together::resultOf).toList();
    long winners = results.stream().filter(ClaimResult.Claimed.class::isInstance).count();
    assertEquals(1, winners, "winners: " + results);
    assertEquals(ConsumptionState.PROCESSING, s.summary(s.key("e1")).state(), "state");
  }

  @Rule(
      id = "JOINED-11",
      text = "A data source that would draw claims into the caller's transaction is refused.",
      lookAt = "the check when the store is made",
      needs = Capability.TRANSACTION_BOUND_SOURCE)
  default void boundSourceIsRefused(Scenario s) {
    assertThrows(ConfigurationException.class, () -> s.fixture().storeOnTransactionBoundSource());
  }

  @Rule(
      id = "JOINED-12",
      text = "Claim, business and settle on one thread: claimed outside, settled inside.",
      lookAt = "lock conflicts between the claim's connection and the caller's",
      needs = Capability.JOINED_TRANSACTIONS)
  default void claimThenSettleInside(Scenario s) {
    committed(
        s,
        () -> {
          s.store().complete(s.bare("business"));
          Claim claim = s.claim("e1");
          Expect.applied(Commit.PENDING, s.store().succeed(claim));
        });
    assertEquals(ConsumptionState.SUCCEEDED, s.summary(s.key("e1")).state(), "state");
  }

  @Rule(
      id = "JOINED-13",
      text = "A duplicate of what the caller's transaction has settled is answered at once.",
      lookAt = "claims that wait for a lock which their own thread holds",
      needs = Capability.JOINED_TRANSACTIONS)
  default void duplicateOfOwnSettleIsAnswered(Scenario s) {
    committed(
        s,
        () -> {
          Claim claim = s.claim("e1");
          Expect.applied(Commit.PENDING, s.store().succeed(claim));
          Expect.exists(
              ConsumptionState.PROCESSING,
              s.store().claim(s.bare("e1"), ClaimToken.random(), s.node(), Scenario.LEASE));
        });
    assertEquals(ConsumptionState.SUCCEEDED, s.summary(s.key("e1")).state(), "state");
  }

  @Rule(
      id = "JOINED-14",
      text =
          "The store tells whether the calling thread has a transaction open that it would join.",
      lookAt = "inCallerTransaction",
      needs = Capability.JOINED_TRANSACTIONS)
  default void openTransactionIsTold(Scenario s) {
    assertFalse(s.store().inCallerTransaction(), "before the transaction");
    committed(
        s,
        () -> {
          assertTrue(s.store().inCallerTransaction(), "inside the transaction");
          assertFalse(
              Together.elsewhere(() -> s.store().inCallerTransaction()), "on another thread");
        });
    assertFalse(s.store().inCallerTransaction(), "after the transaction");
  }
}
