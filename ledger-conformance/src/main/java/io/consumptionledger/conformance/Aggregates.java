package io.consumptionledger.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.ParkResult;
import io.consumptionledger.spi.Row;
import java.time.Duration;

/** Rows with an order, and the ways to bring them onto the stage. */
public final class Aggregates {
  /** The aggregate that rows belong to unless a rule says otherwise. */
  public static final String FIRST = "a-1";

  private Aggregates() {}

  /**
   * A new row with content and a place.
   *
   * @param s the samples to make it of
   * @param key its key
   * @param aggregate its aggregate
   * @param place its place, or null for the next in order of arrival
   * @return the row
   */
  public static NewRow placed(Samples s, ConsumptionKey key, String aggregate, Long place) {
    Delivery delivery = s.delivery(key.eventId()).aggregate("account", aggregate).build();
    return new NewRow(
        key,
        delivery.metadata(),
        delivery.payload().hash().orElse(null),
        Content.of(delivery, Samples.MAX_BYTES),
        new Order("account", aggregate, place));
  }

  /**
   * A new row of the first aggregate, without content.
   *
   * @param s the scenario
   * @param event its event
   * @param place its place, or null for the next in order of arrival
   * @return the row
   */
  public static NewRow bare(Scenario s, String event, Long place) {
    NewRow full = placed(s, s.key(event), FIRST, place);
    return new NewRow(full.key(), full.metadata(), full.payloadHash(), null, full.order());
  }

  /**
   * Tries to claim a row.
   *
   * @param s the scenario
   * @param row the row
   * @return what the store answered
   */
  public static ClaimResult tryClaim(Scenario s, NewRow row) {
    return tryClaim(s, s.store(), row);
  }

  /**
   * Tries to claim a row.
   *
   * @param s the scenario
   * @param store through which store
   * @param row the row
   * @return what the store answered
   */
  public static ClaimResult tryClaim(Scenario s, LedgerStore store, NewRow row) {
    return store.claim(row, ClaimToken.random(), s.node(), Scenario.LEASE);
  }

  /**
   * Claims a row of the first aggregate, without content.
   *
   * @param s the scenario
   * @param event its event
   * @param place its place
   * @return the claim
   */
  public static Claim claim(Scenario s, String event, long place) {
    return s.claim(bare(s, event, place));
  }

  /**
   * Expects that a row is held back, and that nothing was written.
   *
   * @param s the scenario
   * @param row the row
   */
  public static void blocked(Scenario s, NewRow row) {
    assertEquals(new ClaimResult.Blocked(), tryClaim(s, row), row.key() + " was to be held back");
    assertEquals(true, s.store().get(row.key()).isEmpty(), "a row that was held back is not there");
  }

  /**
   * Parks a row of the first aggregate.
   *
   * @param s the scenario
   * @param event its event
   * @param place its place
   * @return its key
   */
  public static ConsumptionKey park(Scenario s, String event, long place) {
    NewRow row = placed(s, s.key(event), FIRST, place);
    assertInstanceOf(ParkResult.Parked.class, s.store().park(row), event + " was to be parked");
    return row.key();
  }

  /**
   * Brings a row of the first aggregate into an unresolved state.
   *
   * @param s the scenario
   * @param state PROCESSING, RETRY_SCHEDULED or DEAD_LETTER
   * @param event its event
   * @param place its place
   * @return its claim, which is over unless it is PROCESSING
   */
  public static Claim open(Scenario s, ConsumptionState state, String event, long place) {
    Claim claim = claim(s, event, place);
    switch (state) {
      case PROCESSING -> {}
      case RETRY_SCHEDULED -> retry(s, claim, Scenario.DELAY);
      case DEAD_LETTER ->
          Expect.done(s.store().deadLetter(claim, s.failure(ErrorClass.POISON), s.content(event)));
      default -> throw new IllegalArgumentException(state + " is final");
    }
    return claim;
  }

  /**
   * Schedules a retry.
   *
   * @param s the scenario
   * @param claim whose
   * @param delay the time until it is due
   */
  public static void retry(Scenario s, Claim claim, Duration delay) {
    Expect.done(
        s.store()
            .scheduleRetry(
                claim, s.failure(ErrorClass.RETRYABLE), s.content(claim.key().eventId()), delay));
  }

  /**
   * Expects that a row waits for its turn and is not due.
   *
   * @param s the scenario
   * @param key the row
   */
  public static void waits(Scenario s, ConsumptionKey key) {
    Row row = s.row(key);
    assertEquals(WaitReason.ORDER, row.waitReason(), "why " + key + " waits");
    assertNull(row.dueAt(), key + " is due although its turn has not come");
  }

  /**
   * Expects that a row that waited for its turn is due now.
   *
   * @param s the scenario
   * @param key the row
   */
  public static void isFreed(Scenario s, ConsumptionKey key) {
    Row row = s.row(key);
    assertEquals(WaitReason.ORDER, row.waitReason(), "why " + key + " waits");
    assertNotNull(row.dueAt(), key + " was to become due");
    Expect.closeTo(Duration.ZERO, row.summary().dueIn(), "the time until " + key + " is due");
  }
}
