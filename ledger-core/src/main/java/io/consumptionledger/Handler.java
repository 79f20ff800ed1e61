package io.consumptionledger;

/**
 * The application's code for one kind of message. Returning means done; any Throwable means failed,
 * and {@link HandlerSignal} says how. May be called from several threads at once, for different
 * messages.
 *
 * @param <T> what the decoder makes of a delivery
 */
@FunctionalInterface
public interface Handler<T> {
  /**
   * Handles one message under a claim.
   *
   * @param message what the decoder returned
   * @param attempt which start this is, and whether the claim still holds; not null
   * @throws Exception to fail; see {@link HandlerSignal} for the ways to fail on purpose
   */
  void handle(T message, Attempt attempt) throws Exception;
}
