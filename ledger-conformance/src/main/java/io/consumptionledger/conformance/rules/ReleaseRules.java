package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
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
import java.time.Duration;

/** RELEASE: the handler says "later", which is not a failure. */
public interface ReleaseRules extends StoreRules {
  @Rule(
      id = "RELEASE-1",
      text = "The row waits with reason YIELD and content; one more yield, same attempt, no error.",
      lookAt = "the SET clause of release")
  default void releasedRowWaits(Scenario s) {
    Claim claim = s.claim("e1");
    Expect.done(s.store().release(claim, s.content("e1"), Scenario.DELAY));
    Row row = s.row(claim.key());
    assertEquals(ConsumptionState.RETRY_SCHEDULED, row.summary().state(), "state");
    assertEquals(WaitReason.YIELD, row.waitReason(), "wait reason");
    assertEquals(1, row.summary().yields(), "yields");
    assertEquals(1, row.summary().attempt(), "attempt");
    assertNull(row.failure(), "failure");
    assertEquals(s.content("e1"), s.store().content(claim.key()).orElse(null), "content");
    Expect.closeTo(Scenario.DELAY, row.summary().dueIn(), "the time until it is due");
    assertNull(row.leaseExpiresAt(), "lease");
    assertEquals(2, row.summary().rowVersion(), "row version");
  }

  @Rule(
      id = "RELEASE-2",
      text = "A wrong token is refused, and nothing changes.",
      lookAt = "the token in the WHERE clause of release")
  default void releaseNeedsTheToken(Scenario s) {
    Claim claim = s.claim("e1");
    Picture before = s.picture(claim.key());
    Expect.refused(
        Transition.RELEASE,
        ConsumptionState.PROCESSING,
        s.store()
            .release(
                new Claim(claim.key(), ClaimToken.random(), 1, 1, 0),
                s.content("e1"),
                Scenario.DELAY));
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "RELEASE-3",
      text = "The owner who repeats itself hears EARLIER; it yields only once.",
      lookAt = "the re-read after release updates no row")
  default void repeatedReleaseIsEarlier(Scenario s) {
    Claim claim = s.claim("e1");
    Expect.done(s.store().release(claim, s.content("e1"), Scenario.DELAY));
    Picture before = s.picture(claim.key());
    Expect.applied(Commit.EARLIER, s.store().release(claim, s.content("e1"), Scenario.DELAY));
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "RELEASE-4",
      text = "Error and content from before stay as they were.",
      lookAt = "the error columns and payload_state in the SET clause of release")
  default void releaseKeepsErrorAndContent(Scenario s) {
    s.scheduled("e1", Duration.ZERO);
    Claim claim = s.claimOnlyDue().claim();
    Expect.done(s.store().release(claim, s.content("other"), Scenario.DELAY));
    assertEquals(s.failure(ErrorClass.RETRYABLE), s.row(claim.key()).failure(), "failure");
    assertEquals(s.content("e1"), s.store().content(claim.key()).orElse(null), "content");
    assertEquals(WaitReason.YIELD, s.row(claim.key()).waitReason(), "wait reason");
  }

  @Rule(
      id = "RELEASE-5",
      text = "A retry after a release is not mistaken for it: another verdict is refused.",
      lookAt = "whether the re-read compares the wait reason")
  default void retryIsNotRelease(Scenario s) {
    Claim claim = s.claim("e1");
    Expect.done(s.store().release(claim, s.content("e1"), Scenario.DELAY));
    Picture before = s.picture(claim.key());
    Expect.refused(
        Transition.SCHEDULE_RETRY,
        ConsumptionState.RETRY_SCHEDULED,
        s.store()
            .scheduleRetry(
                claim, s.failure(ErrorClass.RETRYABLE), s.content("e1"), Scenario.DELAY));
    s.unchanged(before, claim.key());
  }
}
