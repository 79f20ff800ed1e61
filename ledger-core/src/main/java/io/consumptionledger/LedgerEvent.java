package io.consumptionledger;

import java.time.Duration;

/** What the ledger tells its listener, after the change is committed. Holds no payload. */
public sealed interface LedgerEvent {
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
      implements LedgerEvent {}

  /**
   * A message without a key could not be kept; the broker was told to deliver it again.
   *
   * @param tenant whose message it was taken to be
   * @param handlerId the handler it was meant for
   * @param error what stood in the way
   */
  record NotQuarantined(Tenant tenant, String handlerId, Throwable error) implements LedgerEvent {}

  /**
   * Code of the application that the ledger called (a policy, a classifier, an alerter) threw or
   * returned nonsense; a default took its place and no state changed because of it.
   *
   * @param key the row at hand, or null when there was none
   * @param what which code it was
   * @param error what it threw, or what was wrong with its answer
   */
  record UserCodeFailed(ConsumptionKey key, String what, Throwable error) implements LedgerEvent {}

  /**
   * Something that the ledger does by itself (looking for due rows, claiming them, recovering)
   * failed this time. It is tried again; no row changed because of it. Told every time.
   *
   * @param what what failed; holds no payload and no secret
   * @param error what stood in the way
   */
  record TickFailed(String what, Throwable error) implements LedgerEvent {}

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
