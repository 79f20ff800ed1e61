package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.HandlerControlVerbs;
import io.consumptionledger.spi.HandlerControlVerbs.PausedHandler;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Which handlers are paused. Not thread-safe: the store's lock guards it. */
final class MemoryControls {
  private static final Comparator<PausedHandler> IN_ORDER =
      Comparator.<PausedHandler, String>comparing(paused -> paused.tenant().id(), Rows.TEXT)
          .thenComparing(PausedHandler::handlerId, Rows.TEXT);

  private final StoreClock clock;
  private final MemoryAudit audit;
  private final Map<Handler, Pause> pauses = new HashMap<>();

  MemoryControls(StoreClock clock, MemoryAudit audit) {
    this.clock = clock;
    this.audit = audit;
  }

  private record Handler(Tenant tenant, String id) {
    /** Held to what a row's key is held to. */
    Handler {
      new ConsumptionKey(tenant, id, "any", "");
    }
  }

  private record Pause(OperatorAction action, Instant since, Instant until) {}

  void pause(Tenant tenant, String handlerId, OperatorAction action, Duration howLong) {
    Objects.requireNonNull(action, "action");
    HandlerControlVerbs.checkedPause(howLong);
    Instant now = clock.now();
    Instant until = howLong == null ? null : StoreClock.after(now, howLong);
    pauses.put(new Handler(tenant, handlerId), new Pause(action, now, until));
    String detail = howLong == null ? null : "for " + howLong;
    audit.ofHandler(tenant, handlerId, "PAUSE", action, detail);
  }

  boolean resume(Tenant tenant, String handlerId, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    Pause ended = pauses.remove(new Handler(tenant, handlerId));
    boolean hasEnded = ended != null && isRunning(ended, clock.now());
    if (hasEnded) {
      audit.ofHandler(tenant, handlerId, "RESUME", action, null);
    }
    return hasEnded;
  }

  List<PausedHandler> paused() {
    Instant now = clock.now();
    return pauses.entrySet().stream()
        .filter(each -> isRunning(each.getValue(), now))
        .map(each -> shown(each.getKey(), each.getValue(), now))
        .sorted(IN_ORDER)
        .toList();
  }

  private static boolean isRunning(Pause pause, Instant now) {
    return pause.until == null || pause.until.isAfter(now);
  }

  private static PausedHandler shown(Handler handler, Pause pause, Instant now) {
    return new PausedHandler(
        handler.tenant,
        handler.id,
        pause.action.actor(),
        pause.action.reason(),
        pause.since,
        pause.until == null ? null : StoreClock.between(now, pause.until));
  }
}
