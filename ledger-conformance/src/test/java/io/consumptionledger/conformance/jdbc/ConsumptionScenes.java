package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.spi.BatchVerbs;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.Settlement;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Claiming messages and settling what their handlers did. */
final class ConsumptionScenes {
  private ConsumptionScenes() {}

  static Prepared claim(Scenario s) {
    ClaimToken token = new ClaimToken(new UUID(1, 1));
    return Prepared.on(
        s.key("e1"), () -> s.store().claim(s.full("e1"), token, s.node(), Scenario.LEASE));
  }

  static Prepared claimAll(Scenario s) {
    List<BatchVerbs.NewClaim> claims =
        List.of(
            new BatchVerbs.NewClaim(s.full("e1"), new ClaimToken(new UUID(4, 1)), Scenario.LEASE),
            new BatchVerbs.NewClaim(s.bare("e2"), new ClaimToken(new UUID(4, 3)), Scenario.LEASE));
    return new Prepared(
        List.of(s.key("e1"), s.key("e2")),
        () ->
            s.store().claimAll(claims, s.node()).stream()
                .map(r -> r instanceof ClaimResult.Claimed c ? c.claim() : "there already")
                .toList());
  }

  static Prepared settleAll(Scenario s) {
    List<Settlement> all =
        List.of(
            new Settlement.Succeed(s.claimFull("e1")),
            new Settlement.ScheduleRetry(
                s.claim("e2"), s.failure(ErrorClass.RETRYABLE), s.content("e2"), Scenario.DELAY),
            new Settlement.DeadLetter(s.claim("e3"), s.failure(ErrorClass.POISON), s.content("e3")),
            new Settlement.Release(s.claim("e4"), s.content("e4"), Scenario.DELAY));
    return new Prepared(
        all.stream().map(each -> each.claim().key()).toList(),
        () ->
            s.store().settleAll(all).stream()
                .map(TransitionResult.Applied.class::isInstance)
                .toList());
  }

  static Prepared takeOver(Scenario s) {
    ConsumptionKey key = s.claimFull("e1").key();
    s.leaseEnds();
    RowSummary seen = s.summary(key);
    ClaimToken token = new ClaimToken(new UUID(2, 2));
    return Prepared.on(key, () -> s.store().takeOver(seen, token, s.node(), Scenario.LEASE, 3));
  }

  static Prepared deadLetterOrphan(Scenario s) {
    ConsumptionKey key = s.claim("e1").key();
    s.leaseEnds();
    RowSummary seen = s.summary(key);
    return Prepared.on(
        key,
        () -> s.store().deadLetterOrphan(seen, s.failure(ErrorClass.CRASH_LOOP), s.content("e1")));
  }

  static Prepared renew(Scenario s) {
    Claim claim = s.claim("e1");
    return Prepared.on(
        claim.key(), () -> List.copyOf(s.store().renew(List.of(claim), Scenario.LEASE).values()));
  }

  static Prepared claimDue(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    return Prepared.on(
        key,
        () ->
            s.claimDue(3).stream()
                .map(DueClaim::claim)
                .map(c -> List.of(c.key(), c.epoch(), c.attempt(), c.yields()))
                .toList());
  }

  static Prepared succeed(Scenario s) {
    Claim claim = s.claimFull("e1");
    return Prepared.on(claim.key(), () -> s.store().succeed(claim));
  }

  static Prepared scheduleRetry(Scenario s) {
    Claim claim = s.claim("e1");
    return Prepared.on(
        claim.key(),
        () ->
            s.store()
                .scheduleRetry(
                    claim, s.failure(ErrorClass.RETRYABLE), s.content("e1"), Scenario.DELAY));
  }

  static Prepared deadLetter(Scenario s) {
    Claim claim = s.claim("e1");
    return Prepared.on(
        claim.key(),
        () -> s.store().deadLetter(claim, s.failure(ErrorClass.POISON), s.content("e1")));
  }

  static Prepared release(Scenario s) {
    Claim claim = s.claim("e1");
    return Prepared.on(
        claim.key(), () -> s.store().release(claim, s.content("e1"), Scenario.DELAY));
  }

  static Prepared complete(Scenario s) {
    return Prepared.on(s.key("e1"), () -> s.store().complete(s.bare("e1")));
  }

  static Prepared recordFailure(Scenario s) {
    return Prepared.on(
        s.key("e1"),
        () ->
            s.store().recordFailure(s.full("e1"), s.failure(ErrorClass.RETRYABLE), Scenario.DELAY));
  }

  static Prepared recordTerminal(Scenario s) {
    return Prepared.on(
        s.key("e1"), () -> s.store().recordTerminal(s.full("e1"), s.failure(ErrorClass.POISON)));
  }
}
