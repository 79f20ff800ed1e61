package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionKey;

/**
 * What became of a quarantined message that somebody acted on.
 *
 * @param id the message
 * @param kind what became of it
 * @param key the row that it became or was found to be, or null
 * @param detail why it is as it is, or null if there is nothing to say; holds no content
 */
public record QuarantineOutcome(String id, Kind kind, ConsumptionKey key, String detail) {
  /** What can become of a message. */
  public enum Kind {
    /** Its row was made and is due; the message is closed. */
    ADMITTED,
    /** Its row had been there before, with the same payload; the message is closed. */
    DUPLICATE,
    /** It was resolved or discarded. */
    CLOSED,
    /** Somebody had closed it before; nothing changed. */
    CLOSED_BEFORE,
    /** The tenant has no such message. */
    NOT_FOUND,
    /** The decoder could not read it; it stays open. */
    UNREADABLE,
    /** What the decoder made of it must not become a row; it stays open. */
    REFUSED,
    /** The store failed; most likely it is still open. Try again. */
    FAILED,
    /** The store had failed too often, or the run was interrupted, before its turn came. */
    NOT_TRIED
  }

  /**
   * Whether the message is closed now.
   *
   * @return true if it is
   */
  public boolean isClosed() {
    return kind == Kind.ADMITTED
        || kind == Kind.DUPLICATE
        || kind == Kind.CLOSED
        || kind == Kind.CLOSED_BEFORE;
  }
}
