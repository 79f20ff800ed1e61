package io.consumptionledger.internal;

import io.consumptionledger.Handler;
import io.consumptionledger.spi.StoreTransaction;

/**
 * One call of the application's handler. Whatever it throws is kept as a value. An interrupt is the
 * handler's affair and must not break the settle: it is taken away after the call, and put back by
 * {@link #end}.
 *
 * @param <T> what the handler works on
 */
final class HandlerCall<T> {
  private final Handler<? super T> handler;
  private final T message;
  private final RunningAttempt attempt;
  private boolean made;
  private boolean interrupted;
  private Throwable error;

  HandlerCall(Handler<? super T> handler, T message, RunningAttempt attempt) {
    this.handler = handler;
    this.message = message;
    this.attempt = attempt;
  }

  /**
   * Calls the handler.
   *
   * @param transaction what it writes in, or null
   */
  void make(StoreTransaction transaction) {
    made = true;
    attempt.within(transaction);
    try {
      handler.handle(message, attempt);
    } catch (Throwable t) {
      error = t;
    } finally {
      attempt.within(null);
    }
    interrupted = Thread.interrupted() || error instanceof InterruptedException;
  }

  boolean made() {
    return made;
  }

  /** What the handler threw, or null. */
  Throwable error() {
    return error;
  }

  /** The settle is over. */
  void end() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
