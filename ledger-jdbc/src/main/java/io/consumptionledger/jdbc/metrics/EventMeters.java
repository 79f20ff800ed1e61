package io.consumptionledger.jdbc.metrics;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.LedgerListener;
import io.consumptionledger.Transition;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** Counts what a ledger tells. Thread-safe. */
final class EventMeters implements LedgerListener {
  /** Stands for the error class of what did not fail. */
  static final String NONE = "none";

  private static final String RENEWED = "renewed";
  private static final String LOCKED = "locked";
  private static final String LOST = "lost";

  private static final Set<Transition> CLAIMS =
      Set.of(Transition.CLAIM, Transition.TAKE_OVER, Transition.CLAIM_DUE);

  private static final Set<Transition> SETTLES =
      Set.of(
          Transition.COMPLETE,
          Transition.RECORD_FAILURE,
          Transition.RECORD_TERMINAL,
          Transition.SUCCEED,
          Transition.SCHEDULE_RETRY,
          Transition.DEAD_LETTER,
          Transition.RELEASE);

  /** Why a row must not or cannot be replayed. */
  private static final Set<String> REASONS = Set.of("UNSAFE", "TRUNCATED", "CORRUPTED");

  private static final String OTHER = "other";

  private final Meters meters;
  private final Handlers handlers;
  private final Reading margin;

  EventMeters(Meters meters, Handlers handlers, LongSupplier nanoTime) {
    this.meters = meters;
    this.handlers = handlers;
    this.margin = new Reading(nanoTime);
  }

  @Override
  public void on(LedgerEvent event) {
    if (event instanceof LedgerEvent.Moved moved) {
      moved(moved);
    } else if (event instanceof LedgerEvent.Batch batch) {
      batch(batch);
    } else if (event instanceof LedgerEvent.AnomalySeen seen) {
      count(LedgerMeter.ANOMALIES, handler(seen.key()), seen.kind().name());
    } else if (event instanceof LedgerEvent.NotRecorded failed) {
      count(LedgerMeter.NOT_RECORDED, handler(failed.key()), failed.wanted().name());
    } else if (event instanceof LedgerEvent.NotQuarantined failed) {
      count(LedgerMeter.NOT_QUARANTINED, handlers.tag(failed.handlerId()));
    } else if (event instanceof LedgerEvent.UserCodeFailed failed) {
      count(LedgerMeter.USER_CODE_FAILURES, handler(failed.key()));
    } else if (event instanceof LedgerEvent.LeaseLost lost) {
      count(LedgerMeter.LOST_LEASES, handler(lost.key()));
    } else if (event instanceof LedgerEvent.HeartbeatRound round) {
      heartbeat(round);
    } else if (event instanceof LedgerEvent.HeartbeatFailed) {
      count(LedgerMeter.HEARTBEAT_FAILURES);
    } else if (event instanceof LedgerEvent.TickFailed) {
      count(LedgerMeter.TICK_FAILURES);
    } else if (event instanceof LedgerEvent.UnknownHandler) {
      count(LedgerMeter.UNKNOWN_HANDLERS);
    } else if (event instanceof LedgerEvent.LiveTwin) {
      count(LedgerMeter.LIVE_TWINS);
    } else if (event instanceof LedgerEvent.Inventory inventory) {
      know(inventory.handlers());
    }
  }

  private void moved(LedgerEvent.Moved moved) {
    String handler = handler(moved.key());
    Transition transition = moved.transition();
    if (CLAIMS.contains(transition)) {
      count(LedgerMeter.CLAIMS, handler, transition.name());
    } else if (SETTLES.contains(transition)) {
      count(LedgerMeter.SETTLES, handler, moved.state().name(), errorClass(moved.failure()));
    } else if (transition == Transition.PARK) {
      count(LedgerMeter.PARKED, handler);
    } else if (transition == Transition.RECOVER) {
      count(LedgerMeter.RECOVERIES, handler, moved.state().name());
    }
    if (moved.state() == ConsumptionState.DEAD_LETTER) {
      count(LedgerMeter.DEAD_LETTERS, handler, errorClass(moved.failure()));
      if (moved.failure() != null && Failure.REPLAY.equals(moved.failure().type())) {
        count(LedgerMeter.REPLAYS_REFUSED, handler, reason(moved.failure().code()));
      }
    }
  }

  private void batch(LedgerEvent.Batch batch) {
    String kind = batch.kind().name();
    meters.summary(LedgerMeter.BATCH_SIZE, kind).record(batch.size());
    meters.timer(LedgerMeter.BATCH_WAIT, kind).record(batch.waited());
    if (batch.error() != null) {
      count(LedgerMeter.BATCH_FAILURES, kind);
    }
  }

  private static String reason(String code) {
    return code != null && REASONS.contains(code) ? code : OTHER;
  }

  private void heartbeat(LedgerEvent.HeartbeatRound round) {
    meters.timer(LedgerMeter.HEARTBEAT_ROUNDS).record(round.took());
    meters.counter(LedgerMeter.HEARTBEAT_CLAIMS, RENEWED).increment(round.renewed());
    meters.counter(LedgerMeter.HEARTBEAT_CLAIMS, LOCKED).increment(round.locked());
    meters.counter(LedgerMeter.HEARTBEAT_CLAIMS, LOST).increment(round.lost());
    if (round.leastLeft() == null) {
      margin.clear();
    } else {
      // After the longest lease every claim of that round has been renewed or lost.
      margin.set(round.leastLeft(), handlers.longestLease());
    }
  }

  /**
   * Makes these handlers known, and with them the counters that alerts look at: a counter that
   * appears with its first event has not risen yet for whoever compares two looks at it.
   */
  void know(Collection<HandlerDeclaration<?>> inventory) {
    handlers.add(inventory);
    inventory.forEach(handler -> zeros(handler.id()));
    meters.gauge(LedgerMeter.LEASE_MARGIN, margin);
    meters.timer(LedgerMeter.HEARTBEAT_ROUNDS);
    for (LedgerEvent.Batch.Kind kind : LedgerEvent.Batch.Kind.values()) {
      meters.summary(LedgerMeter.BATCH_SIZE, kind.name());
      meters.timer(LedgerMeter.BATCH_WAIT, kind.name());
      zero(LedgerMeter.BATCH_FAILURES, kind.name());
    }
    zero(LedgerMeter.HEARTBEAT_FAILURES);
    List.of(RENEWED, LOCKED, LOST).forEach(result -> zero(LedgerMeter.HEARTBEAT_CLAIMS, result));
    zero(LedgerMeter.LIVE_TWINS);
    zero(LedgerMeter.TICK_FAILURES);
    zero(LedgerMeter.UNKNOWN_HANDLERS);
    zero(LedgerMeter.NOT_QUARANTINED, Handlers.UNKNOWN);
    zero(LedgerMeter.USER_CODE_FAILURES, Handlers.UNKNOWN);
    zero(LedgerMeter.ANOMALIES, Handlers.UNKNOWN, AnomalyKind.UNKNOWN_HANDLER.name());
  }

  private void zeros(String handler) {
    CLAIMS.forEach(transition -> zero(LedgerMeter.CLAIMS, handler, transition.name()));
    for (Transition transition : SETTLES) {
      zero(LedgerMeter.NOT_RECORDED, handler, transition.name());
    }
    zero(LedgerMeter.NOT_RECORDED, handler, Transition.CLAIM.name());
    zero(LedgerMeter.SETTLES, handler, ConsumptionState.SUCCEEDED.name(), NONE);
    for (ErrorClass errorClass : ErrorClass.values()) {
      if (errorClass != ErrorClass.SKIP) {
        zero(LedgerMeter.DEAD_LETTERS, handler, errorClass.name());
      }
    }
    for (AnomalyKind kind : AnomalyKind.values()) {
      zero(LedgerMeter.ANOMALIES, handler, kind.name());
    }
    REASONS.forEach(reason -> zero(LedgerMeter.REPLAYS_REFUSED, handler, reason));
    zero(LedgerMeter.PARKED, handler);
    for (ConsumptionState state : Transition.RECOVER.to()) {
      zero(LedgerMeter.RECOVERIES, handler, state.name());
    }
    zero(LedgerMeter.NOT_QUARANTINED, handler);
    zero(LedgerMeter.USER_CODE_FAILURES, handler);
    zero(LedgerMeter.LOST_LEASES, handler);
  }

  private void zero(LedgerMeter meter, String... values) {
    meters.counter(meter, values);
  }

  private void count(LedgerMeter meter, String... values) {
    meters.counter(meter, values).increment();
  }

  private String handler(ConsumptionKey key) {
    return key == null ? Handlers.UNKNOWN : handlers.tag(key.handlerId());
  }

  private static String errorClass(Failure failure) {
    return failure == null ? NONE : failure.errorClass().name();
  }
}
