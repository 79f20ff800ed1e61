package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Requests;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.spi.ReplayRequestVerbs.Verdict;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What people do: decide about rows, pause handlers, purge. */
final class OperatorScenes {
  private OperatorScenes() {}

  static Prepared authorizeReplay(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    long version = s.version(key);
    return Prepared.on(key, () -> s.store().authorizeReplay(key, version, s.approval()));
  }

  static Prepared resolve(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    long version = s.version(key);
    return Prepared.on(key, () -> s.store().resolve(key, version, s.action()));
  }

  static Prepared discard(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    long version = s.version(key);
    return Prepared.on(key, () -> s.store().discard(key, version, s.action()));
  }

  static Prepared pause(Scenario s) {
    return Prepared.silent(
        s.key("e1"),
        () -> s.store().pause(Tenant.DEFAULT, s.handler(), s.action(), Scenario.DELAY));
  }

  static Prepared resume(Scenario s) {
    s.store().pause(Tenant.DEFAULT, s.handler(), s.action(), null);
    return Prepared.on(
        s.key("e1"), () -> s.store().resume(Tenant.DEFAULT, s.handler(), s.action()));
  }

  static Prepared purge(Scenario s) {
    ConsumptionKey key = s.succeeded("e1");
    s.fixture().elapse(Duration.ofDays(2));
    return Prepared.counting(
        key,
        () ->
            s.store()
                .purge(
                    Tenant.DEFAULT,
                    s.handler(),
                    Set.of(ConsumptionState.SUCCEEDED),
                    Duration.ofDays(1),
                    null,
                    10)
                .deleted());
  }

  static Prepared purgeReplayRequests(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    UUID id = Requests.asked(s, key).id();
    Requests.done(
        s.store().decideReplay(Tenant.DEFAULT, id, Requests.no(Verdict.REJECT, Requests.APPROVER)));
    s.fixture().elapse(Duration.ofDays(2));
    return Prepared.counting(
        key,
        () ->
            s.store()
                .purgeReplayRequests(Tenant.DEFAULT, Duration.ofDays(1), 10, s.action())
                .deleted());
  }

  static Prepared purgeRows(Scenario s) {
    ConsumptionKey key = s.succeeded("e1");
    s.fixture().elapse(Duration.ofDays(2));
    Purge what =
        new Purge(
            Tenant.DEFAULT, s.handler(), Set.of(ConsumptionState.SUCCEEDED), Duration.ofDays(1));
    return Prepared.counting(key, () -> s.store().purgeRows(what, List.of(key), s.action()));
  }
}
