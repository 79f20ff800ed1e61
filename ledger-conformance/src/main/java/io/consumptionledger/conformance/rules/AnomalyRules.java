package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The record of what should not happen. */
public interface AnomalyRules extends StoreRules {
  /** Every kind. */
  Set<AnomalyKind> ALL = Set.copyOf(EnumSet.allOf(AnomalyKind.class));

  private static boolean record(Scenario s, String event, long epoch, AnomalyKind kind) {
    return s.store().recordAnomaly(new Anomaly(s.key(event), epoch, kind, "seen", null));
  }

  @Rule(
      id = "ANOMALY-1",
      text = "An anomaly is new once for each claim and kind.",
      lookAt = "the primary key of consumption_anomalies, and how its violation is answered")
  default void oncePerClaimAndKind(Scenario s) {
    assertTrue(record(s, "e1", 1, AnomalyKind.LEASE_ORPHAN), "the first time");
    for (int i = 0; i < 3; i++) {
      assertFalse(record(s, "e1", 1, AnomalyKind.LEASE_ORPHAN), "seen again");
    }
    assertTrue(record(s, "e1", 2, AnomalyKind.LEASE_ORPHAN), "of the next claim");
    assertTrue(record(s, "e1", 1, AnomalyKind.LATE_SETTLE), "of another kind");
    assertTrue(record(s, "e2", 1, AnomalyKind.LEASE_ORPHAN), "of another row");
    assertEquals(4, s.store().anomalies(Tenant.DEFAULT, ALL, null, null, 10).size(), "the number");
  }

  @Rule(
      id = "ANOMALY-2",
      text = "Every kind can be recorded, with or without a row, and comes back as it went in.",
      lookAt = "the columns of consumption_anomalies")
  default void anomaliesComeBack(Scenario s) {
    String detail = "\u00e9\ud83d\ude80".repeat(Anomaly.MAX_DETAIL / 2);
    for (AnomalyKind kind : AnomalyKind.values()) {
      s.store().recordAnomaly(new Anomaly(s.key("e1"), 7, kind, detail, null));
    }
    List<Anomaly> found = s.store().anomalies(Tenant.DEFAULT, ALL, null, null, 100);
    assertEquals(AnomalyKind.values().length, found.size(), "the number");
    for (Anomaly anomaly : found) {
      assertEquals(s.key("e1"), anomaly.key(), "key");
      assertEquals(7, anomaly.epoch(), "epoch");
      assertEquals(detail, anomaly.detail(), "detail");
      assertNotNull(anomaly.seenAt(), "time");
    }
  }

  @Rule(
      id = "ANOMALY-3",
      text = "They are listed newest first, by kind, within the limit.",
      lookAt = "ORDER BY, the kinds and LIMIT in the anomalies' list")
  default void listedNewestFirst(Scenario s) {
    for (String event : List.of("c", "a", "b")) {
      record(s, event, 1, AnomalyKind.LATE_SETTLE);
      s.fixture().elapse(Duration.ofMinutes(1));
    }
    record(s, "x", 1, AnomalyKind.CRASH_LOOP);
    assertEquals(List.of("b", "a", "c"), events(list(s, AnomalyKind.LATE_SETTLE, 10)));
    assertEquals(List.of("b", "a"), events(list(s, AnomalyKind.LATE_SETTLE, 2)));
    assertEquals(List.of("x"), events(list(s, AnomalyKind.CRASH_LOOP, 10)));
  }

  private static List<Anomaly> list(Scenario s, AnomalyKind kind, int limit) {
    return s.store().anomalies(Tenant.DEFAULT, Set.of(kind), null, null, limit);
  }

  private static List<String> events(List<Anomaly> anomalies) {
    return anomalies.stream().map(a -> a.key().eventId()).toList();
  }

  @Rule(
      id = "ANOMALY-4",
      text = "Time windows are half-open: from is inside, before is outside.",
      lookAt = "the comparisons with seen_at, and their precision")
  default void anomalyWindowsAreHalfOpen(Scenario s) {
    for (String event : List.of("a", "b", "c")) {
      record(s, event, 1, AnomalyKind.LATE_SETTLE);
      s.fixture().elapse(Duration.ofMinutes(1));
    }
    List<Anomaly> all = list(s, AnomalyKind.LATE_SETTLE, 10);
    Instant a = all.get(2).seenAt();
    Instant c = all.get(0).seenAt();
    assertEquals(
        List.of("b", "a"),
        events(s.store().anomalies(Tenant.DEFAULT, ALL, a, c, 10)),
        "from a, before c");
    assertEquals(
        List.of("c"), events(s.store().anomalies(Tenant.DEFAULT, ALL, c, null, 10)), "from c");
  }
}
