package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.Headers;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TransitionResult;

/** DEAD_LETTER_ORPHAN: a claim whose lease has ended and that must not run again. */
public interface DeadLetterOrphanRules extends StoreRules {
  private static TransitionResult bury(Scenario s, RowSummary seen) {
    return s.store()
        .deadLetterOrphan(seen, s.failure(ErrorClass.CRASH_LOOP), s.content(seen.key().eventId()));
  }

  @Rule(
      id = "DEAD_LETTER_ORPHAN-1",
      text = "An orphan becomes a dead letter with failure and content, and with a new token.",
      lookAt = "the SET clause of dead-letter-orphan")
  default void orphanBecomesDeadLetter(Scenario s) {
    Claim owner = s.claim("e1");
    s.leaseEnds();
    Expect.done(bury(s, s.summary(owner.key())));
    Row row = s.row(owner.key());
    assertEquals(ConsumptionState.DEAD_LETTER, row.summary().state(), "state");
    assertEquals(s.failure(ErrorClass.CRASH_LOOP), row.failure(), "failure");
    assertEquals(s.content("e1"), s.store().content(owner.key()).orElse(null), "content");
    assertNotEquals(owner.token(), row.summary().token(), "the old owner's token is replaced");
    assertNotNull(row.summary().token(), "there is a token");
    assertEquals(1, row.summary().attempt(), "attempt");
    assertEquals(1, row.summary().epoch(), "epoch");
    assertEquals(2, row.summary().rowVersion(), "row version");
    assertNotNull(row.deadSince(), "when it died");
    assertNull(row.leaseExpiresAt(), "lease");
    Expect.refused(Transition.SUCCEED, ConsumptionState.DEAD_LETTER, s.store().succeed(owner));
  }

  @Rule(
      id = "DEAD_LETTER_ORPHAN-2",
      text = "While the lease lasts the row is not touched.",
      lookAt = "the lease in the WHERE clause of dead-letter-orphan")
  default void liveClaimIsNoOrphan(Scenario s) {
    Claim owner = s.claim("e1");
    Picture before = s.picture(owner.key());
    Expect.refused(
        Transition.DEAD_LETTER_ORPHAN,
        ConsumptionState.PROCESSING,
        bury(s, s.summary(owner.key())));
    s.unchanged(before, owner.key());
  }

  @Rule(
      id = "DEAD_LETTER_ORPHAN-3",
      text = "Who saw an older token does not touch the row, even if the lease has ended again.",
      lookAt = "the token in the WHERE clause of dead-letter-orphan")
  default void orphanIsKnownByItsToken(Scenario s) {
    ConsumptionKey key = s.claim("e1").key();
    s.leaseEnds();
    RowSummary seenBefore = s.summary(key);
    s.takeOver(key);
    s.leaseEnds();
    Picture before = s.picture(key);
    Expect.refused(Transition.DEAD_LETTER_ORPHAN, ConsumptionState.PROCESSING, bury(s, seenBefore));
    s.unchanged(before, key);
  }

  @Rule(
      id = "DEAD_LETTER_ORPHAN-4",
      text =
          "Content that the row has already is kept; the content at hand is not written over it.",
      lookAt = "payload_state in the SET clause of dead-letter-orphan")
  default void orphanKeepsItsContent(Scenario s) {
    Claim owner = s.claimFull("e1");
    s.leaseEnds();
    Failure failure = s.failure(ErrorClass.CRASH_LOOP);
    Expect.done(s.store().deadLetterOrphan(s.summary(owner.key()), failure, s.content("another")));
    assertEquals(s.content("e1"), s.store().content(owner.key()).orElse(null), "content");
  }

  @Rule(
      id = "DEAD_LETTER_ORPHAN-5",
      text = "A row that is gone stays gone.",
      lookAt = "what dead-letter-orphan answers when no row is updated")
  default void goneOrphanStaysGone(Scenario s) {
    Claim owner = s.claim("e1");
    s.leaseEnds();
    RowSummary seen = s.summary(owner.key());
    s.fixture().clear();
    Expect.refused(Transition.DEAD_LETTER_ORPHAN, null, bury(s, seen));
    assertTrue(s.store().get(owner.key()).isEmpty(), "there is still no row");
  }

  @Rule(
      id = "DEAD_LETTER_ORPHAN-6",
      text = "Content of another payload than the row's hash is kept, also beside a tombstone.",
      lookAt = "constraints that tie payload_sha256 to payload_state")
  default void contentOfAnotherPayloadIsKept(Scenario s) {
    Claim bytesFirst = s.claim("e1");
    NewRow like = s.bare("e2");
    Claim tombstoneFirst = s.claim(new NewRow(like.key(), like.metadata(), null, null));
    Content tombstone = Content.stored(PayloadState.TOMBSTONE, null, Headers.none(), null);
    s.leaseEnds();
    Failure failure = s.failure(ErrorClass.CONFLICT);

    Expect.done(s.store().deadLetterOrphan(s.summary(bytesFirst.key()), failure, tombstone));
    Expect.done(
        s.store().deadLetterOrphan(s.summary(tombstoneFirst.key()), failure, s.content("e1")));

    assertEquals(tombstone, s.store().content(bytesFirst.key()).orElse(null), "the tombstone");
    assertNotNull(s.summary(bytesFirst.key()).payloadHash(), "the first payload's hash");
    assertEquals(s.content("e1"), s.store().content(tombstoneFirst.key()).orElse(null), "bytes");
    assertNull(s.summary(tombstoneFirst.key()).payloadHash(), "no hash of the first tombstone");
  }
}
