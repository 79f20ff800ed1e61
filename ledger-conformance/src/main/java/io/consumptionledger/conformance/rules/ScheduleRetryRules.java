package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;

/** SCHEDULE_RETRY: the owner failed and will run again. */
public interface ScheduleRetryRules extends StoreRules {
  private static TransitionResult retry(Scenario s, Claim claim) {
    return s.store()
        .scheduleRetry(
            claim,
            s.failure(ErrorClass.RETRYABLE),
            s.content(claim.key().eventId()),
            Scenario.DELAY);
  }

  @Rule(
      id = "SCHEDULE_RETRY-1",
      text =
          "The row waits: failure, content, due time and reason FAILURE; attempt and token stay.",
      lookAt = "the SET clause of schedule-retry")
  default void retryIsScheduled(Scenario s) {
    Claim claim = s.claim("e1");
    Expect.done(retry(s, claim));
    Row row = s.row(claim.key());
    RowSummary summary = row.summary();
    assertEquals(ConsumptionState.RETRY_SCHEDULED, summary.state(), "state");
    assertEquals(WaitReason.FAILURE, row.waitReason(), "wait reason");
    assertEquals(s.failure(ErrorClass.RETRYABLE), row.failure(), "failure");
    assertEquals(ErrorClass.RETRYABLE, summary.errorClass(), "error class");
    assertEquals(s.content("e1"), s.store().content(claim.key()).orElse(null), "content");
    Expect.closeTo(Scenario.DELAY, summary.dueIn(), "the time until it is due");
    Expect.almost(
        Scenario.DELAY, Duration.between(row.updatedAt(), row.dueAt()), "the due time's distance");
    assertEquals(1, summary.attempt(), "attempt");
    assertEquals(claim.token(), summary.token(), "the last token stays");
    assertEquals(2, summary.rowVersion(), "row version");
    assertNull(row.leaseExpiresAt(), "lease");
  }

  @Rule(
      id = "SCHEDULE_RETRY-2",
      text = "A wrong token is refused, and nothing changes.",
      lookAt = "the token in the WHERE clause of schedule-retry")
  default void retryNeedsTheToken(Scenario s) {
    Claim claim = s.claim("e1");
    Picture before = s.picture(claim.key());
    Expect.refused(
        Transition.SCHEDULE_RETRY,
        ConsumptionState.PROCESSING,
        retry(s, new Claim(claim.key(), ClaimToken.random(), 1, 1, 0)));
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "SCHEDULE_RETRY-3",
      text = "The owner who repeats itself hears EARLIER; the due time does not move.",
      lookAt = "the re-read after schedule-retry updates no row")
  default void repeatedRetryIsEarlier(Scenario s) {
    Claim claim = s.claim("e1");
    Expect.done(retry(s, claim));
    s.fixture().elapse(Duration.ofMinutes(1));
    Picture before = s.picture(claim.key());
    Expect.applied(Commit.EARLIER, retry(s, claim));
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "SCHEDULE_RETRY-4",
      text = "Content that the row has already is kept.",
      lookAt = "payload_state in the SET clause of schedule-retry")
  default void retryKeepsContent(Scenario s) {
    Claim claim = s.claimFull("e1");
    Expect.done(
        s.store()
            .scheduleRetry(
                claim, s.failure(ErrorClass.RETRYABLE), s.content("other"), Duration.ZERO));
    assertEquals(s.content("e1"), s.store().content(claim.key()).orElse(null), "content");
  }

  @Rule(
      id = "SCHEDULE_RETRY-5",
      text = "Without a delay the row is due at once.",
      lookAt = "rounding of the due time, and the clock that claim-due compares it with")
  default void withoutDelayDueAtOnce(Scenario s) {
    for (int i = 0; i < 20; i++) {
      ConsumptionKey key = s.scheduled("e" + i, Duration.ZERO);
      assertEquals(key, s.claimOnlyDue().claim().key(), "the row that is due at once");
    }
  }

  @Rule(
      id = "SCHEDULE_RETRY-6",
      text = "Each failure replaces the one before, in every part.",
      lookAt = "the error columns in the SET clause of schedule-retry")
  default void failureReplacesTheOneBefore(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    Failure second = Failure.of(ErrorClass.RETRYABLE, "java.io.IOException", null, null);
    Expect.done(
        s.store().scheduleRetry(s.claimOnlyDue().claim(), second, s.content("e1"), Duration.ZERO));
    assertEquals(second, s.row(key).failure(), "failure");
  }

  @Rule(
      id = "SCHEDULE_RETRY-7",
      text = "A delay of a hundred years, and one of a microsecond, are kept.",
      lookAt = "how durations are bound and added")
  default void longAndShortDelays(Scenario s) {
    for (Duration delay : new Duration[] {Duration.ofDays(36_525), Duration.ofNanos(1_000)}) {
      Row row = s.row(s.scheduled("e" + delay, delay));
      Expect.almost(delay, Duration.between(row.updatedAt(), row.dueAt()), "the delay");
    }
  }
}
