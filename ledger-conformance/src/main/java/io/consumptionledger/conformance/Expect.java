package io.consumptionledger.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TakeOverResult;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;

/** What rules expect of results; each check says what it got instead. */
public final class Expect {
  private Expect() {}

  /**
   * The row moved and the change is committed by this call.
   *
   * @param result what the store answered
   */
  public static void done(TransitionResult result) {
    applied(Commit.DONE, result);
  }

  /**
   * The row moved.
   *
   * @param commit how sure it must be
   * @param result what the store answered
   */
  public static void applied(Commit commit, TransitionResult result) {
    assertEquals(new TransitionResult.Applied(commit), result, "the row was to move");
  }

  /**
   * The row did not move.
   *
   * @param wanted the transition that was asked for
   * @param actual the state the row is in, null for no row
   * @param result what the store answered
   * @return the row that the refusal shows, null for no row
   */
  public static RowSummary refused(
      Transition wanted, ConsumptionState actual, TransitionResult result) {
    TransitionResult.Refused refused =
        assertInstanceOf(TransitionResult.Refused.class, result, wanted + " was to be refused");
    assertEquals(wanted, refused.wanted(), "the refusal names the wanted transition");
    RowSummary row = refused.actual();
    if (actual == null) {
      assertNull(row, "the refusal shows a row although there is none");
    } else {
      assertNotNull(row, "the refusal does not show the row");
      assertEquals(actual, row.state(), "the state that the refusal shows");
      assertEquals(refused.key(), row.key(), "the key of the row that the refusal shows");
    }
    return row;
  }

  /**
   * The claim was made.
   *
   * @param result what the store answered
   * @return the claim
   */
  public static Claim claimed(ClaimResult result) {
    return assertInstanceOf(
            ClaimResult.Claimed.class, result, "the claim was to be made; the row exists already")
        .claim();
  }

  /**
   * The row was there already.
   *
   * @param state the state it is in
   * @param result what the store answered
   * @return the row
   */
  public static RowSummary exists(ConsumptionState state, ClaimResult result) {
    RowSummary row =
        assertInstanceOf(
                ClaimResult.Exists.class, result, "the claim was to find the row that is there")
            .row();
    assertEquals(state, row.state(), "the state that the claim found");
    return row;
  }

  /**
   * The row was taken over.
   *
   * @param result what the store answered
   * @return the new claim
   */
  public static Claim takenOver(TakeOverResult result) {
    return assertInstanceOf(
            TakeOverResult.TakenOver.class, result, "the orphan was to be taken over")
        .claim();
  }

  /**
   * The take-over was refused.
   *
   * @param actual the state the row is in, null for no row
   * @param result what the store answered
   * @return the row that the refusal shows, null for no row
   */
  public static RowSummary notTakenOver(ConsumptionState actual, TakeOverResult result) {
    RowSummary row =
        assertInstanceOf(TakeOverResult.Refused.class, result, "the take-over was to be refused")
            .actual();
    assertEquals(actual, row == null ? null : row.state(), "the state that the refusal shows");
    return row;
  }

  /**
   * The record stands.
   *
   * @param commit how sure it must be
   * @param result what the store answered
   */
  public static void recorded(Commit commit, RecordResult result) {
    assertEquals(new RecordResult.Recorded(commit), result, "the record was to be made");
  }

  /**
   * The record was not made.
   *
   * @param state the state of the row that is there
   * @param result what the store answered
   * @return that row
   */
  public static RowSummary conflict(ConsumptionState state, RecordResult result) {
    RowSummary row =
        assertInstanceOf(
                RecordResult.Conflict.class, result, "the record was to be refused as a conflict")
            .row();
    assertEquals(state, row.state(), "the state of the row in the way");
    return row;
  }

  /**
   * A time that runs down, or up to a bound, read a moment after it began.
   *
   * @param bound where it began or is to end
   * @param actual what was read; not null
   * @param what what it is, for the message
   */
  public static void closeTo(Duration bound, Duration actual, String what) {
    assertNotNull(actual, what + " is missing");
    Duration off = bound.minus(actual).abs();
    assertTrue(
        off.compareTo(Duration.ofSeconds(60)) < 0, what + " is " + actual + ", expected " + bound);
  }

  /**
   * The time between two instants that one statement wrote: the clock may move in between, but
   * hardly.
   *
   * @param expected the time
   * @param actual what was read
   * @param what what it is, for the message
   */
  public static void almost(Duration expected, Duration actual, String what) {
    Duration off = expected.minus(actual).abs();
    assertTrue(
        off.compareTo(Duration.ofMillis(200)) < 0,
        what + " is " + actual + ", expected " + expected);
  }
}
