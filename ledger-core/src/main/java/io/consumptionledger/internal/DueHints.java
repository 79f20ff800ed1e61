package io.consumptionledger.internal;

import java.time.Duration;

/** Hears when rows will be due, so that this node need not wait for its next poll. */
@FunctionalInterface
public interface DueHints {
  /** Listens to nobody. */
  DueHints NONE = delay -> {};

  /**
   * A row will be due. Only a hint: nothing is lost if it is forgotten.
   *
   * @param delay in how long; not negative
   */
  void dueIn(Duration delay);
}
