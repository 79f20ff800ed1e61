package io.consumptionledger;

import static io.consumptionledger.ConsumptionState.DISCARDED;
import static io.consumptionledger.ConsumptionState.PROCESSING;
import static io.consumptionledger.ConsumptionState.RETRY_SCHEDULED;
import static io.consumptionledger.ConsumptionState.SUCCEEDED;
import static io.consumptionledger.Transition.AttemptEffect.RAISED;
import static io.consumptionledger.Transition.AttemptEffect.RESET;
import static io.consumptionledger.Transition.AttemptEffect.SET_TO_ONE;
import static io.consumptionledger.Transition.AttemptEffect.SET_TO_ZERO;
import static io.consumptionledger.Transition.AttemptEffect.UNCHANGED;
import static io.consumptionledger.Transition.Proof.EXPIRED_LEASE;
import static io.consumptionledger.Transition.Proof.INCARNATION;
import static io.consumptionledger.Transition.Proof.KEY;
import static io.consumptionledger.Transition.Proof.ROW_VERSION;
import static io.consumptionledger.Transition.Proof.STATE_AND_DUE;
import static io.consumptionledger.Transition.Proof.TOKEN;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Every way a row may move; there is no other. The name of a transition is also the name of the
 * store's method, of the SQL file, of the conformance rules and of the heading in the state
 * machine's documentation.
 */
public enum Transition {
  // @formatter:off
  CLAIM(null, KEY, SET_TO_ONE, PROCESSING),
  PARK(null, KEY, SET_TO_ZERO, RETRY_SCHEDULED),
  COMPLETE(null, KEY, SET_TO_ONE, SUCCEEDED),
  RECORD_FAILURE(null, KEY, SET_TO_ONE, RETRY_SCHEDULED, ConsumptionState.DEAD_LETTER),
  RECORD_TERMINAL(null, KEY, SET_TO_ONE, ConsumptionState.DEAD_LETTER),
  ADMIT(null, KEY, SET_TO_ZERO, RETRY_SCHEDULED),
  TAKE_OVER(PROCESSING, EXPIRED_LEASE, RAISED, PROCESSING),
  RENEW(PROCESSING, TOKEN, UNCHANGED, PROCESSING),
  SUCCEED(PROCESSING, TOKEN, UNCHANGED, SUCCEEDED),
  SCHEDULE_RETRY(PROCESSING, TOKEN, UNCHANGED, RETRY_SCHEDULED),
  DEAD_LETTER(PROCESSING, TOKEN, UNCHANGED, ConsumptionState.DEAD_LETTER),
  DEAD_LETTER_ORPHAN(PROCESSING, EXPIRED_LEASE, UNCHANGED, ConsumptionState.DEAD_LETTER),
  RELEASE(PROCESSING, TOKEN, UNCHANGED, RETRY_SCHEDULED),
  EXPIRE(PROCESSING, INCARNATION, UNCHANGED, PROCESSING),
  CLAIM_DUE(RETRY_SCHEDULED, STATE_AND_DUE, RAISED, PROCESSING),
  DEFER(RETRY_SCHEDULED, ROW_VERSION, UNCHANGED, RETRY_SCHEDULED),
  BURY(RETRY_SCHEDULED, ROW_VERSION, UNCHANGED, ConsumptionState.DEAD_LETTER),
  RECOVER(PROCESSING, EXPIRED_LEASE, UNCHANGED, RETRY_SCHEDULED, ConsumptionState.DEAD_LETTER),
  AUTHORIZE_REPLAY(ConsumptionState.DEAD_LETTER, ROW_VERSION, RESET, RETRY_SCHEDULED),
  RESOLVE(ConsumptionState.DEAD_LETTER, ROW_VERSION, UNCHANGED, SUCCEEDED),
  DISCARD(ConsumptionState.DEAD_LETTER, ROW_VERSION, UNCHANGED, DISCARDED);

  // @formatter:on

  /** What a writer must show before the row moves. */
  public enum Proof {
    /** That no row has this key yet. */
    KEY,
    /** The fencing token of the current claim. */
    TOKEN,
    /** That the database's clock has passed the lease, together with the token that was seen. */
    EXPIRED_LEASE,
    /** The node and incarnation that hold the claim. */
    INCARNATION,
    /** That the row waits and its due time has come. */
    STATE_AND_DUE,
    /** The row version that was read. */
    ROW_VERSION
  }

  /** What happens to the count of starts. */
  public enum AttemptEffect {
    /** A new row that has been started once. */
    SET_TO_ONE,
    /** A new row that has not been started. */
    SET_TO_ZERO,
    /** One more start. */
    RAISED,
    /** No change. */
    UNCHANGED,
    /** Back to zero starts and zero yields, in a new replay generation. */
    RESET
  }

  private final ConsumptionState from;
  private final Proof proof;
  private final AttemptEffect attemptEffect;
  private final Set<ConsumptionState> to;

  Transition(
      ConsumptionState from,
      Proof proof,
      AttemptEffect attemptEffect,
      ConsumptionState to,
      ConsumptionState... orTo) {
    this.from = from;
    this.proof = proof;
    this.attemptEffect = attemptEffect;
    this.to = EnumSet.of(to, orTo);
  }

  /**
   * The state a row must be in.
   *
   * @return the state, or empty when there must be no row yet
   */
  public Optional<ConsumptionState> from() {
    return Optional.ofNullable(from);
  }

  /**
   * The states this transition can lead to.
   *
   * @return a copy, never empty
   */
  public Set<ConsumptionState> to() {
    return EnumSet.copyOf(to);
  }

  /**
   * What the writer must show.
   *
   * @return the proof, never null
   */
  public Proof proof() {
    return proof;
  }

  /**
   * What happens to the row's count of starts.
   *
   * @return the effect, never null
   */
  public AttemptEffect attemptEffect() {
    return attemptEffect;
  }

  /**
   * Whether a row in the given state may take this transition, provided the proof holds.
   *
   * @param state the row's state, or null when there is no row
   * @return true if the table above has such a line
   */
  public boolean startsFrom(ConsumptionState state) {
    return from == state;
  }

  /**
   * The name of the SQL file (without its ending) that carries this transition.
   *
   * @return for example {@code schedule-retry}
   */
  public String fileName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
