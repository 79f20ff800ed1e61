package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Transition;
import io.consumptionledger.TransitionRefusedException;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Verbs;

/**
 * Every verb on every state from which the table of transitions does not let it start, with the
 * best proof there can be: refused, and nothing changes.
 */
public interface RefusedRules extends StoreRules {
  @Rule(
      id = "REFUSED-1",
      text = "CLAIM is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of claim")
  default void refusedClaim(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.CLAIM);
  }

  @Rule(
      id = "REFUSED-2",
      text = "COMPLETE is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of complete")
  default void refusedComplete(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.COMPLETE);
  }

  @Rule(
      id = "REFUSED-3",
      text = "RECORD_FAILURE is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of record-failure")
  default void refusedRecordFailure(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.RECORD_FAILURE);
  }

  @Rule(
      id = "REFUSED-4",
      text = "RECORD_TERMINAL is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of record-terminal")
  default void refusedRecordTerminal(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.RECORD_TERMINAL);
  }

  @Rule(
      id = "REFUSED-5",
      text = "TAKE_OVER is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of take-over")
  default void refusedTakeOver(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.TAKE_OVER);
  }

  @Rule(
      id = "REFUSED-6",
      text = "RENEW is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of renew")
  default void refusedRenew(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.RENEW);
  }

  @Rule(
      id = "REFUSED-7",
      text = "SUCCEED is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of succeed")
  default void refusedSucceed(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.SUCCEED);
  }

  @Rule(
      id = "REFUSED-8",
      text = "SCHEDULE_RETRY is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of schedule-retry")
  default void refusedScheduleRetry(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.SCHEDULE_RETRY);
  }

  @Rule(
      id = "REFUSED-9",
      text = "DEAD_LETTER is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of dead-letter")
  default void refusedDeadLetter(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.DEAD_LETTER);
  }

  @Rule(
      id = "REFUSED-10",
      text = "DEAD_LETTER_ORPHAN is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of dead-letter-orphan")
  default void refusedDeadLetterOrphan(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.DEAD_LETTER_ORPHAN);
  }

  @Rule(
      id = "REFUSED-11",
      text = "RELEASE is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of release")
  default void refusedRelease(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.RELEASE);
  }

  @Rule(
      id = "REFUSED-12",
      text = "EXPIRE is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of expire")
  default void refusedExpire(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.EXPIRE);
  }

  @Rule(
      id = "REFUSED-13",
      text = "CLAIM_DUE is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of claim-due")
  default void refusedClaimDue(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.CLAIM_DUE);
  }

  @Rule(
      id = "REFUSED-14",
      text = "DEFER is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of defer")
  default void refusedDefer(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.DEFER);
  }

  @Rule(
      id = "REFUSED-15",
      text = "BURY is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of bury")
  default void refusedBury(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.BURY);
  }

  @Rule(
      id = "REFUSED-16",
      text = "RECOVER is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of recover")
  default void refusedRecover(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.RECOVER);
  }

  @Rule(
      id = "REFUSED-17",
      text = "AUTHORIZE_REPLAY is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of authorize-replay")
  default void refusedAuthorizeReplay(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.AUTHORIZE_REPLAY);
  }

  @Rule(
      id = "REFUSED-18",
      text = "RESOLVE is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of resolve")
  default void refusedResolve(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.RESOLVE);
  }

  @Rule(
      id = "REFUSED-19",
      text = "DISCARD is refused on every state from which it does not start.",
      lookAt = "the state in the WHERE clause of discard")
  default void refusedDiscard(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.DISCARD);
  }

  @Rule(
      id = "REFUSED-20",
      text = "A refusal can be thrown, and names key, actual state, attempt and wanted transition.",
      lookAt = "what a refusal carries")
  default void refusalNamesWhatItKnows(Scenario s) {
    ConsumptionKey key = s.succeeded("e1");
    TransitionRefusedException refusal =
        assertThrows(
            TransitionRefusedException.class,
            () -> s.store().discard(key, s.version(key), s.action()).orThrow());
    assertEquals(key, refusal.key(), "key");
    assertEquals(Transition.DISCARD, refusal.wanted(), "wanted transition");
    assertEquals(ConsumptionState.SUCCEEDED, refusal.actual().orElse(null), "actual state");
    assertEquals(1, refusal.attempt(), "attempt");
    for (String part : new String[] {key.toString(), "SUCCEEDED", "DISCARD"}) {
      assertTrue(refusal.getMessage().contains(part), part + " in: " + refusal.getMessage());
    }
  }

  @Rule(
      id = "REFUSED-21",
      text = "PARK is refused on every state from which it does not start.",
      lookAt = "how park looks for the row that is there")
  default void refusedPark(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.PARK);
  }

  @Rule(
      id = "REFUSED-22",
      text =
          "ADMIT is refused on every state from which it does not start: the message is a duplicate.",
      lookAt = "how admit looks for the row that is there")
  default void refusedAdmit(Scenario s) {
    Verbs.refusedEverywhereElse(s, Transition.ADMIT);
  }
}
