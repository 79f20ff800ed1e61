package io.consumptionledger;

import java.util.Optional;

/**
 * Judges exceptions. What the handler itself declares ({@link HandlerSignal}) comes first, then the
 * application's classifier, then the database dialect's table of SQLStates and vendor codes, then
 * time-outs and interrupts (RETRYABLE); whatever is left is UNRECOVERABLE.
 *
 * <p>May be called from several threads at once. If it throws or returns null, that is reported to
 * the listener and the next one in line judges.
 */
@FunctionalInterface
public interface ErrorClassifier {
  /** Judges nothing. */
  ErrorClassifier NONE = error -> Optional.empty();

  /**
   * Judges one exception. Look at its causes too if they matter.
   *
   * @param error what was thrown; not null
   * @return the judgement, or empty to leave it to the next classifier
   */
  Optional<Classification> classify(Throwable error);
}
