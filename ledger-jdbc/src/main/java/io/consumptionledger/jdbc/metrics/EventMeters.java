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
import java.util.Set;

/** Counts what a ledger tells. Thread-safe. */
final class EventMeters implements LedgerListener {
  /** Stands for the error class of what did not fail. */
  static final String NONE = "none";

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

  private final Meters meters;
  private final Handlers handlers;

  EventMeters(Meters meters, Handlers handlers) {
    this.meters = meters;
    this.handlers = handlers;
  }

  @Override
  public void on(LedgerEvent event) {
    if (event instanceof LedgerEvent.Moved moved) {
      moved(moved);
    } else if (event instanceof LedgerEvent.AnomalySeen seen) {
      count(LedgerMeter.ANOMALIES, handler(seen.key()), seen.kind().name());
    } else if (event instanceof LedgerEvent.NotRecorded failed) {
      count(LedgerMeter.NOT_RECORDED, handler(failed.key()), failed.wanted().name());
    } else if (event instanceof LedgerEvent.NotQuarantined failed) {
      count(LedgerMeter.NOT_QUARANTINED, handlers.tag(failed.handlerId()));
    } else if (event instanceof LedgerEvent.UserCodeFailed failed) {
      count(LedgerMeter.USER_CODE_FAILURES, handler(failed.key()));
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
    } else if (transition == Transition.BURY) {
      count(LedgerMeter.REPLAYS_REFUSED, handler, errorClass(moved.failure()));
    }
    if (moved.state() == ConsumptionState.DEAD_LETTER) {
      count(LedgerMeter.DEAD_LETTERS, handler, errorClass(moved.failure()));
    }
  }

  /**
   * Makes these handlers known, and with them the counters that alerts look at: a counter that
   * appears with its first event has not risen yet for whoever compares two looks at it.
   */
  void know(Collection<HandlerDeclaration<?>> inventory) {
    handlers.add(inventory);
    inventory.forEach(handler -> zeros(handler.id()));
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
        zero(LedgerMeter.REPLAYS_REFUSED, handler, errorClass.name());
      }
    }
    for (AnomalyKind kind : AnomalyKind.values()) {
      zero(LedgerMeter.ANOMALIES, handler, kind.name());
    }
    zero(LedgerMeter.PARKED, handler);
    for (ConsumptionState state : Transition.RECOVER.to()) {
      zero(LedgerMeter.RECOVERIES, handler, state.name());
    }
    zero(LedgerMeter.NOT_QUARANTINED, handler);
    zero(LedgerMeter.USER_CODE_FAILURES, handler);
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
