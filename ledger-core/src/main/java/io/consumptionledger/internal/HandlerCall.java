package io.consumptionledger.internal;

import io.consumptionledger.Handler;
import io.consumptionledger.spi.StoreTransaction;

/**
 * One call of the application's handler. Whatever it throws is kept as a value. An interrupt is the
 * handler's affair and must not break the settle: it is taken away after the call, and put back by
 * {@link #end}, unless it was ours: then it has served its purpose.
 *
 * @param <T> what the handler works on
 */
final class HandlerCall<T> {
  private final Handler<? super T> handler;
  private final T message;
  private final CalledAttempt attempt;
  private boolean made;
  private boolean over;
  private boolean lost;
  private boolean interrupted;
  private Throwable error;

  HandlerCall(Handler<? super T> handler, T message, CalledAttempt attempt) {
    this.handler = handler;
    this.message = message;
    this.attempt = attempt;
  }

  /**
   * Calls the handler.
   *
   * @param transaction what it writes in, or null
   * @throws io.consumptionledger.StoreException if that cannot be used; the handler is not called
   */
  void make(StoreTransaction transaction) {
    if (transaction != null) {
      transaction.beforeHandler();
    }
    made = true;
    attempt.within(transaction);
    try {
      handler.handle(message, attempt);
    } catch (Throwable t) {
      error = t;
    }
    attempt.within(null);
    over();
  }

  /** Whether the handler may still be called. */
  boolean mayStart() {
    return attempt.mayStart();
  }

  /** The handler is not called after all; the settle comes next. */
  void skip() {
    over();
  }

  private void over() {
    over = true;
    lost = attempt.handlerEnded();
    interrupted = Thread.interrupted() || error instanceof InterruptedException;
    interrupted &= !attempt.interruptedByLoss();
  }

  boolean made() {
    return made;
  }

  /** Whether the claim was lost while the handler ran, or before it could. */
  boolean lost() {
    return lost;
  }

  /** What the handler threw, or null. */
  Throwable error() {
    return error;
  }

  /** The settle is over. */
  void end() {
    if (!over && attempt.interruptedByLoss()) {
      Thread.interrupted(); // ours, and nobody is left to feel it
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
