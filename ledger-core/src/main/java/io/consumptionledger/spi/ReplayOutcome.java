package io.consumptionledger.spi;

/** What became of one row of a replay request. */
public enum ReplayOutcome {
  /** It waits to run, or has run since. */
  SCHEDULED(true),
  /** It is not there any more, is no dead letter any more, or has another version. */
  CHANGED(true),
  /** An earlier row of its aggregate is unresolved; another run may schedule it. */
  BLOCKED(false),
  /** It must not be replayed: its content is cut or missing, or nobody knows its handler. */
  REFUSED(true),
  /** The store failed; another run tries again. */
  FAILED(false);

  private final boolean isFinal;

  ReplayOutcome(boolean isFinal) {
    this.isFinal = isFinal;
  }

  /**
   * Whether no run tries again.
   *
   * @return true if it stays
   */
  public boolean isFinal() {
    return isFinal;
  }
}
