package io.consumptionledger;

import java.util.Optional;

/** One run of a handler under a claim. Thread-safe. */
public interface Attempt {
  /**
   * The message.
   *
   * @return the delivery, never null
   */
  Delivery delivery();

  /**
   * Which start of the handler this is for this row, counted from 1. Starts that ended in {@link
   * HandlerSignal#retryLater} are counted too.
   *
   * @return the number
   */
  int number();

  /**
   * The claim's epoch: it grows with every claim of the row, also across replays. Pass it on to
   * systems that can refuse a smaller one than they have seen; this fences a stalled owner there as
   * the ledger does here.
   *
   * @return the epoch, at least 1; 0 where there is no claim, in {@link
   *     ConsumptionMode#SINGLE_TRANSACTION}
   */
  long epoch();

  /**
   * Whether the claim is still this run's. It is lost when the database says that somebody else has
   * the row, or when no renewal succeeded for a whole lease less the safety margin, counted on this
   * JVM's monotonic clock from the moment the last good request was sent: so before anybody else
   * can start. Once false it stays false.
   *
   * @return false once the claim is lost, or its result is recorded
   */
  boolean isOwned();

  /**
   * Registers what to run when the claim is lost while the handler runs: once, on a thread of the
   * ledger's own, at once if it is lost already, never after the handler has returned in time. What
   * it throws is reported to the listener and changes nothing.
   *
   * @param callback what to run, such as cancelling a call that the handler waits for; not null
   */
  void onLost(Runnable callback);

  /**
   * What the handler can write with so that its writes and the settle are committed together. It is
   * for the thread that runs the handler, and only until the handler returns.
   *
   * @param type the type wanted; {@code java.sql.Connection} on a database
   * @param <R> the same
   * @return it; empty if the handler runs in no transaction, or the store has nothing of that type
   */
  default <R> Optional<R> transaction(Class<R> type) {
    return Optional.empty();
  }
}
