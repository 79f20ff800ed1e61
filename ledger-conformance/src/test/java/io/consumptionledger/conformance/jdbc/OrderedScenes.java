package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Messages that have a place in an aggregate: claimed, parked, settled in their order. */
final class OrderedScenes {
  private OrderedScenes() {}

  static Prepared claim(Scenario s) {
    ClaimToken token = new ClaimToken(new UUID(3, 3));
    return Prepared.on(
        s.key("e1"),
        () -> s.store().claim(Aggregates.bare(s, "e1", null), token, s.node(), Scenario.LEASE));
  }

  static Prepared park(Scenario s) {
    Aggregates.claim(s, "head", 1);
    return Prepared.on(s.key("e2"), () -> s.store().park(s.placed(s.key("e2"), 2)));
  }

  static Prepared succeed(Scenario s) {
    Claim head = Aggregates.claim(s, "head", 1);
    ConsumptionKey next = Aggregates.park(s, "e2", 2);
    return new Prepared(List.of(head.key(), next), () -> s.store().succeed(head));
  }

  static Prepared discard(Scenario s) {
    ConsumptionKey head = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "head", 1).key();
    ConsumptionKey next = Aggregates.park(s, "e2", 2);
    long version = s.version(head);
    return new Prepared(List.of(head, next), () -> s.store().discard(head, version, s.action()));
  }

  static Prepared takeOver(Scenario s) {
    ConsumptionKey key = Aggregates.claim(s, "e1", 1).key();
    s.leaseEnds();
    RowSummary seen = s.summary(key);
    ClaimToken token = new ClaimToken(new UUID(4, 4));
    return Prepared.on(key, () -> s.store().takeOver(seen, token, s.node(), Scenario.LEASE, 3));
  }

  static Prepared claimDue(Scenario s) {
    ConsumptionKey head = Aggregates.open(s, ConsumptionState.RETRY_SCHEDULED, "e1", 1).key();
    Claim second = s.claim(Aggregates.placed(s, s.key("e2"), Aggregates.FIRST, 1L));
    Aggregates.retry(s, second, Duration.ZERO);
    s.fixture().elapse(Scenario.DELAY.multipliedBy(2));
    return new Prepared(
        List.of(head, second.key()),
        () ->
            s.claimDue(3).stream()
                .map(DueClaim::claim)
                .map(c -> List.of(c.key(), c.epoch(), c.attempt(), c.order()))
                .toList());
  }

  static Prepared recordTerminal(Scenario s) {
    return Prepared.on(
        s.key("e1"),
        () ->
            s.store()
                .recordTerminal(
                    Aggregates.placed(s, s.key("e1"), Aggregates.FIRST, null),
                    s.failure(ErrorClass.POISON)));
  }
}
