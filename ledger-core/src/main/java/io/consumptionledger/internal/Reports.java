package io.consumptionledger.internal;

import io.consumptionledger.Alerter;
import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.LedgerListener;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NodeVerbs;
import io.consumptionledger.spi.QuarantinedMessage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Tells listener, alerter and log what happened. Whatever they throw, nothing changes because of
 * it.
 */
public final class Reports {
  private static final Logger LOG = System.getLogger("io.consumptionledger");

  private final LedgerStore store;
  private final LedgerListener listener;
  private final Alerter alerter;

  /** Tells these two, and records anomalies in the store. */
  public Reports(LedgerStore store, LedgerListener listener, Alerter alerter) {
    this.store = store;
    this.listener = listener;
    this.alerter = alerter;
  }

  /** Tells which handlers there are, before anything happens to them. */
  void inventory(List<HandlerDeclaration<?>> handlers) {
    tell(new LedgerEvent.Inventory(handlers));
  }

  /** Tells of a committed move; poison wakes somebody. */
  public void moved(
      ConsumptionKey key,
      Transition transition,
      ConsumptionState state,
      int attempt,
      Failure failure) {
    LedgerEvent event = new LedgerEvent.Moved(key, transition, state, attempt, failure);
    tell(event);
    if (failure != null && failure.errorClass() == ErrorClass.POISON) {
      alert(key, event);
    }
  }

  /** Records an anomaly; listener and alerter hear of it once per claim. */
  public void anomaly(ConsumptionKey key, long epoch, AnomalyKind kind, String detail) {
    boolean isNew;
    try {
      isNew = store.recordAnomaly(new Anomaly(key, epoch, kind, detail, null));
    } catch (RuntimeException | Error e) {
      log(Level.WARNING, () -> kind + " of " + key + " could not be recorded: " + described(e));
      isNew = true;
    }
    if (isNew) {
      log(Level.WARNING, () -> kind + " of " + key + " (claim " + epoch + "): " + detail);
      LedgerEvent event = new LedgerEvent.AnomalySeen(key, kind, detail);
      tell(event);
      alert(key, event);
    }
  }

  void notRecorded(ConsumptionKey key, Transition wanted, Throwable error) {
    log(Level.ERROR, () -> wanted + " of " + key + " could not be recorded: " + described(error));
    LedgerEvent event = new LedgerEvent.NotRecorded(key, wanted, error);
    tell(event);
    alert(key, event);
  }

  void notQuarantined(QuarantinedMessage message, Throwable error) {
    log(Level.ERROR, () -> message + " could not be quarantined: " + described(error));
    LedgerEvent event =
        new LedgerEvent.NotQuarantined(message.tenant(), message.handlerId(), error);
    tell(event);
    alert(null, event);
  }

  void userCodeFailed(ConsumptionKey key, String what, Throwable error) {
    log(Level.WARNING, () -> what + " failed for " + key + ": " + described(error));
    tell(new LedgerEvent.UserCodeFailed(key, what, error));
  }

  /** Something that the ledger does by itself failed this time; it goes on. */
  public void tickFailed(String what, Throwable error) {
    log(Level.WARNING, () -> what + " failed: " + described(error));
    tell(new LedgerEvent.TickFailed(what, error));
  }

  /** Rows are due whose handler is not here. Told once per process; the anomaly wakes somebody. */
  public void unknownHandler(Tenant tenant, String handlerId, Duration overdue) {
    log(
        Level.WARNING,
        () -> "rows of tenant " + tenant.id() + " wait for the unknown handler " + handlerId);
    tell(new LedgerEvent.UnknownHandler(tenant, handlerId, overdue));
  }

  void leaseLost(Claim claim) {
    log(
        Level.WARNING,
        () -> "the lease of " + claim.key() + " (claim " + claim.epoch() + ") was lost");
    tell(new LedgerEvent.LeaseLost(claim.key(), claim.epoch(), claim.attempt()));
  }

  void heartbeat(LedgerEvent.HeartbeatRound round) {
    tell(round);
  }

  void heartbeatFailed(Throwable error) {
    log(Level.WARNING, () -> "the heartbeat failed: " + described(error));
    tell(new LedgerEvent.HeartbeatFailed(error));
  }

  void batch(LedgerEvent.Batch.Kind kind, int size, Duration waited, Throwable error) {
    if (error != null && size > 1) {
      log(
          Level.WARNING,
          () ->
              "a batch to "
                  + kind
                  + " "
                  + size
                  + " rows failed, each goes by itself now: "
                  + described(error));
    }
    tell(new LedgerEvent.Batch(kind, size, waited, error));
  }

  /** Something behind the scenes failed and goes on. */
  void threadFailed(String what, Throwable error) {
    log(Level.ERROR, () -> what + " failed: " + described(error));
  }

  void twin(String nodeId, NodeVerbs.Twin twin) {
    log(
        Level.WARNING,
        () ->
            "node id "
                + nodeId
                + " is also used by another process, which gave a sign of life "
                + twin.sinceRenewal()
                + " ago; unless it died since, give each process an id of its own");
    tell(new LedgerEvent.LiveTwin(nodeId, twin.incarnation(), twin.sinceRenewal()));
  }

  private void tell(LedgerEvent event) {
    try {
      listener.on(event);
    } catch (Throwable t) {
      log(Level.WARNING, () -> "the listener failed: " + described(t));
    }
  }

  /** Whatever logging throws (memory and stack may be short), the caller goes on. */
  private static boolean log(Level level, Supplier<String> line) {
    try {
      LOG.log(level, line);
      return true;
    } catch (Throwable notLogged) {
      return false;
    }
  }

  private void alert(ConsumptionKey key, LedgerEvent event) {
    try {
      alerter.alert(event);
    } catch (Throwable t) {
      userCodeFailed(key, "the alerter", t);
    }
  }

  /** Class and redacted message; an exception's own text may hold secrets. */
  private static String described(Throwable error) {
    String text = ErrorText.clean(ErrorText.describe(error), Failure.MAX_MESSAGE_BYTES);
    return error.getClass().getName() + ": " + text;
  }
}
