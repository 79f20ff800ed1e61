package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.NodeVerbs.Twin;
import io.consumptionledger.spi.ParkResult;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.SweepVerbs.Recovered;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/** Each verb, with its reply lost: it must be answered as if it had been heard, and done once. */
final class LostReplies {
  private final Scenario s;
  private final LedgerStore store;
  private final LosesReply wire;

  /** The scenario's store is a sound one; the other one's replies get lost. */
  LostReplies(Scenario scenario, LedgerStore store, LosesReply wire) {
    this.s = scenario;
    this.store = store;
    this.wire = wire;
  }

  Map<String, Runnable> all() {
    Map<String, Runnable> verbs = new LinkedHashMap<>();
    verbs.put("claim", this::claim);
    verbs.put("takeOver", this::takeOver);
    verbs.put("deadLetterOrphan", this::deadLetterOrphan);
    verbs.put("renew", this::renew);
    verbs.put("claimDue", this::claimDue);
    verbs.put("succeed", () -> settled(ConsumptionState.SUCCEEDED, store::succeed));
    verbs.put("scheduleRetry", () -> settled(ConsumptionState.RETRY_SCHEDULED, this::retry));
    verbs.put("deadLetter", () -> settled(ConsumptionState.DEAD_LETTER, this::deadLetter));
    verbs.put("release", () -> settled(ConsumptionState.RETRY_SCHEDULED, this::release));
    verbs.put("complete", this::complete);
    verbs.put("recordTerminal", this::recordTerminal);
    verbs.put("recordFailure", this::recordFailure);
    verbs.put("recover", this::recover);
    verbs.put("expire", this::expire);
    verbs.put("expire with content", this::expireHeld);
    verbs.put("startNode", this::startNode);
    verbs.put("stopNode", this::stopNode);
    verbs.put("heartbeat", this::heartbeat);
    verbs.put("pause", this::pause);
    verbs.put("resume", this::resume);
    verbs.put("defer", this::defer);
    verbs.put("bury", this::bury);
    verbs.put("authorizeReplay", this::authorizeReplay);
    verbs.put("resolve", this::resolve);
    verbs.put("discard", this::discard);
    verbs.put("claim with an order", this::claimOrdered);
    verbs.put("park", this::park);
    verbs.put("succeed with an order", this::succeedOrdered);
    return verbs;
  }

  private void claimOrdered() {
    NewRow row = Aggregates.bare(s, "e1", null);
    ClaimToken token = ClaimToken.random();
    Claim claim = Expect.claimed(lose(() -> store.claim(row, token, s.node(), Scenario.LEASE)));
    assertThat(claim.order().sequence()).as("the place in order of arrival").isEqualTo(1);
    isNew(row.key(), ConsumptionState.PROCESSING, 1);
    Expect.done(s.store().succeed(claim));
    assertThat(s.claim(Aggregates.bare(s, "e2", null)).order().sequence()).isEqualTo(2);
  }

  private void park() {
    Aggregates.claim(s, "head", 1);
    ParkResult parked = lose(() -> store.park(s.placed(s.key("e2"), 2)));
    assertThat(parked).isEqualTo(new ParkResult.Parked());
    Aggregates.waits(s, s.key("e2"));
    assertThat(s.summary(s.key("e2")).rowVersion()).isEqualTo(1);
  }

  private void succeedOrdered() {
    Claim head = Aggregates.claim(s, "head", 1);
    ConsumptionKey next = Aggregates.park(s, "e2", 2);
    Expect.applied(Commit.EARLIER, lose(() -> store.succeed(head)));
    Aggregates.isFreed(s, next);
    assertThat(s.summary(next).rowVersion()).as("freed once").isEqualTo(2);
  }

  private <T> T lose(Supplier<T> verb) {
    wire.arm(1);
    T result = verb.get();
    assertThat(wire.lost()).as("replies that got lost").isEqualTo(1);
    return result;
  }

  private void moved(ConsumptionKey key, RowSummary before, ConsumptionState to, int claims) {
    RowSummary now = s.summary(key);
    assertThat(now.state()).isEqualTo(to);
    assertThat(now.rowVersion()).as("row version").isEqualTo(before.rowVersion() + 1);
    assertThat(now.epoch()).as("epoch").isEqualTo(before.epoch() + claims);
    assertThat(now.attempt()).as("attempt").isEqualTo(before.attempt() + claims);
  }

  private void isNew(ConsumptionKey key, ConsumptionState state, long epoch) {
    RowSummary now = s.summary(key);
    assertThat(now.state()).isEqualTo(state);
    assertThat(now.rowVersion()).isEqualTo(1);
    assertThat(now.epoch()).isEqualTo(epoch);
    assertThat(now.attempt()).isEqualTo(1);
  }

  private void claim() {
    ClaimToken token = ClaimToken.random();
    Claim claim =
        Expect.claimed(lose(() -> store.claim(s.bare("e1"), token, s.node(), Scenario.LEASE)));
    assertThat(claim).isEqualTo(new Claim(s.key("e1"), token, 1, 1, 0));
    isNew(claim.key(), ConsumptionState.PROCESSING, 1);
    Expect.done(s.store().succeed(claim));
  }

  private RowSummary orphan(String event) {
    ConsumptionKey key = s.claim(event).key();
    s.leaseEnds();
    return s.summary(key);
  }

  private void takeOver() {
    RowSummary orphan = orphan("e1");
    ClaimToken token = ClaimToken.random();
    Claim claim =
        Expect.takenOver(lose(() -> store.takeOver(orphan, token, s.node(), Scenario.LEASE, 3)));
    assertThat(claim).isEqualTo(new Claim(orphan.key(), token, 2, 2, 0));
    moved(orphan.key(), orphan, ConsumptionState.PROCESSING, 1);
    Expect.done(s.store().succeed(claim));
  }

  private void deadLetterOrphan() {
    RowSummary orphan = orphan("e1");
    Expect.applied(
        Commit.EARLIER,
        lose(
            () ->
                store.deadLetterOrphan(orphan, s.failure(ErrorClass.CRASH_LOOP), s.content("e1"))));
    moved(orphan.key(), orphan, ConsumptionState.DEAD_LETTER, 0);
  }

  private void renew() {
    Claim claim = s.claim("e1");
    RowSummary before = s.summary(claim.key());
    Map<Claim, RenewResult> renewed =
        lose(() -> store.renew(List.of(claim), Scenario.LEASE.multipliedBy(2)));
    assertThat(renewed).isEqualTo(Map.of(claim, RenewResult.RENEWED));
    RowSummary now = s.summary(claim.key());
    assertThat(now.rowVersion()).isEqualTo(before.rowVersion());
    assertThat(now.leaseLeft()).isGreaterThan(Scenario.LEASE);
  }

  private void claimDue() {
    for (String event : List.of("e1", "e2", "e3")) {
      s.scheduled(event, Duration.ZERO);
    }
    List<ClaimToken> tokens = s.tokens(2);
    Map<ConsumptionKey, RowSummary> before = new LinkedHashMap<>();
    for (String event : List.of("e1", "e2", "e3")) {
      before.put(s.key(event), s.summary(s.key(event)));
    }
    List<DueClaim> due =
        lose(() -> store.claimDue(Tenant.DEFAULT, s.handler(), tokens, s.node(), Scenario.LEASE));
    assertThat(due).extracting(d -> d.claim().token()).containsExactlyInAnyOrderElementsOf(tokens);
    due.forEach(
        d -> {
          ConsumptionKey key = d.claim().key();
          moved(key, before.get(key), ConsumptionState.PROCESSING, 1);
          assertThat(d.content()).isEqualTo(s.content(key.eventId()));
          Expect.done(s.store().succeed(d.claim()));
        });
    assertThat(s.claimDue(10)).as("rows that are left").hasSize(1);
  }

  private void settled(ConsumptionState to, Function<Claim, TransitionResult> verb) {
    Claim claim = s.claim("e1");
    RowSummary before = s.summary(claim.key());
    Expect.applied(Commit.EARLIER, lose(() -> verb.apply(claim)));
    moved(claim.key(), before, to, 0);
  }

  private TransitionResult retry(Claim claim) {
    return store.scheduleRetry(
        claim, s.failure(ErrorClass.RETRYABLE), s.content("e1"), Scenario.DELAY);
  }

  private TransitionResult deadLetter(Claim claim) {
    return store.deadLetter(claim, s.failure(ErrorClass.POISON), s.content("e1"));
  }

  private TransitionResult release(Claim claim) {
    TransitionResult released = store.release(claim, s.content("e1"), Scenario.DELAY);
    assertThat(s.summary(claim.key()).yields()).isEqualTo(1);
    return released;
  }

  private void complete() {
    Expect.recorded(Commit.EARLIER, lose(() -> store.complete(s.bare("e1"))));
    isNew(s.key("e1"), ConsumptionState.SUCCEEDED, 0);
  }

  private void recordTerminal() {
    Expect.recorded(
        Commit.EARLIER,
        lose(() -> store.recordTerminal(s.full("e1"), s.failure(ErrorClass.POISON))));
    isNew(s.key("e1"), ConsumptionState.DEAD_LETTER, 0);
  }

  private void recordFailure() {
    Expect.recorded(
        Commit.EARLIER,
        lose(
            () ->
                store.recordFailure(
                    s.full("e1"), s.failure(ErrorClass.RETRYABLE), Scenario.DELAY)));
    isNew(s.key("e1"), ConsumptionState.RETRY_SCHEDULED, 0);
  }

  private void recover() {
    ConsumptionKey key = s.claimFull("e1").key();
    s.leaseEnds();
    RowSummary before = s.summary(key);
    List<Recovered> moved =
        lose(
            () ->
                store.recover(
                    s.handler(),
                    Scenario.MAX_ATTEMPTS,
                    OnOrphan.RERUN,
                    s.failure(ErrorClass.CRASH_LOOP),
                    s.failure(ErrorClass.UNRECOVERABLE),
                    Scenario.DELAY,
                    10));
    assertThat(moved).containsExactly(new Recovered(key, 1, 1, ConsumptionState.RETRY_SCHEDULED));
    moved(key, before, ConsumptionState.RETRY_SCHEDULED, 0);
  }

  private void expire() {
    ConsumptionKey key = s.claim("e1").key();
    RowSummary before = s.summary(key);
    Node next = Node.start(s.node().id());
    assertThat(lose(() -> store.expire(Tenant.DEFAULT, s.handler(), next, Duration.ofDays(1), 10)))
        .as("leases that were ended")
        .isEqualTo(1);
    moved(key, before, ConsumptionState.PROCESSING, 0);
    assertThat(s.summary(key).leaseExpired()).isTrue();
  }

  private void expireHeld() {
    ConsumptionKey key = s.claimFull("e1").key();
    RowSummary before = s.summary(key);
    Node next = Node.start(s.node().id());
    assertThat(lose(() -> store.expire(Tenant.DEFAULT, s.handler(), next, Duration.ofDays(1), 10)))
        .as("leases that were ended")
        .isEqualTo(1);
    moved(key, before, ConsumptionState.PROCESSING, 0);
  }

  private List<UUID> twins() {
    Node other = Node.start(s.node().id());
    return s.store().liveTwins(other, Duration.ofMinutes(1)).stream()
        .map(Twin::incarnation)
        .toList();
  }

  private void startNode() {
    lose(() -> done(() -> store.startNode(s.node())));
    assertThat(twins()).containsExactly(s.node().incarnation());
  }

  private void stopNode() {
    s.store().startNode(s.node());
    lose(() -> done(() -> store.stopNode(s.node())));
    assertThat(twins()).isEmpty();
  }

  private static boolean done(Runnable action) {
    action.run();
    return true;
  }

  private void heartbeat() {
    Claim claim = s.claim("e1");
    try (HeartbeatSession heartbeat = store.openHeartbeat(Duration.ofSeconds(20))) {
      assertThat(lose(() -> heartbeat.renew(List.of(claim), Scenario.LEASE.multipliedBy(2))))
          .isEqualTo(Map.of(claim, RenewResult.RENEWED));
      lose(() -> done(() -> heartbeat.beat(s.node())));
    }
    assertThat(s.summary(claim.key()).leaseLeft()).isGreaterThan(Scenario.LEASE);
    assertThat(twins()).containsExactly(s.node().incarnation());
  }

  private void pause() {
    for (Duration howLong : new Duration[] {Scenario.DELAY, null}) {
      lose(() -> done(() -> store.pause(Tenant.DEFAULT, s.handler(), s.action(), howLong)));
      assertThat(s.store().pausedHandlers()).hasSize(1);
    }
  }

  private void resume() {
    s.store().pause(Tenant.DEFAULT, s.handler(), s.action(), null);
    assertThat(lose(() -> store.resume(Tenant.DEFAULT, s.handler(), s.action())))
        .as("whether it had been paused")
        .isTrue();
    assertThat(s.store().pausedHandlers()).isEmpty();
  }

  private void defer() {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    RowSummary before = s.summary(key);
    Expect.applied(
        Commit.EARLIER, lose(() -> store.defer(key, before.rowVersion(), Scenario.DELAY)));
    moved(key, before, ConsumptionState.RETRY_SCHEDULED, 0);
  }

  private void bury() {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    RowSummary before = s.summary(key);
    Expect.applied(
        Commit.EARLIER,
        lose(() -> store.bury(key, before.rowVersion(), s.failure(ErrorClass.POISON))));
    moved(key, before, ConsumptionState.DEAD_LETTER, 0);
  }

  private void authorizeReplay() {
    ConsumptionKey key = s.dead("e1");
    RowSummary before = s.summary(key);
    Expect.applied(
        Commit.EARLIER, lose(() -> store.authorizeReplay(key, before.rowVersion(), s.approval())));
    assertThat(s.summary(key).rowVersion()).isEqualTo(before.rowVersion() + 1);
    assertThat(s.summary(key).state()).isEqualTo(ConsumptionState.RETRY_SCHEDULED);
    assertThat(s.row(key).replayGeneration()).isEqualTo(1);
    assertThat(s.store().audit(key)).hasSize(1);
  }

  private void resolve() {
    ConsumptionKey key = s.dead("e1");
    RowSummary before = s.summary(key);
    Expect.applied(Commit.EARLIER, lose(() -> store.resolve(key, before.rowVersion(), s.action())));
    moved(key, before, ConsumptionState.SUCCEEDED, 0);
    assertThat(s.store().audit(key)).hasSize(1);
  }

  private void discard() {
    ConsumptionKey key = s.dead("e1");
    RowSummary before = s.summary(key);
    Expect.applied(Commit.EARLIER, lose(() -> store.discard(key, before.rowVersion(), s.action())));
    moved(key, before, ConsumptionState.DISCARDED, 0);
    assertThat(s.store().audit(key)).hasSize(1);
  }
}
