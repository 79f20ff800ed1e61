package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Metadata;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.Seed;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.conformance.TransactionEnd;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicReference;

/** Time is the store's own, and no zone has a say in it. */
public interface ClockRules extends StoreRules {
  /** Zones with daylight saving, odd offsets, and far from each other. */
  List<String> ZONES =
      List.of(
          "America/New_York",
          "Europe/Copenhagen",
          "Asia/Kolkata",
          "Australia/Lord_Howe",
          "Pacific/Kiritimati",
          "Pacific/Pago_Pago");

  /** More of them, to draw from; no names that a server's time zone database may have dropped. */
  List<String> MORE_ZONES =
      List.of(
          "Africa/Cairo",
          "Africa/Johannesburg",
          "America/Bogota",
          "America/Los_Angeles",
          "America/Santiago",
          "America/St_Johns",
          "Asia/Jerusalem",
          "Asia/Kabul",
          "Asia/Tehran",
          "Asia/Tokyo",
          "Australia/Adelaide",
          "Australia/Eucla",
          "Europe/Dublin",
          "Europe/Lisbon",
          "Europe/Moscow",
          "Pacific/Auckland",
          "Pacific/Chatham",
          "Pacific/Marquesas");

  private static List<ZoneId> zones(Random random) {
    List<ZoneId> zones = new ArrayList<>(ZONES.stream().map(ZoneId::of).toList());
    for (int i = 0; i < 3; i++) {
      zones.add(ZoneId.of(MORE_ZONES.get(random.nextInt(MORE_ZONES.size()))));
    }
    return zones;
  }

  /** Moments in the hours that a zone skips or repeats, and around them. */
  private static List<Instant> oddHours(ZoneId zone) {
    List<Instant> instants = new ArrayList<>();
    instants.add(Instant.parse("2026-07-01T12:00:00.000001Z"));
    ZoneOffsetTransition change =
        zone.getRules().nextTransition(Instant.parse("2026-01-01T00:00:00Z"));
    for (int i = 0; change != null && i < 2; i++) {
      for (int minutes : new int[] {-90, -30, 0, 30, 90}) {
        instants.add(change.getInstant().plusSeconds(60L * minutes).plusNanos(123_456_000));
      }
      // The hour that is skipped here is an ordinary one in UTC: a row stored as if local breaks.
      instants.add(change.getDateTimeBefore().plusMinutes(30).toInstant(java.time.ZoneOffset.UTC));
      change = zone.getRules().nextTransition(change.getInstant());
    }
    return instants;
  }

  @Rule(
      id = "CLOCK-1",
      text = "Lease and due time are counted from the store's clock when the statement runs.",
      lookAt = "the clock that each statement adds durations to")
  default void durationsAreAddedByTheStore(Scenario s) {
    Row claimed = s.row(s.claim("e1").key());
    Duration lease = Duration.between(claimed.receivedAt(), claimed.leaseExpiresAt());
    Expect.almost(Scenario.LEASE, lease, "the lease");
    Row waiting = s.row(s.scheduled("e2", Scenario.DELAY));
    Expect.almost(
        Scenario.DELAY, Duration.between(waiting.updatedAt(), waiting.dueAt()), "the delay");
  }

  @Rule(
      id = "CLOCK-2",
      text = "The zone of the Java process changes nothing, in its odd hours neither.",
      lookAt = "how instants are bound and read: never through a local date or time")
  default void javaZoneChangesNothing(Scenario s) {
    TimeZone before = TimeZone.getDefault();
    Random random = Seed.random("CLOCK-2");
    try {
      for (ZoneId zone : zones(random)) {
        s.fixture().clear();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        List<ConsumptionKey> keys = storeOddHours(s, s.store(), zone);
        List<Picture> here = keys.stream().map(s::picture).toList();
        TimeZone.setDefault(TimeZone.getTimeZone(zones(random).get(0)));
        assertEquals(here, keys.stream().map(s::picture).toList(), "stored in zone " + zone);
        s.leaseEnds();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        assertTrue(s.summary(keys.get(0)).leaseExpired(), "a lease made in zone " + zone);
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  private static List<ConsumptionKey> storeOddHours(Scenario s, LedgerStore store, ZoneId zone) {
    List<ConsumptionKey> keys = new ArrayList<>();
    for (Instant instant : oddHours(zone)) {
      Metadata metadata = new Metadata(null, null, null, null, null, null, null, instant);
      NewRow row = new NewRow(s.key("e" + keys.size()), metadata, null, null);
      Expect.claimed(store.claim(row, ClaimToken.random(), s.node(), Scenario.LEASE));
      Row read = store.get(row.key()).orElseThrow();
      assertEquals(instant, read.metadata().brokerTimestamp(), "an instant in zone " + zone);
      Expect.closeTo(Scenario.LEASE, read.summary().leaseLeft(), "the lease in zone " + zone);
      Expect.closeTo(Duration.ZERO, read.summary().age(), "the age in zone " + zone);
      keys.add(row.key());
    }
    return keys;
  }

  @Rule(
      id = "CLOCK-3",
      text = "Sessions in different zones agree about every instant, lease and due time.",
      lookAt = "functions of the database's clock that follow the session's time zone",
      needs = Capability.SESSION_ZONE)
  default void sessionZoneChangesNothing(Scenario s) {
    Random random = Seed.random("CLOCK-3");
    for (ZoneId zone : zones(random)) {
      s.fixture().clear();
      LedgerStore there = s.fixture().storeInZone(zone);
      List<ConsumptionKey> keys = storeOddHours(s, there, zone);
      for (ConsumptionKey key : keys) {
        assertEquals(Picture.of(there, key), s.picture(key), "as seen from zone " + zone);
        Expect.closeTo(Scenario.LEASE, s.summary(key).leaseLeft(), "a lease from zone " + zone);
      }
      agreeOnDueTimes(s, there, zone);
    }
  }

  private static void agreeOnDueTimes(Scenario s, LedgerStore there, ZoneId zone) {
    ConsumptionKey now = s.key("now");
    ConsumptionKey later = s.key("later");
    for (ConsumptionKey key : List.of(now, later)) {
      Claim claim =
          Expect.claimed(there.claim(s.bare(key), ClaimToken.random(), s.node(), Scenario.LEASE));
      Expect.done(
          there.scheduleRetry(
              claim,
              s.failure(ErrorClass.RETRYABLE),
              s.content("x"),
              key.equals(now) ? Duration.ZERO : Scenario.DELAY));
    }
    Expect.closeTo(Scenario.DELAY, s.summary(later).dueIn(), "a due time from zone " + zone);
    assertEquals(now, s.claimOnlyDue().claim().key(), "what zone " + zone + " made due now");
    s.fixture().elapse(Scenario.DELAY.plus(Scenario.MOMENT));
    assertEquals(
        later,
        there
            .claimDue(Tenant.DEFAULT, s.handler(), s.tokens(5), s.node(), Scenario.LEASE)
            .get(0)
            .claim()
            .key(),
        "what comes due in zone " + zone);
  }

  @Rule(
      id = "CLOCK-4",
      text = "Time passes inside a caller's transaction: its age shortens no delay.",
      lookAt = "functions of the database's clock that stand still during a transaction",
      needs = Capability.JOINED_TRANSACTIONS)
  default void timePassesInsideTransactions(Scenario s) {
    Claim retried = s.claim("retried");
    Claim released = s.claim("released");
    Claim first = s.claim("first");
    Claim dead = s.claim("dead");
    Duration aWhile = Duration.ofMillis(600);
    AtomicReference<Duration> since = new AtomicReference<>();
    s.fixture()
        .inTransaction(
            TransactionEnd.COMMIT,
            () -> {
              s.store().succeed(first);
              long start = System.nanoTime();
              Together.await(
                  () -> System.nanoTime() - start > aWhile.toNanos(), "a while has passed");
              s.store()
                  .scheduleRetry(
                      retried,
                      s.failure(ErrorClass.RETRYABLE),
                      s.content("retried"),
                      Scenario.DELAY);
              s.store().release(released, s.content("released"), Scenario.DELAY);
              s.store().deadLetter(dead, s.failure(ErrorClass.POISON), s.content("dead"));
              since.set(Duration.ofNanos(System.nanoTime() - start));
            });
    Instant began = s.row(first.key()).updatedAt();
    for (Claim claim : List.of(retried, released, dead)) {
      Row row = s.row(claim.key());
      Duration after = Duration.between(began, row.updatedAt());
      assertTrue(
          after.compareTo(aWhile.dividedBy(2)) > 0,
          claim.key() + " was written " + since.get() + " later but stamped only " + after);
      if (row.dueAt() != null) {
        Expect.almost(
            Scenario.DELAY,
            Duration.between(row.updatedAt(), row.dueAt()),
            "the delay of " + claim.key());
      }
    }
  }

  @Rule(
      id = "CLOCK-5",
      text = "A time that has run out is zero, never negative, however long ago.",
      lookAt = "how remaining times are computed")
  default void runOutIsZero(Scenario s) {
    Claim claim = s.claim("e1");
    ConsumptionKey waiting = s.scheduled("e2", Scenario.DELAY);
    s.fixture().elapse(Duration.ofDays(400));
    assertEquals(Duration.ZERO, s.summary(claim.key()).leaseLeft(), "the lease that is left");
    assertEquals(Duration.ZERO, s.summary(waiting).dueIn(), "the time until it is due");
    Expect.closeTo(Duration.ofDays(400), s.summary(waiting).age(), "age");
  }

  @Rule(
      id = "CLOCK-6",
      text = "Two stores on the same data judge a lease alike, whatever their nodes' clocks say.",
      lookAt = "whether anything compares with the clock of the Java process")
  default void storesJudgeAlike(Scenario s) {
    Claim claim = s.claim("e1");
    assertTrue(!s.second().get(claim.key()).orElseThrow().summary().leaseExpired(), "it lasts");
    s.leaseEnds();
    assertTrue(s.second().get(claim.key()).orElseThrow().summary().leaseExpired(), "it ended");
    assertTrue(s.summary(claim.key()).leaseExpired(), "it ended here too");
  }
}
