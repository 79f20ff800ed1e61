package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.HandlerControlVerbs;
import io.consumptionledger.spi.HandlerControlVerbs.PausedHandler;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.time.Duration;
import java.util.List;

/** Which handlers are paused, as all nodes see it. */
public interface PauseRules extends StoreRules {
  /** How long some pauses last. */
  Duration AN_HOUR = Duration.ofHours(1);

  private static List<String> paused(Scenario s) {
    return s.second().pausedHandlers().stream()
        .map(paused -> paused.tenant() + "/" + paused.handlerId())
        .toList();
  }

  private static void pause(Scenario s, String tenant, String handler) {
    s.store().pause(new Tenant(tenant), handler, s.action(), null);
  }

  @Rule(
      id = "PAUSE-1",
      text = "A paused handler is told to every node, with who paused it, why and since when.",
      lookAt = "what pause writes and paused-handlers reads")
  default void pausedHandlerIsTold(Scenario s) {
    assertEquals(List.of(), paused(s), "before");
    s.store().pause(Tenant.DEFAULT, s.handler(), s.action(), null);
    s.fixture().elapse(AN_HOUR);
    PausedHandler paused = s.second().pausedHandlers().get(0);
    assertEquals(Tenant.DEFAULT, paused.tenant(), "tenant");
    assertEquals(s.handler(), paused.handlerId(), "handler");
    assertEquals(s.action().actor(), paused.by(), "who");
    assertEquals(s.action().reason(), paused.reason(), "why");
    assertNull(paused.left(), "the time left of a pause without end");
    s.store().pause(new Tenant("other"), s.handler(), s.action(), null);
    PausedHandler later = s.second().pausedHandlers().get(1);
    Expect.closeTo(AN_HOUR, Duration.between(paused.since(), later.since()), "since when");
  }

  @Rule(
      id = "PAUSE-2",
      text = "A pause ends by itself when its time is over, by the store's clock.",
      lookAt = "resumes_at in pause and paused-handlers")
  default void pauseEndsByItself(Scenario s) {
    s.store().pause(Tenant.DEFAULT, s.handler(), s.action(), AN_HOUR);
    s.fixture().elapse(AN_HOUR.minusMinutes(20));
    Expect.closeTo(
        Duration.ofMinutes(20), s.store().pausedHandlers().get(0).left(), "the time left");
    s.fixture().elapse(Duration.ofMinutes(21));
    assertEquals(List.of(), paused(s), "after its end");
    assertFalse(
        s.store().resume(Tenant.DEFAULT, s.handler(), s.action()), "there is nothing to resume");
    pause(s, "default", s.handler());
    assertEquals(List.of("default/" + s.handler()), paused(s), "paused again");
  }

  @Rule(
      id = "PAUSE-3",
      text = "A handler that is paused again has the last word's end, person and reason.",
      lookAt = "what pause does when the row is there")
  default void lastPauseCounts(Scenario s) {
    s.store().pause(Tenant.DEFAULT, s.handler(), s.action(), AN_HOUR);
    OperatorAction other = new OperatorAction("otto", "still broken");
    s.store().pause(Tenant.DEFAULT, s.handler(), other, AN_HOUR.multipliedBy(3));
    List<PausedHandler> paused = s.store().pausedHandlers();
    assertEquals(1, paused.size(), "the number of paused handlers");
    assertEquals("otto", paused.get(0).by(), "who");
    assertEquals("still broken", paused.get(0).reason(), "why");
    Expect.closeTo(AN_HOUR.multipliedBy(3), paused.get(0).left(), "the time left");
    s.store().pause(Tenant.DEFAULT, s.handler(), other, null);
    assertNull(s.store().pausedHandlers().get(0).left(), "the end is gone");
  }

  @Rule(
      id = "PAUSE-4",
      text = "A handler that is resumed runs at once, and only the first to resume it is told so.",
      lookAt = "what resume does with a row that is not paused")
  default void resumeEndsThePause(Scenario s) {
    assertFalse(s.store().resume(Tenant.DEFAULT, s.handler(), s.action()), "never paused");
    for (Duration howLong : new Duration[] {AN_HOUR, null}) {
      s.store().pause(Tenant.DEFAULT, s.handler(), s.action(), howLong);
      assertTrue(s.store().resume(Tenant.DEFAULT, s.handler(), s.action()), "first");
      assertEquals(List.of(), paused(s), "after it was resumed");
      assertFalse(s.store().resume(Tenant.DEFAULT, s.handler(), s.action()), "second");
    }
  }

  @Rule(
      id = "PAUSE-5",
      text = "Pausing and resuming touch the named tenant's handler and no other, byte for byte.",
      lookAt = "tenant_id and handler_id in pause and resume")
  default void onlyTheNamedHandler(Scenario s) {
    pause(s, "t2", "h");
    pause(s, "t1", "h");
    pause(s, "t1", "H");
    pause(s, "t1", "h ");
    pause(s, "T1", "h");
    assertEquals(List.of("T1/h", "t1/H", "t1/h", "t1/h ", "t2/h"), paused(s), "all");
    assertTrue(s.store().resume(new Tenant("t1"), "h", s.action()), "it was paused");
    assertEquals(List.of("T1/h", "t1/H", "t1/h ", "t2/h"), paused(s), "all but one");
    assertFalse(s.store().resume(new Tenant("t3"), "h", s.action()), "another tenant's");
    assertEquals(List.of("T1/h", "t1/H", "t1/h ", "t2/h"), paused(s), "still");
  }

  @Rule(
      id = "PAUSE-6",
      text = "What is not valid is refused and changes nothing.",
      lookAt = "the checks before pause and resume write")
  default void invalidIsRefused(Scenario s) {
    String tooLong = "h".repeat(101);
    assertThrows(InvalidFieldException.class, () -> pause(s, "t1", tooLong), "too long");
    assertThrows(InvalidFieldException.class, () -> pause(s, "t1", " "), "blank");
    assertThrows(InvalidFieldException.class, () -> pause(s, "t1", "a\u0000"), "control");
    Tenant tenant = Tenant.DEFAULT;
    for (Duration howLong :
        List.of(
            Duration.ZERO,
            Duration.ofSeconds(-1),
            HandlerControlVerbs.LONGEST_PAUSE.plusMillis(1))) {
      assertThrows(
          InvalidFieldException.class, () -> s.store().pause(tenant, "h", s.action(), howLong));
    }
    assertThrows(NullPointerException.class, () -> s.store().pause(tenant, "h", null, null));
    assertThrows(NullPointerException.class, () -> s.store().pause(null, "h", s.action(), null));
    assertThrows(InvalidFieldException.class, () -> s.store().resume(tenant, "", s.action()));
    assertThrows(NullPointerException.class, () -> s.store().resume(tenant, "h", null));
    assertThrows(NullPointerException.class, () -> s.store().resume(null, "h", s.action()));
    assertEquals(List.of(), paused(s), "paused handlers");
    s.store().pause(tenant, "h", s.action(), HandlerControlVerbs.LONGEST_PAUSE);
    Expect.closeTo(
        HandlerControlVerbs.LONGEST_PAUSE, s.store().pausedHandlers().get(0).left(), "the longest");
  }
}
