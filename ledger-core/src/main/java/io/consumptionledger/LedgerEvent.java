package io.consumptionledger;

import io.consumptionledger.internal.ErrorText;
import java.util.List;

/**
 * What the ledger tells its listener, after the change is committed. Holds no payload, and its text
 * shows no secret: an exception is shown by its class and redacted message. The exception itself is
 * as it was thrown; code that logs it logs whatever its author wrote into it.
 */
public sealed interface LedgerEvent {
  /**
   * The ledger is about to start. Told once, before every other event.
   *
   * @param handlers its handlers, in order of their ids; unmodifiable
   */
  record Inventory(List<HandlerDeclaration<?>> handlers) implements LedgerEvent {
    /** Keeps a copy. */
    public Inventory {
      handlers = List.copyOf(handlers);
    }

    @Override
    public String toString() {
      return "Inventory" + handlers.stream().map(HandlerDeclaration::id).toList();
    }
  }

  /**
   * A row moved.
   *
   * @param key the row
   * @param transition how it moved
   * @param state where it is now
   * @param attempt its count of starts
   * @param failure why, or null when it did not fail
   */
  record Moved(
      ConsumptionKey key,
      Transition transition,
      ConsumptionState state,
      int attempt,
      Failure failure)
      implements LedgerEvent {}

  /**
   * Something happened that should not; told once per claim.
   *
   * @param key the row
   * @param kind what happened
   * @param detail a sentence without payload or secrets
   */
  record AnomalySeen(ConsumptionKey key, AnomalyKind kind, String detail) implements LedgerEvent {}

  /**
   * A result could not be recorded; the row stays as it was and the lease runs out.
   *
   * @param key the row
   * @param wanted the transition that could not be made
   * @param error what stood in the way
   */
  record NotRecorded(ConsumptionKey key, Transition wanted, Throwable error)
      implements LedgerEvent {
    @Override
    public String toString() {
      return "NotRecorded[" + key + ", " + wanted + ", " + ErrorText.shown(error) + "]";
    }
  }

  /**
   * A message without a key could not be kept; the broker was told to deliver it again.
   *
   * @param tenant whose message it was taken to be
   * @param handlerId the handler it was meant for
   * @param error what stood in the way
   */
  record NotQuarantined(Tenant tenant, String handlerId, Throwable error) implements LedgerEvent {
    @Override
    public String toString() {
      return "NotQuarantined[" + tenant + ", " + handlerId + ", " + ErrorText.shown(error) + "]";
    }
  }

  /**
   * Code of the application that the ledger called (a policy, a classifier, an alerter) threw or
   * returned nonsense; a default took its place and no state changed because of it.
   *
   * @param key the row at hand, or null when there was none
   * @param what which code it was
   * @param error what it threw, or what was wrong with its answer
   */
  record UserCodeFailed(ConsumptionKey key, String what, Throwable error) implements LedgerEvent {
    @Override
    public String toString() {
      return "UserCodeFailed[" + key + ", " + what + ", " + ErrorText.shown(error) + "]";
    }
  }
}
