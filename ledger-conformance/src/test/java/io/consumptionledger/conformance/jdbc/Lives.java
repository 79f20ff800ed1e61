package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.NodeVerbs;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.SweepVerbs.Recovered;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** One row after the other, through every verb. */
final class Lives {
  /** What quoting could stumble over. */
  private static final String ODD = "\\ ' \" ` %_ ? :x \\' ü 😀 ";

  private final Scenario s;
  private final LedgerStore store;
  private final JdbcTransactionRunner runner;

  Lives(Scenario scenario, JdbcTransactionRunner runner) {
    this.s = scenario;
    this.store = scenario.store();
    this.runner = runner;
  }

  void all() throws Exception {
    claimedAndSettled();
    retriedAndRenewed();
    heldByAHeartbeat();
    recovered();
    takenOver();
    closedByHand();
    inACallersTransaction();
    purged();
  }

  private void claimedAndSettled() {
    Claim claim = s.claim(ODD + "1");
    Expect.exists(
        ConsumptionState.PROCESSING,
        store.claim(s.bare(ODD + "1"), ClaimToken.random(), s.node(), Scenario.LEASE));
    Expect.done(store.succeed(claim));
    Expect.applied(Commit.EARLIER, store.succeed(claim));
    Expect.exists(
        ConsumptionState.SUCCEEDED,
        store.claim(s.full(ODD + "1"), ClaimToken.random(), s.node(), Scenario.LEASE));
    Expect.recorded(Commit.DONE, store.complete(s.bare(ODD + "2")));
    Expect.conflict(ConsumptionState.SUCCEEDED, store.complete(s.bare(ODD + "2")));
  }

  private void retriedAndRenewed() {
    ConsumptionKey key = s.scheduled(ODD + "3", Duration.ZERO);
    DueClaim due = s.claimOnlyDue();
    assertThat(due.claim().key()).isEqualTo(key);
    assertThat(due.contentIntact()).isTrue();
    assertThat(due.claim().attempt()).isEqualTo(2);
    assertThat(store.renew(List.of(due.claim()), Scenario.LEASE))
        .containsValue(RenewResult.RENEWED)
        .hasSize(1);
    // Nothing of a row changes when the same lease is given at once again.
    assertThat(store.renew(List.of(due.claim()), Scenario.LEASE))
        .containsValue(RenewResult.RENEWED);
    Expect.done(store.release(due.claim(), s.content(ODD + "3"), Duration.ZERO));
    long version = s.version(key);
    Expect.done(store.defer(key, version, Duration.ofHours(1)));
    assertThat(s.claimDue(10)).isEmpty();
    Expect.done(store.bury(key, version + 1, s.failure(ErrorClass.POISON, ODD)));
    assertThat(s.row(key).failure().message())
        .isEqualTo(s.failure(ErrorClass.POISON, ODD).message());
    Expect.done(store.authorizeReplay(key, s.version(key), s.approval()));
    DueClaim replay = s.claimOnlyDue();
    assertThat(replay.claim().attempt()).isEqualTo(1);
    Expect.done(store.succeed(replay.claim()));
  }

  private void heldByAHeartbeat() {
    Claim claim = s.claim(ODD + "10");
    store.startNode(s.node());
    try (HeartbeatSession heartbeat = store.openHeartbeat(Duration.ofSeconds(20))) {
      heartbeat.beat(s.node());
      assertThat(heartbeat.renew(List.of(claim), Scenario.LEASE))
          .containsValue(RenewResult.RENEWED);
      assertThat(heartbeat.renew(List.of(claim), Scenario.LEASE))
          .containsValue(RenewResult.RENEWED);
    }
    assertThat(store.liveTwins(Node.start(s.node().id()), Duration.ofMinutes(1)))
        .extracting(NodeVerbs.Twin::incarnation)
        .containsExactly(s.node().incarnation());
    store.stopNode(s.node());
    Expect.done(store.succeed(claim));
  }

  private void recovered() {
    ConsumptionKey key = s.claimFull(ODD + "4").key();
    s.leaseEnds();
    List<Recovered> moved =
        store.recover(
            s.handler(),
            Scenario.MAX_ATTEMPTS,
            OnOrphan.RERUN,
            s.failure(ErrorClass.CRASH_LOOP),
            s.failure(ErrorClass.UNRECOVERABLE),
            Duration.ZERO,
            10);
    assertThat(moved).extracting(Recovered::key).containsExactly(key);
    DueClaim again = s.claimOnlyDue();
    assertThat(again.content()).isEqualTo(s.content(ODD + "4"));
    Expect.done(store.deadLetter(again.claim(), s.failure(ErrorClass.CONFLICT), null));
    Expect.done(store.discard(key, s.version(key), s.action()));
  }

  private void takenOver() {
    ConsumptionKey key = s.claim(ODD + "5").key();
    int ended =
        store.expire(
            Tenant.DEFAULT, s.handler(), Node.start(s.node().id()), Duration.ofDays(9), 10);
    assertThat(ended).isEqualTo(1);
    Claim taken = s.takeOver(key);
    assertThat(taken.attempt()).isEqualTo(2);
    Expect.done(
        store.scheduleRetry(
            taken, s.failure(ErrorClass.RETRYABLE), s.content(ODD + "5"), Scenario.DELAY));
  }

  private void closedByHand() {
    ConsumptionKey key = s.dead(ODD + "6");
    Expect.done(store.resolve(key, s.version(key), s.action()));
    assertThat(store.audit(key)).hasSize(1);
    assertThat(s.row(key).closedBy()).isEqualTo(s.action().actor());
    Expect.recorded(
        Commit.DONE, store.recordTerminal(s.full(ODD + "7"), s.failure(ErrorClass.POISON)));
    Expect.recorded(
        Commit.DONE,
        store.recordFailure(s.full(ODD + "8"), s.failure(ErrorClass.RETRYABLE), Scenario.DELAY));
  }

  private void inACallersTransaction() throws Exception {
    Claim claim = s.claim(ODD + "9");
    runner.inTransaction(
        connection -> {
          Expect.applied(Commit.PENDING, store.succeed(claim));
          return null;
        });
    assertThat(s.summary(claim.key()).state()).isEqualTo(ConsumptionState.SUCCEEDED);
  }

  private void purged() {
    s.fixture().elapse(Duration.ofDays(2));
    int deleted =
        store
            .purge(
                Tenant.DEFAULT,
                s.handler(),
                Set.of(ConsumptionState.SUCCEEDED, ConsumptionState.DISCARDED),
                Duration.ofDays(1),
                null,
                100)
            .deleted();
    assertThat(deleted).isEqualTo(7);
  }
}
