package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import java.time.Duration;
import java.util.List;

/** What nodes do by themselves: sweeping, signs of life, anomalies. */
final class NodeScenes {
  private NodeScenes() {}

  static Prepared recover(Scenario s) {
    return recover(s, s.full("e1"), OnOrphan.RERUN);
  }

  static Prepared recoverOrdered(Scenario s) {
    return recover(s, s.placed(s.key("e1"), 1), OnOrphan.RERUN);
  }

  static Prepared recoverToDeadLetter(Scenario s) {
    return recover(s, s.full("e1"), OnOrphan.DEAD_LETTER);
  }

  private static Prepared recover(Scenario s, NewRow orphan, OnOrphan onOrphan) {
    ConsumptionKey key = s.claim(orphan).key();
    s.leaseEnds();
    return Prepared.on(
        key,
        () ->
            s.store()
                .recover(
                    s.handler(),
                    3,
                    onOrphan,
                    s.failure(ErrorClass.CRASH_LOOP),
                    s.failure(ErrorClass.UNRECOVERABLE),
                    Scenario.DELAY,
                    10));
  }

  static Prepared expire(Scenario s) {
    return expire(s, s.claim("e1"));
  }

  static Prepared expireHeld(Scenario s) {
    return expire(s, s.claimFull("e1"));
  }

  private static Prepared expire(Scenario s, Claim orphan) {
    Node restarted = Node.start(s.node().id());
    return Prepared.counting(
        orphan.key(),
        () -> s.store().expire(Tenant.DEFAULT, s.handler(), restarted, Duration.ofDays(1), 10));
  }

  static Prepared defer(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    long version = s.version(key);
    return Prepared.on(key, () -> s.store().defer(key, version, Scenario.DELAY));
  }

  static Prepared bury(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    long version = s.version(key);
    return Prepared.on(
        key, () -> s.store().bury(key, version, s.failure(ErrorClass.UNRECOVERABLE)));
  }

  static Prepared startNode(Scenario s) {
    return Prepared.silent(s.key("e1"), () -> s.store().startNode(s.node()));
  }

  static Prepared stopNode(Scenario s) {
    s.store().startNode(s.node());
    return Prepared.silent(s.key("e1"), () -> s.store().stopNode(s.node()));
  }

  static Prepared heartbeat(Scenario s) {
    Claim claim = s.claim("e1");
    return Prepared.on(
        claim.key(),
        () -> {
          try (HeartbeatSession heartbeat = s.store().openHeartbeat(Duration.ofSeconds(20))) {
            heartbeat.beat(s.node());
            return List.copyOf(heartbeat.renew(List.of(claim), Scenario.LEASE).values());
          }
        });
  }

  static Prepared anomaly(Scenario s) {
    return Prepared.counting(
        s.key("e1"),
        () ->
            s.store()
                    .recordAnomaly(
                        new Anomaly(s.key("e1"), 1, AnomalyKind.LATE_SETTLE, "late", null))
                ? 1
                : 0);
  }
}
