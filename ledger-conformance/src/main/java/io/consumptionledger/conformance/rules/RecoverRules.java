package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.SweepVerbs.Recovered;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** RECOVER: claims with content whose owner died. */
public interface RecoverRules extends StoreRules {
  private static List<Recovered> recover(Scenario s) {
    return recover(s, OnOrphan.RERUN, 100);
  }

  private static List<Recovered> recover(Scenario s, OnOrphan onOrphan, int limit) {
    return s.store()
        .recover(
            s.handler(),
            Scenario.MAX_ATTEMPTS,
            onOrphan,
            exhausted(s),
            orphaned(s),
            Scenario.DELAY,
            limit);
  }

  private static Failure exhausted(Scenario s) {
    return s.failure(ErrorClass.CRASH_LOOP, "all attempts started, none settled");
  }

  private static Failure orphaned(Scenario s) {
    return s.failure(ErrorClass.UNRECOVERABLE, "its owner died");
  }

  @Rule(
      id = "RECOVER-1",
      text = "An orphan with content waits again, with reason RECOVERED and a new token.",
      lookAt = "the SET clause of recover")
  default void orphanWaitsAgain(Scenario s) {
    Claim claim = s.claimFull("e1");
    s.leaseEnds();
    assertEquals(
        List.of(new Recovered(claim.key(), 1, 1, ConsumptionState.RETRY_SCHEDULED)), recover(s));
    Row row = s.row(claim.key());
    assertEquals(ConsumptionState.RETRY_SCHEDULED, row.summary().state(), "state");
    assertEquals(WaitReason.RECOVERED, row.waitReason(), "wait reason");
    Expect.closeTo(Scenario.DELAY, row.summary().dueIn(), "the time until it is due");
    assertNotEquals(claim.token(), row.summary().token(), "the dead owner's token is replaced");
    assertEquals(1, row.summary().attempt(), "attempt");
    assertEquals(2, row.summary().rowVersion(), "row version");
    assertNull(row.failure(), "failure");
    assertEquals(s.content("e1"), s.store().content(claim.key()).orElse(null), "content");
  }

  @Rule(
      id = "RECOVER-2",
      text = "While the lease lasts, and after a renewal, the row is not recovered.",
      lookAt = "the lease in the WHERE clause of recover")
  default void livingOwnerIsNotRecovered(Scenario s) {
    Claim claim = s.claimFull("e1");
    s.fixture().elapse(Scenario.LEASE.minusMinutes(1));
    s.store().renew(List.of(claim), Scenario.LEASE);
    s.fixture().elapse(Duration.ofMinutes(2));
    Picture before = s.picture(claim.key());
    assertEquals(List.of(), recover(s), "what was recovered");
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "RECOVER-3",
      text = "An orphan without content waits for its redelivery.",
      lookAt = "payload_state in the WHERE clause of recover")
  default void bareOrphanIsNotRecovered(Scenario s) {
    ConsumptionKey fresh = s.claim("fresh").key();
    ConsumptionKey taken = s.claim("taken").key();
    s.leaseEnds();
    s.takeOver(taken);
    s.leaseEnds();
    Picture before = s.picture(fresh);
    assertEquals(List.of(), recover(s), "what was recovered");
    s.unchanged(before, fresh);
  }

  @Rule(
      id = "RECOVER-4",
      text = "With all attempts used up the orphan becomes a dead letter with that failure.",
      lookAt = "attempt - yields and the maximum in recover")
  default void exhaustedOrphanDies(Scenario s) {
    Claim claim = s.claimFull("e1");
    for (int started = 1; started < Scenario.MAX_ATTEMPTS; started++) {
      s.leaseEnds();
      claim = s.takeOver(claim.key());
    }
    s.leaseEnds();
    assertEquals(
        List.of(
            new Recovered(
                claim.key(),
                Scenario.MAX_ATTEMPTS,
                Scenario.MAX_ATTEMPTS,
                ConsumptionState.DEAD_LETTER)),
        recover(s));
    assertEquals(exhausted(s), s.row(claim.key()).failure(), "failure");
    assertNotEquals(claim.token(), s.summary(claim.key()).token(), "the token is replaced");
  }

  @Rule(
      id = "RECOVER-5",
      text = "If the handler must not rerun, the orphan becomes a dead letter.",
      lookAt = "onOrphan in recover")
  default void unsafeOrphanDies(Scenario s) {
    Claim claim = s.claimFull("e1");
    s.leaseEnds();
    assertEquals(
        List.of(new Recovered(claim.key(), 1, 1, ConsumptionState.DEAD_LETTER)),
        recover(s, OnOrphan.DEAD_LETTER, 100));
    assertEquals(orphaned(s), s.row(claim.key()).failure(), "failure");
    assertEquals(s.content("e1"), s.store().content(claim.key()).orElse(null), "content");
  }

  @Rule(
      id = "RECOVER-6",
      text = "An orphan whose content was cut cannot rerun and becomes a dead letter.",
      lookAt = "payload_state TRUNCATED in recover")
  default void truncatedOrphanDies(Scenario s) {
    Claim claim = s.claim(s.truncated("e1"));
    s.leaseEnds();
    assertEquals(
        List.of(new Recovered(claim.key(), 1, 1, ConsumptionState.DEAD_LETTER)), recover(s));
    assertEquals(orphaned(s), s.row(claim.key()).failure(), "failure");
  }

  @Rule(
      id = "RECOVER-7",
      text = "Rows claimed by CLAIM_DUE or TAKE_OVER are recovered too; their last error stays.",
      lookAt = "held_since in claim-due and take-over, and the error columns in recover")
  default void laterClaimsAreRecovered(Scenario s) {
    ConsumptionKey due = s.scheduled("due", Duration.ZERO);
    s.claimOnlyDue();
    ConsumptionKey taken = s.claimFull("taken").key();
    s.leaseEnds();
    s.takeOver(taken);
    s.leaseEnds();
    Set<ConsumptionKey> recovered = new HashSet<>();
    recover(s).forEach(r -> recovered.add(r.key()));
    assertEquals(Set.of(due, taken), recovered, "what was recovered");
    assertEquals(s.failure(ErrorClass.RETRYABLE), s.row(due).failure(), "the last error");
    assertEquals(WaitReason.RECOVERED, s.row(due).waitReason(), "wait reason");
  }

  @Rule(
      id = "RECOVER-8",
      text = "Only the named handler's rows, of all tenants, and no more than the limit.",
      lookAt = "handler_id, tenant_id and LIMIT in recover")
  default void recoverIsBounded(Scenario s) {
    s.claimFull("e1");
    s.claimFull("e2");
    s.claim(s.full(s.key(new Tenant("other"), "e1")));
    ConsumptionKey stranger = new ConsumptionKey(Tenant.DEFAULT, s.handler() + ".x", "e1", "");
    s.claim(s.full(stranger));
    s.leaseEnds();
    assertEquals(2, recover(s, OnOrphan.RERUN, 2).size(), "first call");
    assertEquals(1, recover(s, OnOrphan.RERUN, 2).size(), "second call");
    assertEquals(0, recover(s, OnOrphan.RERUN, 2).size(), "third call");
    assertEquals(ConsumptionState.PROCESSING, s.summary(stranger).state(), "other handler");
  }

  @Rule(
      id = "RECOVER-9",
      text = "The dead owner cannot settle what was recovered, nor what runs again.",
      lookAt = "the token that recover writes")
  default void deadOwnerIsOut(Scenario s) {
    Claim old = s.claimFull("e1");
    s.leaseEnds();
    recover(s);
    Picture before = s.picture(old.key());
    Expect.refused(Transition.SUCCEED, ConsumptionState.RETRY_SCHEDULED, s.store().succeed(old));
    s.unchanged(before, old.key());
    s.fixture().elapse(Scenario.DELAY.plus(Scenario.MOMENT));
    Claim current = s.claimOnlyDue().claim();
    assertEquals(2, current.epoch(), "epoch");
    Expect.refused(Transition.SUCCEED, ConsumptionState.PROCESSING, s.store().succeed(old));
    Expect.done(s.store().succeed(current));
  }

  @Rule(
      id = "RECOVER-10",
      text = "Starts that ended in RELEASE do not count towards the maximum.",
      lookAt = "attempt - yields in recover")
  default void yieldsDoNotExhaust(Scenario s) {
    Claim claim = s.claimFull("e1");
    for (int i = 0; i < Scenario.MAX_ATTEMPTS; i++) {
      Expect.done(s.store().release(claim, s.content("e1"), Duration.ZERO));
      claim = s.claimOnlyDue().claim();
    }
    s.leaseEnds();
    assertEquals(ConsumptionState.RETRY_SCHEDULED, recover(s).get(0).state(), "it has starts left");
  }

  @Rule(
      id = "RECOVER-11",
      text = "Orphans that another writer has locked are passed by, not waited for.",
      lookAt = "SKIP LOCKED in recover",
      needs = Capability.SKIP_LOCKED)
  default void lockedOrphansArePassedBy(Scenario s) {
    ConsumptionKey locked = s.claimFull("locked").key();
    ConsumptionKey free = s.claimFull("free").key();
    s.leaseEnds();
    s.fixture()
        .dirtyHands()
        .whileLocked(
            locked,
            () ->
                assertEquals(
                    List.of(new Recovered(free, 1, 1, ConsumptionState.RETRY_SCHEDULED)),
                    recover(s),
                    "what is not locked"));
    assertEquals(1, recover(s).size(), "what was locked");
  }
}
