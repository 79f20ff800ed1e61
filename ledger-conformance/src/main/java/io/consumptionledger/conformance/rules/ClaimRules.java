package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.util.List;

/** CLAIM: a new row, or word of the one that is there. */
public interface ClaimRules extends StoreRules {
  @Rule(
      id = "CLAIM-1",
      text = "The first claim of a key makes a row in PROCESSING: attempt 1, epoch 1, our token.",
      lookAt = "the values that claim inserts")
  default void firstClaimMakesRow(Scenario s) {
    ClaimToken token = ClaimToken.random();
    Claim claim = Expect.claimed(s.store().claim(s.bare("e1"), token, s.node(), Scenario.LEASE));
    assertEquals(new Claim(s.key("e1"), token, 1, 1, 0), claim, "the claim");
    Row row = s.row(claim.key());
    RowSummary summary = row.summary();
    assertEquals(ConsumptionState.PROCESSING, summary.state(), "state");
    assertEquals(token, summary.token(), "token");
    assertEquals(1, summary.epoch(), "epoch");
    assertEquals(1, summary.attempt(), "attempt");
    assertEquals(0, summary.yields(), "yields");
    assertEquals(1, summary.rowVersion(), "row version");
    assertEquals(s.node(), row.node(), "node");
    Expect.closeTo(Scenario.LEASE, summary.leaseLeft(), "the lease");
  }

  @Rule(
      id = "CLAIM-2",
      text = "A duplicate of a row in PROCESSING hears so, with the time its lease has left.",
      lookAt = "what claim answers when the key exists")
  default void duplicateHearsProcessing(Scenario s) {
    Claim owner = s.claim("e1");
    Picture before = s.picture(owner.key());
    RowSummary seen =
        Expect.exists(
            ConsumptionState.PROCESSING,
            s.store().claim(s.bare("e1"), ClaimToken.random(), s.node(), Scenario.LEASE));
    assertEquals(owner.token(), seen.token(), "the token of the row that is there");
    assertFalse(seen.leaseExpired(), "the lease has not ended");
    Expect.closeTo(Scenario.LEASE, seen.leaseLeft(), "the lease that is left");
    s.unchanged(before, owner.key());
  }

  @Rule(
      id = "CLAIM-3",
      text = "A duplicate of a settled row hears its state, and changes nothing.",
      lookAt = "what claim answers when the key exists in each state")
  default void duplicateHearsSettled(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      ConsumptionKey key = s.inState(state, "e-" + state);
      Picture before = s.picture(key);
      Expect.exists(
          state, s.store().claim(s.bare(key), ClaimToken.random(), s.node(), Scenario.LEASE));
      s.unchanged(before, key);
    }
  }

  @Rule(
      id = "CLAIM-4",
      text = "Repeating a claim with its own token finds the claim it made, and changes nothing.",
      lookAt = "how claim tells its own row from another's after a lost reply")
  default void repeatedClaimFindsItself(Scenario s) {
    ClaimToken token = ClaimToken.random();
    Claim first = Expect.claimed(s.store().claim(s.bare("e1"), token, s.node(), Scenario.LEASE));
    Picture before = s.picture(first.key());
    Claim again = Expect.claimed(s.store().claim(s.bare("e1"), token, s.node(), Scenario.LEASE));
    assertEquals(first, again, "the repeated claim");
    s.unchanged(before, first.key());
  }

  @Rule(
      id = "CLAIM-5",
      text = "A claim never takes over: a row whose lease has ended is told, not touched.",
      lookAt = "whether claim updates an existing row")
  default void claimNeverTakesOver(Scenario s) {
    Claim owner = s.claim("e1");
    s.leaseEnds();
    Picture before = s.picture(owner.key());
    RowSummary seen =
        Expect.exists(
            ConsumptionState.PROCESSING,
            s.store().claim(s.bare("e1"), ClaimToken.random(), s.node(), Scenario.LEASE));
    assertTrue(seen.leaseExpired(), "the lease has ended");
    assertEquals(owner.token(), seen.token(), "the token that take over needs");
    s.unchanged(before, owner.key());
  }

  @Rule(
      id = "CLAIM-6",
      text =
          "A claim with content stores it; one without stores none but keeps the payload's hash.",
      lookAt = "payload, headers, raw_key, payload_state and payload_sha256 in claim")
  default void claimStoresContentIfGiven(Scenario s) {
    NewRow full = s.full("full");
    NewRow bare = s.bare("bare");
    s.claim(full);
    s.claim(bare);
    assertEquals(full.content(), s.store().content(full.key()).orElse(null), "stored content");
    assertEquals(PayloadState.STORED, s.summary(full.key()).payloadState(), "payload state");
    assertTrue(s.store().content(bare.key()).isEmpty(), "no content was given");
    assertNull(s.summary(bare.key()).payloadState(), "payload state without content");
    assertEquals(bare.payloadHash(), s.summary(bare.key()).payloadHash(), "payload hash");
  }

  @Rule(
      id = "CLAIM-7",
      text = "A duplicate with another payload hears the hash of the first one.",
      lookAt = "payload_sha256 in what claim answers; it must stay when content is cleared")
  default void duplicateHearsFirstHash(Scenario s) {
    NewRow first = s.bare("e1");
    Expect.done(s.store().succeed(s.claim(first)));
    NewRow other = NewRow.of(s.delivery("e1").payload(new byte[] {1, 2, 3}).build(), null);
    RowSummary seen =
        Expect.exists(
            ConsumptionState.SUCCEEDED,
            s.store().claim(other, ClaimToken.random(), s.node(), Scenario.LEASE));
    assertEquals(first.payloadHash(), seen.hash().orElse(null), "the hash of the first payload");
    assertNotEquals(other.payloadHash(), seen.payloadHash(), "the hash of the second payload");
  }

  @Rule(
      id = "CLAIM-8",
      text = "A redelivery of a row that waits for its retry neither runs nor drops the retry.",
      lookAt = "whether claim treats RETRY_SCHEDULED as free or as done")
  default void redeliveryKeepsRetry(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Scenario.DELAY);
    RowSummary seen =
        Expect.exists(
            ConsumptionState.RETRY_SCHEDULED,
            s.store().claim(s.bare("e1"), ClaimToken.random(), s.node(), Scenario.LEASE));
    Expect.closeTo(Scenario.DELAY, seen.dueIn(), "the time until it is due");
    s.fixture().elapse(Scenario.DELAY.plus(Scenario.MOMENT));
    assertEquals(key, s.claimOnlyDue().claim().key(), "the row that is due");
  }

  @Rule(
      id = "CLAIM-9",
      text = "Keys that differ in tenant, handler, event or item are different rows.",
      lookAt = "the primary key and the WHERE clause of claim")
  default void eachPartOfTheKeyCounts(Scenario s) {
    Tenant other = new Tenant("other");
    List<ConsumptionKey> keys =
        List.of(
            new ConsumptionKey(Tenant.DEFAULT, s.handler(), "e1", ""),
            new ConsumptionKey(other, s.handler(), "e1", ""),
            new ConsumptionKey(Tenant.DEFAULT, s.handler() + "x", "e1", ""),
            new ConsumptionKey(Tenant.DEFAULT, s.handler(), "e2", ""),
            new ConsumptionKey(Tenant.DEFAULT, s.handler(), "e1", "i1"));
    for (ConsumptionKey key : keys) {
      s.claim(s.bare(key));
    }
    assertEquals(keys.size(), s.store().list(keys).size(), "the number of rows");
  }

  @Rule(
      id = "CLAIM-10",
      text = "A claim repeated after its row was settled is a duplicate, and shows its own token.",
      lookAt = "whether claim compares the token only, and not the state")
  default void repeatAfterSettleIsDuplicate(Scenario s) {
    Claim claim = s.claim("e1");
    Expect.done(s.store().succeed(claim));
    RowSummary seen =
        Expect.exists(
            ConsumptionState.SUCCEEDED,
            s.store().claim(s.bare("e1"), claim.token(), s.node(), Scenario.LEASE));
    assertTrue(seen.has(claim.token()), "the last token stays on a settled row");
  }

  @Rule(
      id = "CLAIM-11",
      text = "A claim is seen by another store when the call has returned.",
      lookAt = "whether claim commits before it returns")
  default void claimIsSeenElsewhere(Scenario s) {
    Claim claim = s.claim("e1");
    assertEquals(
        claim.token(),
        s.second().get(claim.key()).orElseThrow().summary().token(),
        "the token that the other store sees");
    Expect.exists(
        ConsumptionState.PROCESSING,
        s.second().claim(s.bare("e1"), ClaimToken.random(), s.node(), Scenario.LEASE));
  }
}
