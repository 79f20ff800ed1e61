package io.consumptionledger.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Payload;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.AdmitResult;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.ParkResult;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.util.List;

/** Tries any transition on a row in any state, with the best proof that there can be. */
public final class Verbs {
  private Verbs() {}

  /**
   * Tries a transition on a row that is in a state from which it does not start, and expects the
   * store to refuse.
   *
   * @param s the scenario; leases have ended and waiting rows are due
   * @param transition the transition
   * @param key the row
   * @param state its state, null for no row
   */
  public static void refused(
      Scenario s, Transition transition, ConsumptionKey key, ConsumptionState state) {
    LedgerStore store = s.store();
    RowSummary row = store.get(key).map(r -> r.summary()).orElse(null);
    ClaimToken token = row == null || row.token() == null ? ClaimToken.random() : row.token();
    long version = row == null ? 1 : row.rowVersion();
    Content content = s.content(key.eventId());
    // With the owner's own token this would be a repeated verdict, which is no refusal.
    boolean repeated = transition.to().contains(state) && transition != Transition.RELEASE;
    Claim claim = new Claim(key, repeated ? ClaimToken.random() : token, 1, 1, 0);
    switch (transition) {
      case CLAIM ->
          Expect.exists(
              state, store.claim(s.bare(key), ClaimToken.random(), s.node(), Scenario.LEASE));
      case COMPLETE -> Expect.conflict(state, store.complete(s.bare(key)));
      case RECORD_FAILURE ->
          Expect.conflict(
              state, store.recordFailure(s.full(key), s.failure(ErrorClass.RETRYABLE), null));
      case RECORD_TERMINAL ->
          Expect.conflict(state, store.recordTerminal(s.full(key), s.failure(ErrorClass.CONFLICT)));
      case ADMIT -> {
        QuarantinedMessage message = message(s);
        store.quarantine(message);
        AdmitResult.Duplicate duplicate =
            assertInstanceOf(
                AdmitResult.Duplicate.class,
                store.admit(Tenant.DEFAULT, message.id(), s.full(key), s.action()),
                "ADMIT was to find the row");
        assertEquals(state, duplicate.row().state(), "the state that ADMIT found");
      }
      case TAKE_OVER ->
          Expect.notTakenOver(
              state,
              store.takeOver(
                  orphan(key, token), ClaimToken.random(), s.node(), Scenario.LEASE, 100));
      case DEAD_LETTER_ORPHAN ->
          Expect.refused(
              transition,
              state,
              store.deadLetterOrphan(
                  orphan(key, token), s.failure(ErrorClass.CRASH_LOOP), content));
      case RENEW ->
          assertEquals(
              RenewResult.LOST, store.renew(List.of(claim), Scenario.LEASE).get(claim), "renewal");
      case SUCCEED -> Expect.refused(transition, state, store.succeed(claim));
      case SCHEDULE_RETRY ->
          Expect.refused(
              transition,
              state,
              store.scheduleRetry(claim, s.failure(ErrorClass.RETRYABLE), content, Duration.ZERO));
      case DEAD_LETTER ->
          Expect.refused(
              transition, state, store.deadLetter(claim, s.failure(ErrorClass.POISON), content));
      case RELEASE ->
          Expect.refused(transition, state, store.release(claim, content, Duration.ZERO));
      case EXPIRE ->
          assertEquals(
              0,
              store.expire(
                  Tenant.DEFAULT, s.handler(), Node.start(s.node().id()), Duration.ofDays(9), 99),
              "the number of leases that were ended");
      case CLAIM_DUE -> assertEquals(List.of(), s.claimDue(10), "rows that are due");
      case DEFER ->
          Expect.refused(transition, state, store.defer(key, version, Duration.ofHours(1)));
      case BURY ->
          Expect.refused(transition, state, store.bury(key, version, s.failure(ErrorClass.POISON)));
      case RECOVER ->
          assertEquals(
              List.of(),
              store.recover(
                  s.handler(),
                  100,
                  OnOrphan.RERUN,
                  s.failure(ErrorClass.CRASH_LOOP),
                  s.failure(ErrorClass.UNRECOVERABLE),
                  Duration.ZERO,
                  100),
              "rows that were recovered");
      case AUTHORIZE_REPLAY ->
          Expect.refused(transition, state, store.authorizeReplay(key, version, s.approval()));
      case RESOLVE -> Expect.refused(transition, state, store.resolve(key, version, s.action()));
      case DISCARD -> Expect.refused(transition, state, store.discard(key, version, s.action()));
      case PARK -> {
        ParkResult.Exists exists =
            assertInstanceOf(
                ParkResult.Exists.class, store.park(s.placed(key, 1)), "PARK was to find the row");
        assertEquals(state, exists.row().state(), "the state that PARK found");
      }
    }
  }

  private static QuarantinedMessage message(Scenario s) {
    return new QuarantinedMessage(
        Tenant.DEFAULT,
        s.handler(),
        Metadata.NONE,
        Headers.none(),
        null,
        Payload.of(new byte[] {1}),
        s.failure(ErrorClass.POISON));
  }

  /** A row as an orphan would be seen, whatever the row's state is. */
  private static RowSummary orphan(ConsumptionKey key, ClaimToken token) {
    return new RowSummary(
        key,
        ConsumptionState.PROCESSING,
        token,
        1,
        1,
        0,
        1,
        Duration.ZERO,
        null,
        Duration.ZERO,
        null,
        null,
        null,
        null);
  }

  /**
   * Tries a transition on every state from which it does not start; each must be refused and leave
   * the row as it was.
   *
   * @param s the scenario
   * @param transition the transition
   */
  public static void refusedEverywhereElse(Scenario s, Transition transition) {
    int tried = 0;
    for (ConsumptionState state : ConsumptionState.values()) {
      tried += tryOn(s, transition, state);
    }
    tried += tryOn(s, transition, null);
    assertTrue(tried >= 5, "only " + tried + " states were tried");
  }

  private static int tryOn(Scenario s, Transition transition, ConsumptionState state) {
    if (transition.startsFrom(state)) {
      return 0;
    }
    s.fixture().clear();
    ConsumptionKey key = s.inState(state, "e1");
    s.leaseEnds();
    Picture before = s.picture(key);
    refused(s, transition, key, state);
    s.unchanged(before, key);
    return 1;
  }
}
