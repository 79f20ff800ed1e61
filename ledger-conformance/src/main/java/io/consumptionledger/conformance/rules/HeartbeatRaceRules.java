package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TakeOverResult;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Heartbeats, sweeps, settles and due claims that meet on the same rows. */
public interface HeartbeatRaceRules extends StoreRules {
  /** How often each race is run. */
  int ROUNDS = 16;

  /** How long a heartbeat may take. */
  Duration TIMEOUT = Duration.ofSeconds(20);

  @Rule(
      id = "RACE-15",
      text =
          "A late heartbeat and a rival that takes over: exactly one of them has the row, with its"
              + " own lease.",
      lookAt = "the token in renew-pick, and the lease in take-over")
  default void heartbeatAgainstTakeOver(Scenario s) {
    try (HeartbeatSession heartbeat = s.store().openHeartbeat(TIMEOUT)) {
      for (int round = 0; round < ROUNDS; round++) {
        Claim owner = s.claim("e" + round);
        s.leaseEnds();
        RowSummary seen = s.summary(owner.key());
        Duration rivals = Scenario.LEASE.multipliedBy(3);
        List<Object> results =
            Together.run(
                2,
                i ->
                    i == 0
                        ? heartbeat.renew(List.of(owner), Scenario.LEASE).get(owner)
                        : s.second().takeOver(seen, ClaimToken.random(), s.node(), rivals, 100));
        boolean renewed = results.get(0) == RenewResult.RENEWED;
        boolean taken = results.get(1) instanceof TakeOverResult.TakenOver;
        assertNotEquals(renewed, taken, "renewed and taken over: " + results);
        RowSummary row = s.summary(owner.key());
        assertEquals(renewed, row.has(owner.token()), "whose row it is after " + results);
        Expect.closeTo(renewed ? Scenario.LEASE : rivals, row.leaseLeft(), "the lease");
        assertEquals(taken ? 2 : 1, row.attempt(), "attempt after " + results);
      }
    }
  }

  @Rule(
      id = "RACE-16",
      text =
          "A late heartbeat and a sweep: the row is renewed or recovered, never both or neither.",
      lookAt = "the lease in recover-pick after its lock is granted, and the token in renew-pick")
  default void heartbeatAgainstRecover(Scenario s) {
    try (HeartbeatSession heartbeat = s.store().openHeartbeat(TIMEOUT)) {
      for (int round = 0; round < ROUNDS; round++) {
        Claim owner = s.claimFull("e" + round);
        s.leaseEnds();
        List<Object> results =
            Together.run(
                2,
                i ->
                    i == 0
                        ? heartbeat.renew(List.of(owner), Scenario.LEASE).get(owner)
                        : recover(s, s.second()));
        boolean renewed = results.get(0) == RenewResult.RENEWED;
        assertEquals(renewed ? 0 : 1, results.get(1), "what was recovered: " + results);
        RowSummary row = s.summary(owner.key());
        assertEquals(
            renewed ? ConsumptionState.PROCESSING : ConsumptionState.RETRY_SCHEDULED,
            row.state(),
            "state after " + results);
        assertEquals(renewed, row.has(owner.token()), "whose token it has after " + results);
        s.fixture().clear();
      }
    }
  }

  private static int recover(Scenario s, LedgerStore store) {
    return store
        .recover(
            s.handler(),
            1000,
            OnOrphan.RERUN,
            s.failure(ErrorClass.CRASH_LOOP),
            s.failure(ErrorClass.UNRECOVERABLE),
            Duration.ZERO,
            100)
        .size();
  }

  @Rule(
      id = "RACE-17",
      text =
          "Claim due, heartbeat, sweep and settle on the same rows: who is renewed can settle, who"
              + " lost cannot, each row succeeds once, and each start is counted.",
      lookAt = "tokens and leases in claim-due, renew-pick and recover-pick")
  default void allAtOnce(Scenario s) {
    Set<ConsumptionKey> keys = new HashSet<>();
    for (int i = 0; i < 24; i++) {
      keys.add(s.scheduled("e" + i, Duration.ZERO));
    }
    Map<ConsumptionKey, AtomicInteger> starts = new ConcurrentHashMap<>();
    List<ConsumptionKey> done = Collections.synchronizedList(new ArrayList<>());
    Together.run(
        5,
        racer -> {
          LedgerStore store = racer % 2 == 0 ? s.store() : s.second();
          try (HeartbeatSession heartbeat = store.openHeartbeat(TIMEOUT)) {
            Together.await(
                () -> {
                  if (racer == 0) {
                    recover(s, store);
                  } else {
                    work(s, store, heartbeat, starts, done);
                  }
                  return done.size() >= keys.size();
                },
                "all rows have succeeded, not only " + done.size());
            return null;
          }
        });
    assertEquals(keys.size(), done.size(), "successes");
    assertEquals(keys, new HashSet<>(done), "what succeeded");
    for (ConsumptionKey key : keys) {
      RowSummary row = s.summary(key);
      assertEquals(ConsumptionState.SUCCEEDED, row.state(), "state of " + key);
      assertEquals(1 + starts.get(key).get(), row.attempt(), "attempt of " + key);
      assertEquals(1 + starts.get(key).get(), row.epoch(), "epoch of " + key);
    }
  }

  /** Claims for so short a time that the sweep may come first. */
  private static void work(
      Scenario s,
      LedgerStore store,
      HeartbeatSession heartbeat,
      Map<ConsumptionKey, AtomicInteger> starts,
      List<ConsumptionKey> done) {
    List<Claim> claims =
        store
            .claimDue(Tenant.DEFAULT, s.handler(), s.tokens(5), s.node(), Duration.ofMillis(1))
            .stream()
            .map(DueClaim::claim)
            .toList();
    claims.forEach(
        claim -> starts.computeIfAbsent(claim.key(), k -> new AtomicInteger()).incrementAndGet());
    Map<Claim, RenewResult> renewed = heartbeat.renew(claims, Scenario.LEASE);
    for (Claim claim : claims) {
      boolean settled = store.succeed(claim) instanceof TransitionResult.Applied;
      if (settled) {
        done.add(claim.key());
      }
      if (renewed.get(claim) != RenewResult.LOCKED) {
        assertEquals(
            renewed.get(claim) == RenewResult.RENEWED, settled, "settled after the heartbeat");
      }
    }
  }

  @Rule(
      id = "RACE-18",
      text = "Of many who resume a paused handler, or pause it, one of those who resume ends it.",
      lookAt = "the lock in handler-control")
  default void oneResumes(Scenario s) {
    for (int round = 0; round < ROUNDS / 2; round++) {
      s.store().pause(Tenant.DEFAULT, s.handler(), s.action(), null);
      List<Boolean> results =
          Together.run(
              6,
              i ->
                  (i % 2 == 0 ? s.store() : s.second())
                      .resume(Tenant.DEFAULT, s.handler(), s.action()));
      assertEquals(1, Collections.frequency(results, true), "who ended the pause");
      assertEquals(List.of(), s.store().pausedHandlers(), "paused handlers");
      String handler = s.handler() + round;
      Together.run(
          4,
          i -> {
            s.store().pause(Tenant.DEFAULT, handler, s.action(), null);
            return null;
          });
      assertEquals(1, s.store().pausedHandlers().size(), "paused handlers");
      assertTrue(s.second().resume(Tenant.DEFAULT, handler, s.action()), "it was paused");
    }
  }
}
