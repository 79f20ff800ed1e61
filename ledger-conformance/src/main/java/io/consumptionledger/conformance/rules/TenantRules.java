package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.ReadVerbs.Filter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The same ids in two tenants are different rows for every verb. */
public interface TenantRules extends StoreRules {
  /** The other tenant. */
  Tenant OTHER = new Tenant("other");

  private static ConsumptionKey theirs(Scenario s) {
    return s.key(OTHER, "e1");
  }

  @Rule(
      id = "TENANT-1",
      text = "Settling one tenant's row does not touch another's of the same ids.",
      lookAt = "tenant_id in the WHERE clause of every verb")
  default void settlingStaysInTheTenant(Scenario s) {
    s.claim(s.bare(theirs(s)));
    Picture before = s.picture(theirs(s));
    Claim mine = s.claim("e1");
    Expect.done(
        s.store()
            .scheduleRetry(mine, s.failure(ErrorClass.RETRYABLE), s.content("e1"), Duration.ZERO));
    Claim again = s.claimOnlyDue().claim();
    s.store().renew(List.of(again), Scenario.LEASE.multipliedBy(2));
    Expect.done(s.store().deadLetter(again, s.failure(ErrorClass.POISON), s.content("e1")));
    Expect.done(s.store().discard(mine.key(), s.version(mine.key()), s.action()));
    s.unchanged(before, theirs(s));
  }

  @Rule(
      id = "TENANT-2",
      text = "A claim of one tenant proves nothing for another's row of the same ids.",
      lookAt = "tenant_id in the WHERE clause of the settling verbs")
  default void claimProvesNothingElsewhere(Scenario s) {
    Claim mine = s.claim("e1");
    Claim crossed = new Claim(theirs(s), mine.token(), 1, 1, 0);
    Expect.refused(Transition.SUCCEED, null, s.store().succeed(crossed));
    s.claim(s.bare(theirs(s)));
    Expect.refused(Transition.SUCCEED, ConsumptionState.PROCESSING, s.store().succeed(crossed));
    assertEquals(ConsumptionState.PROCESSING, s.summary(mine.key()).state(), "my row");
  }

  @Rule(
      id = "TENANT-3",
      text = "An operator's verb on another tenant's row finds no row.",
      lookAt = "tenant_id in the WHERE clause of the operator's verbs")
  default void anotherTenantsRowIsNotFound(Scenario s) {
    ConsumptionKey mine = s.dead("e1");
    long version = s.version(mine);
    Picture before = s.picture(mine);
    Expect.refused(
        Transition.AUTHORIZE_REPLAY,
        null,
        s.store().authorizeReplay(theirs(s), version, s.approval()));
    Expect.refused(Transition.RESOLVE, null, s.store().resolve(theirs(s), version, s.action()));
    Expect.refused(Transition.DISCARD, null, s.store().discard(theirs(s), version, s.action()));
    assertEquals(List.of(), s.store().audit(theirs(s)), "audit");
    s.unchanged(before, mine);
  }

  @Rule(
      id = "TENANT-4",
      text = "Reads, lists and counts see one tenant only.",
      lookAt = "tenant_id in the WHERE clause of every read")
  default void readsSeeOneTenant(Scenario s) {
    s.claim(s.full(theirs(s)));
    s.claim(s.full(s.key(OTHER, "e2")));
    assertTrue(s.store().get(s.key("e1")).isEmpty(), "row");
    assertTrue(s.store().content(s.key("e1")).isEmpty(), "content");
    s.claim("e1");
    Set<ConsumptionState> all = EnumSet.allOf(ConsumptionState.class);
    Filter mine = new Filter(Tenant.DEFAULT, s.handler(), all, null, null);
    Filter others = new Filter(OTHER, s.handler(), all, null, null);
    assertEquals(1, s.store().list(mine, 10).size(), "my rows");
    assertEquals(1, s.store().count(mine, 10), "the count of my rows");
    assertEquals(2, s.store().list(others, 10).size(), "their rows");
    assertEquals(2, s.store().count(others, 10), "the count of their rows");
    assertTrue(s.store().content(s.key("e1")).isEmpty(), "their content is not mine");
  }

  @Rule(
      id = "TENANT-5",
      text = "Anomalies are listed for one tenant only.",
      lookAt = "tenant_id in the WHERE clause of the anomalies' list")
  default void anomaliesOfOneTenant(Scenario s) {
    Anomaly theirs = new Anomaly(theirs(s), 1, AnomalyKind.LATE_SETTLE, "late", null);
    assertTrue(s.store().recordAnomaly(theirs), "it is new");
    Set<AnomalyKind> kinds = EnumSet.allOf(AnomalyKind.class);
    assertEquals(
        List.of(), s.store().anomalies(Tenant.DEFAULT, kinds, null, null, 10), "my anomalies");
    assertEquals(1, s.store().anomalies(OTHER, kinds, null, null, 10).size(), "their anomalies");
    Anomaly mine = new Anomaly(s.key("e1"), 1, AnomalyKind.LATE_SETTLE, "late", null);
    assertTrue(s.store().recordAnomaly(mine), "mine is not theirs");
  }

  @Rule(
      id = "TENANT-6",
      text = "A missing tenant is an error in every verb that takes one, never all or no tenants.",
      lookAt = "null checks where a verb takes a tenant: anomalies, quarantine, expire, purge")
  default void missingTenantIsAnError(Scenario s) {
    LedgerStore store = s.store();
    String id = "0".repeat(64);
    Set<AnomalyKind> kinds = EnumSet.allOf(AnomalyKind.class);
    Set<ConsumptionState> done = Set.of(ConsumptionState.SUCCEEDED);
    refuses("anomalies", () -> store.anomalies(null, kinds, null, null, 10));
    refuses("quarantined", () -> store.quarantined(null, id));
    refuses("quarantineList", () -> store.quarantineList(null, 10));
    refuses("resolveQuarantined", () -> store.resolveQuarantined(null, id, s.action()));
    refuses("expire", () -> store.expire(null, s.handler(), s.node(), Duration.ofDays(1), 10));
    refuses("purge", () -> store.purge(null, s.handler(), done, Duration.ofDays(1), null, 10));
  }

  private static void refuses(String verb, Runnable call) {
    assertThrows(NullPointerException.class, call::run, verb + " without a tenant");
  }
}
