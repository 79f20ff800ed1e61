package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
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
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;

/** DEAD_LETTER: the owner gives up. */
public interface DeadLetterRules extends StoreRules {
  private static TransitionResult give(Scenario s, Claim claim, ErrorClass errorClass) {
    return s.store().deadLetter(claim, s.failure(errorClass), s.content(claim.key().eventId()));
  }

  @Rule(
      id = "DEAD_LETTER-1",
      text = "The row is DEAD_LETTER: failure and content, no due time and no lease.",
      lookAt = "the SET clause of dead-letter")
  default void deadLetterSettles(Scenario s) {
    Claim claim = s.claim("e1");
    Expect.done(give(s, claim, ErrorClass.POISON));
    Row row = s.row(claim.key());
    assertEquals(ConsumptionState.DEAD_LETTER, row.summary().state(), "state");
    assertEquals(s.failure(ErrorClass.POISON), row.failure(), "failure");
    assertEquals(s.content("e1"), s.store().content(claim.key()).orElse(null), "content");
    assertNotNull(row.deadSince(), "when it died");
    Expect.almost(
        Duration.ZERO,
        Duration.between(row.updatedAt(), row.deadSince()),
        "from being settled to being dead");
    assertNull(row.dueAt(), "due time");
    assertNull(row.waitReason(), "wait reason");
    assertNull(row.leaseExpiresAt(), "lease");
    assertEquals(1, row.summary().attempt(), "attempt");
    assertEquals(claim.token(), row.summary().token(), "the last token stays");
    assertEquals(2, row.summary().rowVersion(), "row version");
  }

  @Rule(
      id = "DEAD_LETTER-2",
      text = "A wrong token is refused, and nothing changes.",
      lookAt = "the token in the WHERE clause of dead-letter")
  default void deadLetterNeedsTheToken(Scenario s) {
    Claim claim = s.claim("e1");
    Picture before = s.picture(claim.key());
    Expect.refused(
        Transition.DEAD_LETTER,
        ConsumptionState.PROCESSING,
        give(s, new Claim(claim.key(), ClaimToken.random(), 1, 1, 0), ErrorClass.POISON));
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "DEAD_LETTER-3",
      text = "The owner who repeats itself hears EARLIER, and nothing changes.",
      lookAt = "the re-read after dead-letter updates no row")
  default void repeatedDeadLetterIsEarlier(Scenario s) {
    Claim claim = s.claim("e1");
    Expect.done(give(s, claim, ErrorClass.POISON));
    Picture before = s.picture(claim.key());
    Expect.applied(Commit.EARLIER, give(s, claim, ErrorClass.POISON));
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "DEAD_LETTER-4",
      text = "Content that the row has already is kept.",
      lookAt = "payload_state in the SET clause of dead-letter")
  default void deadLetterKeepsContent(Scenario s) {
    Claim claim = s.claimFull("e1");
    Expect.done(s.store().deadLetter(claim, s.failure(ErrorClass.POISON), s.content("other")));
    assertEquals(s.content("e1"), s.store().content(claim.key()).orElse(null), "content");
  }

  @Rule(
      id = "DEAD_LETTER-5",
      text = "Every error class can be recorded but SKIP.",
      lookAt = "error_class and the constraint on its values")
  default void everyErrorClass(Scenario s) {
    for (ErrorClass errorClass : ErrorClass.values()) {
      if (errorClass != ErrorClass.SKIP) {
        Claim claim = s.claim("e-" + errorClass);
        Expect.done(give(s, claim, errorClass));
        assertEquals(errorClass, s.summary(claim.key()).errorClass(), "error class");
      }
    }
  }

  @Rule(
      id = "DEAD_LETTER-6",
      text = "A dead letter is never due.",
      lookAt = "the state in the WHERE clause of claim-due")
  default void deadLetterIsNeverDue(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    Expect.done(give(s, s.claimOnlyDue().claim(), ErrorClass.UNRECOVERABLE));
    s.fixture().elapse(Duration.ofDays(1));
    assertEquals(0, s.claimDue(10).size(), "rows that are due");
    assertEquals(ConsumptionState.DEAD_LETTER, s.summary(key).state(), "state");
  }
}
