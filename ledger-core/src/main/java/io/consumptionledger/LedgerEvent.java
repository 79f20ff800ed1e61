package io.consumptionledger;

import io.consumptionledger.internal.ErrorText;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

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
   * Calls were made to the store on the hot path, together or one by itself. Told on the thread of
   * one of them.
   *
   * @param kind what they did
   * @param size how many calls there were, at least 1
   * @param waited how long the first of them waited for its turn; zero for one that went at once
   * @param error why they failed together, after which each was made by itself; null if they did
   *     not
   */
  record Batch(Kind kind, int size, Duration waited, Throwable error) implements LedgerEvent {
    @Override
    public String toString() {
      String result = error == null ? "" : ", failed: " + ErrorText.shown(error);
      return "Batch[" + kind + ", " + size + ", waited " + waited + result + "]";
    }

    /** What a batch does. */
    public enum Kind {
      /** New rows are claimed. */
      CLAIM,
      /** Claims are settled. */
      SETTLE
    }
  }

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

  /**
   * A claim was lost while its handler ran; the handler has been told and cannot record anything
   * any more unless nobody has taken the row over and it succeeds.
   *
   * @param key the row
   * @param epoch the claim's epoch
   * @param attempt its count of starts
   */
  record LeaseLost(ConsumptionKey key, long epoch, int attempt) implements LedgerEvent {}

  /**
   * The heartbeat has made a round. Told on its thread: do not block.
   *
   * @param took how long it took
   * @param renewed how many leases start anew; claims with most of their lease left are not counted
   * @param locked how many rows were being written at the moment
   * @param lost how many claims turned out to be lost
   * @param leastLeft the shortest time that a claim had left before it had to be given up, when the
   *     round began; null when there was no claim
   */
  record HeartbeatRound(Duration took, int renewed, int locked, int lost, Duration leastLeft)
      implements LedgerEvent {}

  /**
   * A round of the heartbeat failed, or its thread could not be started. It is tried again soon;
   * claims whose lease lasts are not touched by it. Told on the thread at hand: do not block.
   *
   * @param error what stood in the way
   */
  record HeartbeatFailed(Throwable error) implements LedgerEvent {
    @Override
    public String toString() {
      return "HeartbeatFailed[" + ErrorText.shown(error) + "]";
    }
  }

  /**
   * Another process with the same node id gave a sign of life a moment ago, or died since. Two
   * processes of one name could take each other's claims for their own leftovers.
   *
   * @param nodeId the name
   * @param incarnation which start of it
   * @param sinceRenewal how long ago it gave its last sign of life
   */
  record LiveTwin(String nodeId, UUID incarnation, Duration sinceRenewal) implements LedgerEvent {}

  /**
   * Something that the ledger does by itself (looking for due rows, claiming them, recovering)
   * failed this time. It is tried again; no row changed because of it. Told every time.
   *
   * @param what what failed; holds no payload and no secret
   * @param error what stood in the way
   */
  record TickFailed(String what, Throwable error) implements LedgerEvent {
    @Override
    public String toString() {
      return "TickFailed[" + what + ", " + ErrorText.shown(error) + "]";
    }
  }

  /**
   * Due rows name a handler that this node does not have. They are left alone, for a node that has
   * it. Told once per process, tenant and handler; the anomaly UNKNOWN_HANDLER goes with it.
   *
   * @param tenant whose rows
   * @param handlerId the handler
   * @param overdue how long the longest due row has been due, not negative
   */
  record UnknownHandler(Tenant tenant, String handlerId, Duration overdue) implements LedgerEvent {}
}
