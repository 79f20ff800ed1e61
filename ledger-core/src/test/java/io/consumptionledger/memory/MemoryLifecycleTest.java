package io.consumptionledger.memory;

import static io.consumptionledger.memory.MemoryFixture.FAILED;
import static io.consumptionledger.memory.MemoryFixture.HANDLER;
import static io.consumptionledger.memory.MemoryFixture.LEASE;
import static io.consumptionledger.memory.MemoryFixture.NODE;
import static io.consumptionledger.memory.MemoryFixture.bare;
import static io.consumptionledger.memory.MemoryFixture.content;
import static io.consumptionledger.memory.MemoryFixture.full;
import static io.consumptionledger.memory.MemoryFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Tenant;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.OperatorVerbs.ReplayApproval;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.SweepVerbs.PurgeCursor;
import io.consumptionledger.spi.SweepVerbs.PurgeResult;
import io.consumptionledger.spi.TakeOverResult;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Walks through the life of rows, looking at the columns on the way. */
class MemoryLifecycleTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final OperatorAction ANN = new OperatorAction("ann", "because");
  private static final TransitionResult DONE = new TransitionResult.Applied(Commit.DONE);
  private static final TransitionResult EARLIER = new TransitionResult.Applied(Commit.EARLIER);

  private final MemoryFixture memory = new MemoryFixture();
  private final InMemoryLedgerStore store = memory.store;

  private DueClaim claimDue() {
    List<DueClaim> due =
        store.claimDue(Tenant.DEFAULT, HANDLER, List.of(ClaimToken.random()), NODE, LEASE);
    assertThat(due).hasSize(1);
    return due.get(0);
  }

  @Test
  void aClaimRepeatedWithItsTokenIsFoundUntilItIsSettled() {
    ClaimToken token = ClaimToken.random();
    ClaimResult first = store.claim(bare("e"), token, NODE, LEASE);

    assertThat(store.claim(bare("e"), token, NODE, LEASE)).isEqualTo(first);
    assertThat(memory.version("e")).isOne();

    store.succeed(((ClaimResult.Claimed) first).claim());
    assertThat(store.claim(bare("e"), token, NODE, LEASE)).isInstanceOf(ClaimResult.Exists.class);
  }

  @Test
  void aVerdictRepeatedByItsOwnerIsEarlierAndAnotherIsRefused() {
    Claim claim = memory.claim(bare("e"));

    assertThat(store.scheduleRetry(claim, FAILED, content("e"), SECOND)).isEqualTo(DONE);
    assertThat(store.scheduleRetry(claim, FAILED, content("e"), SECOND)).isEqualTo(EARLIER);
    assertThat(store.release(claim, content("e"), SECOND))
        .isInstanceOf(TransitionResult.Refused.class);
    assertThat(store.succeed(claim)).isInstanceOf(TransitionResult.Refused.class);
    assertThat(memory.version("e")).isEqualTo(2);
  }

  @Test
  void aRetryThenAYieldThenASuccessLeavesACleanRow() {
    store.scheduleRetry(memory.claim(bare("e")), FAILED, content("e"), SECOND);
    assertThat(store.claimDue(Tenant.DEFAULT, HANDLER, List.of(ClaimToken.random()), NODE, LEASE))
        .isEmpty();
    memory.clock.advance(SECOND);
    DueClaim second = claimDue();
    store.release(second.claim(), null, SECOND);
    Row waiting = memory.row("e");
    memory.clock.advance(SECOND);
    DueClaim third = claimDue();
    store.succeed(third.claim());
    Row done = memory.row("e");

    assertThat(second.reason()).isEqualTo(WaitReason.FAILURE);
    assertThat(second.contentIntact()).isTrue();
    assertThat(second.age()).isEqualTo(SECOND);
    assertThat(waiting.waitReason()).isEqualTo(WaitReason.YIELD);
    assertThat(waiting.failure()).isEqualTo(FAILED);
    assertThat(third.claim().attempt()).isEqualTo(3);
    assertThat(third.claim().yields()).isOne();
    assertThat(third.claim().epoch()).isEqualTo(3);
    assertThat(done.summary().state()).isEqualTo(ConsumptionState.SUCCEEDED);
    assertThat(done.summary().rowVersion()).isEqualTo(6);
    assertThat(done.summary().token()).isEqualTo(third.claim().token());
    assertThat(done.failure()).isNull();
    assertThat(done.node()).isEqualTo(NODE);
    assertThat(store.content(key("e"))).isEmpty();
  }

  @Test
  void contentThatWasChangedOrCutIsNotIntact() {
    Delivery delivery = MemoryFixture.delivery("e");
    Content other = content("other");
    Content cut = Content.of(Delivery.to(HANDLER, "f").payload(new byte[9]).build(), 5);
    store.recordFailure(NewRow.of(delivery, other), FAILED, Duration.ZERO);
    assertThat(claimDue().contentIntact()).isFalse();

    store.recordFailure(
        NewRow.of(Delivery.to(HANDLER, "f").payload(new byte[9]).build(), cut),
        FAILED,
        Duration.ZERO);
    assertThat(claimDue().contentIntact()).isFalse();

    Delivery tombstone = Delivery.to(HANDLER, "g").build();
    store.recordFailure(NewRow.of(tombstone, Content.of(tombstone, 5)), FAILED, Duration.ZERO);
    assertThat(claimDue().contentIntact()).isTrue();
  }

  @Test
  void anOrphanSeenBeforeAnotherTookItOverIsRefusedToWhoeverSawIt() {
    memory.claim(bare("e"));
    memory.clock.advance(LEASE);
    RowSummary seen = memory.row("e").summary();
    store.takeOver(seen, ClaimToken.random(), NODE, LEASE, 15);
    memory.clock.advance(LEASE);
    RowSummary now = memory.row("e").summary();

    assertThat(store.takeOver(seen, ClaimToken.random(), NODE, LEASE, 15))
        .isEqualTo(new TakeOverResult.Refused(now));
    assertThat(store.deadLetterOrphan(seen, FAILED, content("e")))
        .isInstanceOf(TransitionResult.Refused.class);
    assertThat(store.takeOver(now, ClaimToken.random(), NODE, LEASE, 2))
        .isEqualTo(new TakeOverResult.Exhausted(now));
    assertThat(store.deadLetterOrphan(now, FAILED, content("e"))).isEqualTo(DONE);
    assertThat(memory.row("e").summary().token()).isNotEqualTo(now.token());
    assertThat(memory.row("e").summary().rowVersion()).isEqualTo(3);
  }

  @Test
  void recoveryTakesStoredRowsAndLeavesTheOthersToExpire() {
    memory.claim(full("stored"));
    memory.claim(bare("bare"));
    ClaimToken before = memory.row("stored").summary().token();

    assertThat(recover(OnOrphan.RERUN, 15)).isEmpty();
    memory.clock.advance(LEASE);
    assertThat(recover(OnOrphan.RERUN, 15)).containsExactly(ConsumptionState.RETRY_SCHEDULED);

    Row row = memory.row("stored");
    assertThat(row.waitReason()).isEqualTo(WaitReason.RECOVERED);
    assertThat(row.failure()).isNull();
    assertThat(row.summary().token()).isNotEqualTo(before);
    assertThat(memory.row("bare").summary().state()).isEqualTo(ConsumptionState.PROCESSING);
  }

  @Test
  void recoveryDeadLettersWhatMayNotRunAgain() {
    memory.claim(full("e"));
    memory.clock.advance(LEASE);
    assertThat(recover(OnOrphan.RERUN, 1)).containsExactly(ConsumptionState.DEAD_LETTER);
    memory.claim(full("f"));
    memory.clock.advance(LEASE);
    assertThat(recover(OnOrphan.DEAD_LETTER, 15)).containsExactly(ConsumptionState.DEAD_LETTER);
    Delivery big = Delivery.to(HANDLER, "g").payload(new byte[9]).build();
    memory.claim(NewRow.of(big, Content.of(big, 5)));
    memory.clock.advance(LEASE);
    assertThat(recover(OnOrphan.RERUN, 15)).containsExactly(ConsumptionState.DEAD_LETTER);

    assertThat(memory.row("g").summary().payloadState()).isEqualTo(PayloadState.TRUNCATED);
    assertThat(memory.row("g").deadSince()).isEqualTo(memory.clock.instant());
  }

  private List<ConsumptionState> recover(OnOrphan onOrphan, int maxAttempts) {
    return store
        .recover(HANDLER, maxAttempts, onOrphan, FAILED, FAILED, Duration.ZERO, 100)
        .stream()
        .map(recovered -> recovered.state())
        .toList();
  }

  @Test
  void expiringTwiceChangesNothingTheSecondTime() {
    memory.claim(bare("bare"));
    memory.claim(full("stored"));
    Node next = Node.start(NODE.id());

    assertThat(store.expire(Tenant.DEFAULT, HANDLER, NODE, LEASE, 10)).isZero();
    assertThat(store.expire(Tenant.DEFAULT, HANDLER, Node.start("other"), LEASE, 10)).isZero();
    assertThat(store.expire(Tenant.DEFAULT, HANDLER, next, LEASE, 10)).isEqualTo(2);
    assertThat(store.expire(Tenant.DEFAULT, HANDLER, next, LEASE, 10)).isZero();
    assertThat(memory.row("bare").summary().leaseExpired()).isTrue();
    assertThat(memory.row("bare").summary().rowVersion()).isEqualTo(2);
    assertThat(memory.row("stored").summary().rowVersion()).isEqualTo(2);
  }

  @Test
  void aReplayIsAuthorisedOnceAndLeavesATrace() {
    memory.dead("e");
    ReplayApproval approval = new ReplayApproval("ann", "bob", "fixed", UUID.randomUUID());

    assertThat(store.authorizeReplay(key("e"), 7, approval))
        .isInstanceOf(TransitionResult.Refused.class);
    assertThat(store.audit(key("e"))).isEmpty();
    assertThat(store.authorizeReplay(key("e"), 1, approval)).isEqualTo(DONE);
    Row authorised = memory.row("e");
    DueClaim due = claimDue();

    assertThat(authorised.replayGeneration()).isOne();
    assertThat(authorised.replayAuthorization()).isEqualTo(approval.authorization());
    assertThat(authorised.summary().attempt()).isZero();
    assertThat(authorised.failure()).isEqualTo(FAILED);
    assertThat(due.replay()).isTrue();
    assertThat(due.reason()).isEqualTo(WaitReason.REPLAY);
    assertThat(memory.row("e").replayAuthorization()).isNull();
    assertThat(store.audit(key("e")))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.action()).isEqualTo("AUTHORIZE_REPLAY");
              assertThat(entry.actor()).isEqualTo("ann");
              assertThat(entry.secondActor()).isEqualTo("bob");
            });
  }

  @Test
  void aBuriedReplayGivesItsAuthorisationBack() {
    memory.dead("e");
    store.authorizeReplay(
        key("e"), 1, new ReplayApproval("ann", "bob", "fixed", UUID.randomUUID()));

    assertThat(store.bury(key("e"), 2, FAILED)).isEqualTo(DONE);
    assertThat(memory.row("e").replayAuthorization()).isNull();
  }

  @Test
  void resolvingMovesTheErrorToTheAuditAndDiscardingKeepsTheEvidence() {
    memory.dead("e");
    memory.dead("f");

    assertThat(store.resolve(key("e"), 1, ANN)).isEqualTo(DONE);
    assertThat(store.discard(key("f"), 1, ANN)).isEqualTo(DONE);

    assertThat(memory.row("e").failure()).isNull();
    assertThat(store.content(key("e"))).isEmpty();
    assertThat(store.audit(key("e")).get(0).detail()).isEqualTo("RETRYABLE T [c]: m");
    assertThat(memory.row("f").failure()).isEqualTo(FAILED);
    assertThat(store.content(key("f"))).contains(content("f"));
    assertThat(memory.row("f").closedBy()).isEqualTo("ann");
    assertThat(memory.row("f").deadSince()).isNull();
  }

  @Test
  void purgingWalksOnOverRowsItMustKeepAndEndsWithoutACursor() {
    for (String event : List.of("a", "b", "c", "d")) {
      store.complete(bare(event));
    }
    memory.dead("bb");
    memory.clock.advance(SECOND.multipliedBy(2));
    store.complete(bare("new"));

    PurgeResult first = purge(null, 3);
    PurgeResult second = purge(first.next(), 3);

    assertThat(first.deleted()).isEqualTo(2);
    assertThat(first.next().eventId()).isEqualTo("bb");
    assertThat(second.deleted()).isEqualTo(2);
    assertThat(second.next()).isNull();
    assertThat(store.get(key("bb"))).isPresent();
    assertThat(store.get(key("new"))).isPresent();
  }

  @Test
  void purgingGoesBySettleTimeAndTouchesFinalStatesOnly() {
    Claim claim = memory.claim(bare("late"));
    memory.clock.advance(SECOND.multipliedBy(2));
    store.succeed(claim);

    assertThat(purge(null, 10).deleted()).isZero();
    memory.clock.advance(SECOND);
    assertThat(purge(null, 10).deleted()).as("exactly as old as the limit").isZero();
    memory.clock.advance(Duration.ofNanos(1_000));
    assertThat(purge(null, 10).deleted()).isOne();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                store.purge(
                    Tenant.DEFAULT,
                    HANDLER,
                    Set.of(ConsumptionState.DEAD_LETTER),
                    SECOND,
                    null,
                    10));
  }

  private PurgeResult purge(PurgeCursor cursor, int limit) {
    return store.purge(
        Tenant.DEFAULT, HANDLER, Set.of(ConsumptionState.SUCCEEDED), SECOND, cursor, limit);
  }
}
