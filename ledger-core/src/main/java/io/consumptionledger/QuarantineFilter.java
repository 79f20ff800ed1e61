package io.consumptionledger;

import io.consumptionledger.internal.Text;
import java.time.Instant;
import java.util.Objects;

/**
 * Which quarantined messages of a tenant somebody wants to see. Every part that is set must fit.
 * Immutable: each method returns another filter.
 *
 * @param handlerId meant for this handler; null for any
 * @param which whether open, closed or both; not null
 * @param receivedFrom quarantined at or after this, by the store's clock; null for no bound
 * @param receivedBefore quarantined before this; null for no bound
 */
public record QuarantineFilter(
    String handlerId, Which which, Instant receivedFrom, Instant receivedBefore) {
  /** Whether somebody has seen to a message. */
  public enum Which {
    /** Open or closed. */
    ANY,
    /** Nobody has closed it yet. */
    OPEN,
    /** It was replayed, resolved or discarded. */
    CLOSED
  }

  /**
   * Checks the parts.
   *
   * @throws InvalidFieldException if no message can have such a handler
   */
  public QuarantineFilter {
    if (handlerId != null) {
      Text.required("handlerId", handlerId, ConsumptionKey.MAX_HANDLER_ID);
    }
    Objects.requireNonNull(which, "which");
  }

  /**
   * All messages.
   *
   * @return the filter
   */
  public static QuarantineFilter all() {
    return new QuarantineFilter(null, Which.ANY, null, null);
  }

  /**
   * Messages that nobody has closed.
   *
   * @return the filter
   */
  public static QuarantineFilter open() {
    return new QuarantineFilter(null, Which.OPEN, null, null);
  }

  /**
   * Messages that were replayed, resolved or discarded.
   *
   * @return the filter
   */
  public static QuarantineFilter closed() {
    return new QuarantineFilter(null, Which.CLOSED, null, null);
  }

  /**
   * Only what was meant for one handler.
   *
   * @param id its id, or null for any
   * @return the filter
   */
  public QuarantineFilter ofHandler(String id) {
    return new QuarantineFilter(id, which, receivedFrom, receivedBefore);
  }

  /**
   * Only what was quarantined within a time, by the store's clock.
   *
   * @param from at or after this; null for no bound
   * @param before before this; null for no bound
   * @return the filter
   */
  public QuarantineFilter received(Instant from, Instant before) {
    return new QuarantineFilter(handlerId, which, from, before);
  }
}
