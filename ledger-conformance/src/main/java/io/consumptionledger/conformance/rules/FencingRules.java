package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.RenewResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Whoever lost a claim never writes again. */
public interface FencingRules extends StoreRules {
  /** Leads one row through every way of changing owners. */
  private static List<Claim> everyOwner(Scenario s) {
    List<Claim> owners = new ArrayList<>();
    owners.add(s.claimFull("e1"));
    ConsumptionKey key = owners.get(0).key();
    s.leaseEnds();
    owners.add(s.takeOver(key));
    Expect.done(
        s.store()
            .scheduleRetry(
                owners.get(1), s.failure(ErrorClass.RETRYABLE), s.content("e1"), Duration.ZERO));
    owners.add(s.claimOnlyDue().claim());
    s.leaseEnds();
    s.store()
        .recover(
            s.handler(),
            100,
            OnOrphan.RERUN,
            s.failure(ErrorClass.CRASH_LOOP),
            s.failure(ErrorClass.UNRECOVERABLE),
            Duration.ZERO,
            10);
    owners.add(s.claimOnlyDue().claim());
    Expect.done(s.store().deadLetter(owners.get(3), s.failure(ErrorClass.POISON), s.content("e1")));
    Expect.done(s.store().authorizeReplay(key, s.version(key), s.approval()));
    owners.add(s.claimOnlyDue().claim());
    return owners;
  }

  @Rule(
      id = "FENCING-1",
      text = "The epoch grows with every claim of a row, whatever happened in between.",
      lookAt = "claim_epoch in take-over, claim-due and everything in between")
  default void epochGrows(Scenario s) {
    List<Long> epochs = everyOwner(s).stream().map(Claim::epoch).toList();
    assertEquals(List.of(1L, 2L, 3L, 4L, 5L), epochs, "the epochs");
  }

  @Rule(
      id = "FENCING-2",
      text = "Of all who ever owned a row only the last can write, with any verb.",
      lookAt = "the token in the WHERE clause of every owner's verb")
  default void onlyTheLastOwnerWrites(Scenario s) {
    List<Claim> owners = everyOwner(s);
    Claim last = owners.remove(owners.size() - 1);
    Picture before = s.picture(last.key());
    for (Claim old : owners) {
      Expect.refused(Transition.SUCCEED, ConsumptionState.PROCESSING, s.store().succeed(old));
      Expect.refused(
          Transition.SCHEDULE_RETRY,
          ConsumptionState.PROCESSING,
          s.store()
              .scheduleRetry(old, s.failure(ErrorClass.RETRYABLE), s.content("e1"), Duration.ZERO));
      Expect.refused(
          Transition.DEAD_LETTER,
          ConsumptionState.PROCESSING,
          s.store().deadLetter(old, s.failure(ErrorClass.POISON), s.content("e1")));
      Expect.refused(
          Transition.RELEASE,
          ConsumptionState.PROCESSING,
          s.store().release(old, s.content("e1"), Duration.ZERO));
      assertEquals(
          RenewResult.LOST, s.store().renew(List.of(old), Scenario.LEASE).get(old), "renewal");
    }
    s.unchanged(before, last.key());
    Expect.done(s.store().succeed(last));
  }

  @Rule(
      id = "FENCING-3",
      text = "Whoever is not the owner leaves a token that nobody has had before.",
      lookAt = "claim_id in recover, bury, dead-letter-orphan and the operator's verbs")
  default void strangersReplaceTheToken(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Scenario.DELAY);
    List<ClaimToken> tokens = new ArrayList<>(List.of(s.summary(key).token()));
    Expect.done(s.store().bury(key, s.version(key), s.failure(ErrorClass.POISON)));
    tokens.add(s.summary(key).token());
    Expect.done(s.store().authorizeReplay(key, s.version(key), s.approval()));
    tokens.add(s.summary(key).token());
    Claim claim = s.claimOnlyDue().claim();
    tokens.add(claim.token());
    s.leaseEnds();
    Expect.done(
        s.store()
            .deadLetterOrphan(s.summary(key), s.failure(ErrorClass.CRASH_LOOP), s.content("e1")));
    tokens.add(s.summary(key).token());
    Expect.done(s.store().discard(key, s.version(key), s.action()));
    tokens.add(s.summary(key).token());
    assertEquals(tokens.size(), new HashSet<>(tokens).size(), "a token was used twice");
    assertTrue(!tokens.contains(null), "a token is missing");
  }

  @Rule(
      id = "FENCING-4",
      text = "An owner never takes an operator's verdict for its own lost reply.",
      lookAt = "whether the operator's verbs replace the token")
  default void operatorsVerdictIsNotMine(Scenario s) {
    Claim claim = s.claim("e1");
    Expect.done(s.store().deadLetter(claim, s.failure(ErrorClass.POISON), s.content("e1")));
    Expect.done(s.store().resolve(claim.key(), s.version(claim.key()), s.action()));
    Expect.refused(Transition.SUCCEED, ConsumptionState.SUCCEEDED, s.store().succeed(claim));
    Expect.refused(
        Transition.DEAD_LETTER,
        ConsumptionState.SUCCEEDED,
        s.store().deadLetter(claim, s.failure(ErrorClass.POISON), s.content("e1")));
  }
}
