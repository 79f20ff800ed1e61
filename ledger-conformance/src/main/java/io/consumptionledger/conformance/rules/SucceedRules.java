package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Transition;
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
import java.time.Duration;

/** SUCCEED: the owner is done. */
public interface SucceedRules extends StoreRules {
  @Rule(
      id = "SUCCEED-1",
      text = "The row is SUCCEEDED: no lease, no due time; token, epoch and attempt stay.",
      lookAt = "the SET clause of succeed")
  default void succeedSettles(Scenario s) {
    Claim claim = s.claim("e1");
    s.fixture().elapse(Duration.ofMinutes(1));
    Row before = s.row(claim.key());
    Expect.done(s.store().succeed(claim));
    Row row = s.row(claim.key());
    RowSummary summary = row.summary();
    assertEquals(ConsumptionState.SUCCEEDED, summary.state(), "state");
    assertEquals(claim.token(), summary.token(), "the last token stays");
    assertEquals(1, summary.epoch(), "epoch");
    assertEquals(1, summary.attempt(), "attempt");
    assertEquals(2, summary.rowVersion(), "row version");
    assertNull(summary.leaseLeft(), "lease");
    assertNull(row.dueAt(), "due time");
    assertEquals(before.receivedAt(), row.receivedAt(), "received at");
    Duration took = Duration.between(before.receivedAt(), row.updatedAt());
    Duration passed = summary.age();
    assertTrue(took.compareTo(passed) <= 0, "settled " + took + " after, of an age of " + passed);
    assertTrue(row.updatedAt().isAfter(before.updatedAt()), "updated at is the settle time");
  }

  @Rule(
      id = "SUCCEED-2",
      text = "A wrong token is refused, and nothing changes.",
      lookAt = "the token in the WHERE clause of succeed, and its update count")
  default void succeedNeedsTheToken(Scenario s) {
    Claim claim = s.claim("e1");
    Picture before = s.picture(claim.key());
    Claim forged = new Claim(claim.key(), ClaimToken.random(), 1, 1, 0);
    RowSummary seen =
        Expect.refused(Transition.SUCCEED, ConsumptionState.PROCESSING, s.store().succeed(forged));
    assertEquals(claim.token(), seen.token(), "the token of the row as it is");
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "SUCCEED-3",
      text = "The owner who repeats itself hears EARLIER, and nothing changes.",
      lookAt = "the re-read after succeed updates no row")
  default void repeatedSuccessIsEarlier(Scenario s) {
    Claim claim = s.claim("e1");
    Expect.done(s.store().succeed(claim));
    Picture before = s.picture(claim.key());
    Expect.applied(Commit.EARLIER, s.store().succeed(claim));
    Expect.applied(Commit.EARLIER, s.second().succeed(claim));
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "SUCCEED-4",
      text = "An owner whose lease has ended still settles, as long as nobody has taken the row.",
      lookAt = "whether succeed looks at the lease")
  default void lateOwnerStillSettles(Scenario s) {
    Claim claim = s.claim("e1");
    s.leaseEnds();
    Expect.done(s.store().succeed(claim));
  }

  @Rule(
      id = "SUCCEED-5",
      text = "After failures, success clears error and content, and keeps the payload's hash.",
      lookAt = "the columns that succeed clears")
  default void successClearsErrorAndContent(Scenario s) {
    s.scheduled("e1", Duration.ZERO);
    Claim claim = s.claimOnlyDue().claim();
    Expect.done(s.store().succeed(claim));
    Row row = s.row(claim.key());
    assertNull(row.failure(), "error");
    assertNull(row.summary().errorClass(), "error class");
    assertNull(row.summary().payloadState(), "payload state");
    assertTrue(s.store().content(claim.key()).isEmpty(), "content");
    assertEquals(s.bare("e1").payloadHash(), row.summary().payloadHash(), "payload hash");
    assertEquals(s.bare("e1").metadata(), row.metadata(), "metadata");
  }

  @Rule(
      id = "SUCCEED-6",
      text = "An owner does not change its mind: after another verdict success is refused.",
      lookAt = "whether the re-read compares the state, and not only the token")
  default void noOtherVerdictAfterwards(Scenario s) {
    Claim claim = s.claim("e1");
    Expect.done(
        s.store()
            .deadLetter(claim, s.failure(io.consumptionledger.ErrorClass.POISON), s.content("e1")));
    Picture before = s.picture(claim.key());
    Expect.refused(Transition.SUCCEED, ConsumptionState.DEAD_LETTER, s.store().succeed(claim));
    s.unchanged(before, claim.key());
  }
}
