package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** CLAIM_DUE: waiting rows whose time has come. */
public interface ClaimDueRules extends StoreRules {
  @Rule(
      id = "CLAIM_DUE-1",
      text = "A due row becomes PROCESSING: one of our tokens, attempt and epoch raised.",
      lookAt = "the SET clause of claim-due")
  default void dueRowIsClaimed(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Scenario.DELAY);
    s.fixture().elapse(Scenario.DELAY.plus(Scenario.MOMENT));
    ClaimToken token = ClaimToken.random();
    List<DueClaim> due =
        s.store().claimDue(Tenant.DEFAULT, s.handler(), List.of(token), s.node(), Scenario.LEASE);
    assertEquals(1, due.size(), "the number of rows that are due");
    assertEquals(new Claim(key, token, 2, 2, 0), due.get(0).claim(), "the claim");
    Row row = s.row(key);
    assertEquals(ConsumptionState.PROCESSING, row.summary().state(), "state");
    assertEquals(token, row.summary().token(), "token");
    assertEquals(2, row.summary().epoch(), "epoch");
    assertEquals(2, row.summary().attempt(), "attempt");
    assertEquals(3, row.summary().rowVersion(), "row version");
    assertEquals(s.node(), row.node(), "node");
    assertNull(row.dueAt(), "due time");
    assertNull(row.waitReason(), "wait reason");
    Expect.closeTo(Scenario.LEASE, row.summary().leaseLeft(), "the lease");
  }

  @Rule(
      id = "CLAIM_DUE-2",
      text = "A row that is not due is left alone.",
      lookAt = "the due time in the WHERE clause of claim-due, and its clock")
  default void earlyRowIsLeftAlone(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Scenario.DELAY);
    s.fixture().elapse(Scenario.DELAY.minus(Duration.ofMinutes(1)));
    assertEquals(List.of(), s.claimDue(10), "rows that are due");
    assertEquals(ConsumptionState.RETRY_SCHEDULED, s.summary(key).state(), "state");
  }

  @Rule(
      id = "CLAIM_DUE-3",
      text = "The longest due come first.",
      lookAt = "ORDER BY in claim-due, and the order of what it returns")
  default void longestDueFirst(Scenario s) {
    s.scheduled("middle", Duration.ofMinutes(2));
    s.scheduled("last", Duration.ofMinutes(3));
    s.scheduled("first", Duration.ofMinutes(1));
    s.fixture().elapse(Duration.ofMinutes(4));
    assertEquals(List.of("first", "middle"), events(s.claimDue(2)), "the first two");
    assertEquals(List.of("last"), events(s.claimDue(2)), "the rest");
  }

  private static List<String> events(List<DueClaim> due) {
    return due.stream().map(d -> d.claim().key().eventId()).toList();
  }

  @Rule(
      id = "CLAIM_DUE-4",
      text = "No more rows are claimed than there are tokens, each with one of its own.",
      lookAt = "LIMIT in claim-due, and how tokens are assigned")
  default void oneTokenForEachRow(Scenario s) {
    for (int i = 0; i < 5; i++) {
      s.scheduled("e" + i, Duration.ZERO);
    }
    List<ClaimToken> tokens = s.tokens(3);
    List<DueClaim> due =
        s.store().claimDue(Tenant.DEFAULT, s.handler(), tokens, s.node(), Scenario.LEASE);
    assertEquals(3, due.size(), "the number of claimed rows");
    Set<ClaimToken> used = new HashSet<>();
    for (DueClaim claim : due) {
      ClaimToken stored = s.summary(claim.claim().key()).token();
      assertEquals(stored, claim.claim().token(), "the token on the row and in the claim");
      used.add(stored);
    }
    assertEquals(new HashSet<>(tokens), used, "the tokens that are used");
    assertEquals(2, s.claimDue(10).size(), "the rows that were left");
    assertEquals(
        List.of(),
        s.store().claimDue(Tenant.DEFAULT, s.handler(), List.of(), s.node(), Scenario.LEASE));
  }

  @Rule(
      id = "CLAIM_DUE-5",
      text = "Only rows of the named tenant and handler are claimed.",
      lookAt = "handler and tenant in the WHERE clause of claim-due")
  default void tenantAndHandler(Scenario s) {
    Tenant other = new Tenant("other");
    ConsumptionKey mine = s.key("e1");
    ConsumptionKey theirs = s.key(other, "e1");
    ConsumptionKey stranger = new ConsumptionKey(Tenant.DEFAULT, s.handler() + ".x", "e1", "");
    for (ConsumptionKey key : List.of(mine, theirs, stranger)) {
      Expect.done(
          s.store()
              .scheduleRetry(
                  s.claim(s.bare(key)),
                  s.failure(ErrorClass.RETRYABLE),
                  s.content("x"),
                  Duration.ZERO));
    }
    Set<ConsumptionKey> claimed = new HashSet<>();
    s.claimDue(10).forEach(due -> claimed.add(due.claim().key()));
    assertEquals(Set.of(mine), claimed, "the claimed rows");
    assertEquals(ConsumptionState.RETRY_SCHEDULED, s.summary(theirs).state(), "other tenant");
    assertEquals(ConsumptionState.RETRY_SCHEDULED, s.summary(stranger).state(), "other handler");
  }

  @Rule(
      id = "CLAIM_DUE-6",
      text =
          "What is claimed comes with metadata, content, reason and age; error and content stay.",
      lookAt = "the columns that claim-due returns and sets")
  default void dueClaimIsComplete(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Scenario.DELAY);
    s.fixture().elapse(Scenario.DELAY.plus(Scenario.MOMENT));
    DueClaim due = s.claimOnlyDue();
    assertEquals(s.delivery("e1").build().metadata(), due.metadata(), "metadata");
    assertEquals(s.content("e1"), due.content(), "content");
    assertTrue(due.contentIntact(), "the content is intact");
    assertEquals(WaitReason.FAILURE, due.reason(), "reason");
    assertFalse(due.replay(), "nobody authorised a replay");
    Expect.closeTo(Scenario.DELAY, due.age(), "age");
    assertEquals(s.failure(ErrorClass.RETRYABLE), s.row(key).failure(), "the last error");
    assertEquals(s.content("e1"), s.store().content(key).orElse(null), "the stored content");
  }

  @Rule(
      id = "CLAIM_DUE-7",
      text = "A tombstone that is due comes back as one, intact.",
      lookAt = "payload_state and the hash check of claim-due")
  default void dueTombstone(Scenario s) {
    Delivery delivery = s.delivery("e1").payload(null).build();
    Content content = Content.of(delivery, Scenario.MAX_BYTES);
    Claim claim = s.claim(NewRow.of(delivery, null));
    Expect.done(
        s.store().scheduleRetry(claim, s.failure(ErrorClass.RETRYABLE), content, Duration.ZERO));
    DueClaim due = s.claimOnlyDue();
    assertEquals(content, due.content(), "content");
    assertTrue(due.contentIntact(), "a tombstone without a hash is intact");
  }

  @Rule(
      id = "CLAIM_DUE-8",
      text = "A payload that no longer has the hash stored with it is marked.",
      lookAt = "the comparison with payload_sha256 in claim-due",
      needs = Capability.DIRTY_HANDS)
  default void corruptContentIsMarked(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    assertTrue(s.fixture().dirtyHands().write(key, "payload", new byte[] {9}), "written");
    DueClaim due = s.claimOnlyDue();
    assertEquals(key, due.claim().key(), "the row is claimed all the same");
    assertFalse(due.contentIntact(), "the payload was changed behind the store's back");
  }

  @Rule(
      id = "CLAIM_DUE-9",
      text = "Who scheduled the retry cannot settle the row any more.",
      lookAt = "whether claim-due replaces the token")
  default void earlierOwnerIsOut(Scenario s) {
    Claim first = s.claim("e1");
    Expect.done(
        s.store()
            .scheduleRetry(first, s.failure(ErrorClass.RETRYABLE), s.content("e1"), Duration.ZERO));
    Claim second = s.claimOnlyDue().claim();
    Expect.refused(Transition.SUCCEED, ConsumptionState.PROCESSING, s.store().succeed(first));
    Expect.done(s.store().succeed(second));
  }

  @Rule(
      id = "CLAIM_DUE-10",
      text = "Rows that another writer has locked are passed by, not waited for.",
      lookAt = "SKIP LOCKED in claim-due, and that it locks only what it returns",
      needs = Capability.SKIP_LOCKED)
  default void lockedRowsArePassedBy(Scenario s) {
    ConsumptionKey locked = s.scheduled("locked", Duration.ZERO);
    s.scheduled("free", Duration.ZERO);
    s.fixture()
        .dirtyHands()
        .whileLocked(
            locked,
            () -> assertEquals(List.of("free"), events(s.claimDue(10)), "what is not locked"));
    assertEquals(List.of("locked"), events(s.claimDue(10)), "what was locked");
  }

  @Rule(
      id = "CLAIM_DUE-11",
      text = "Every reason to wait is told to who claims the row.",
      lookAt = "wait_reason as claim-due returns it, before it is cleared")
  default void reasonIsTold(Scenario s) {
    Claim claim = s.claim("e1");
    Expect.done(s.store().release(claim, s.content("e1"), Duration.ZERO));
    DueClaim yielded = s.claimOnlyDue();
    assertEquals(WaitReason.YIELD, yielded.reason(), "after RELEASE");
    assertEquals(1, yielded.claim().yields(), "yields");
    Expect.done(
        s.store().deadLetter(yielded.claim(), s.failure(ErrorClass.POISON), s.content("e1")));
    ConsumptionKey key = claim.key();
    Expect.done(s.store().authorizeReplay(key, s.version(key), s.approval()));
    DueClaim replayed = s.claimOnlyDue();
    assertEquals(WaitReason.REPLAY, replayed.reason(), "after AUTHORIZE_REPLAY");
    assertTrue(replayed.replay(), "two people authorised it");
  }

  @Rule(
      id = "CLAIM_DUE-12",
      text = "Rows without an aggregate are never held back, whatever became of earlier ones.",
      lookAt = "comparisons with an aggregate that is NULL, in claim and claim-due")
  default void rowsWithoutAggregateAreNotHeldBack(Scenario s) {
    Claim running = s.claim(alone(s, "running"));
    Claim dead = s.claim(alone(s, "dead"));
    Expect.done(s.store().deadLetter(dead, s.failure(ErrorClass.POISON), s.content("dead")));
    Claim waiting = s.claim(alone(s, "waiting"));
    schedule(s, waiting, Scenario.DELAY);
    schedule(s, s.claim(alone(s, "due")), Duration.ZERO);
    assertEquals(List.of("due"), events(s.claimDue(10)), "what is due");
    s.claim(alone(s, "new"));
    assertEquals(ConsumptionState.PROCESSING, s.summary(running.key()).state(), "running");
    assertEquals(ConsumptionState.RETRY_SCHEDULED, s.summary(waiting.key()).state(), "waiting");
  }

  private static NewRow alone(Scenario s, String event) {
    return NewRow.of(Delivery.to(s.handler(), event).payload(new byte[] {1}).build(), null);
  }

  private static void schedule(Scenario s, Claim claim, Duration delay) {
    Expect.done(
        s.store()
            .scheduleRetry(claim, s.failure(ErrorClass.RETRYABLE), s.content("waiting"), delay));
  }
}
