package io.consumptionledger;

import java.util.Optional;

/** A row could not move as wanted: it is in another state, belongs to somebody else, or changed. */
public final class TransitionRefusedException extends LedgerException {
  private static final long serialVersionUID = 1L;

  /** The row's key. */
  private final transient ConsumptionKey key;

  /** The wanted transition. */
  private final Transition wanted;

  /** The actual state, null when there is no such row. */
  private final ConsumptionState actual;

  /** The row's count of starts. */
  private final int attempt;

  /**
   * Creates the exception.
   *
   * @param key the row's key
   * @param wanted the transition that was refused
   * @param actual the state the row is in, null when there is no such row
   * @param attempt the row's count of starts, 0 when there is no such row
   * @param why what did not fit
   */
  public TransitionRefusedException(
      ConsumptionKey key, Transition wanted, ConsumptionState actual, int attempt, String why) {
    super(
        wanted
            + " refused for "
            + key
            + ": "
            + why
            + (actual == null
                ? " (there is no such row)"
                : " (state " + actual + ", attempt " + attempt + ")"),
        null);
    this.key = key;
    this.wanted = wanted;
    this.actual = actual;
    this.attempt = attempt;
  }

  /**
   * The row's key.
   *
   * @return the key; null only after deserialisation
   */
  public ConsumptionKey key() {
    return key;
  }

  /**
   * The transition that was refused.
   *
   * @return the transition, never null
   */
  public Transition wanted() {
    return wanted;
  }

  /**
   * The state the row is in.
   *
   * @return the state, or empty when there is no such row
   */
  public Optional<ConsumptionState> actual() {
    return Optional.ofNullable(actual);
  }

  /**
   * The row's count of starts.
   *
   * @return the count, 0 when there is no such row
   */
  public int attempt() {
    return attempt;
  }
}
