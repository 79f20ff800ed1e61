package io.consumptionledger.spi;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Which handlers are paused, for all nodes. Each change is appended to the audit in the same
 * transaction. All commit on their own.
 */
public interface HandlerControlVerbs {
  /** The longest pause that ends by itself: 3650 days. A time too far away cannot be read back. */
  Duration LONGEST_PAUSE = Duration.ofDays(3650);

  /**
   * Checks how long a pause may last.
   *
   * @param howLong the time, or null for when somebody resumes the handler
   * @return the time
   * @throws InvalidFieldException if it is not more than zero or longer than {@link #LONGEST_PAUSE}
   */
  static Duration checkedPause(Duration howLong) {
    if (howLong != null
        && (howLong.isZero() || howLong.isNegative() || howLong.compareTo(LONGEST_PAUSE) > 0)) {
      throw new InvalidFieldException(
          "howLong", "is " + howLong + ", must be more than PT0S and at most " + LONGEST_PAUSE);
    }
    return howLong;
  }

  /**
   * Pauses a handler for a tenant; a handler that is paused already gets the new end.
   *
   * @param tenant the tenant
   * @param handlerId the handler, by the rules of {@link io.consumptionledger.ConsumptionKey}; need
   *     not be known to this node
   * @param action who and why
   * @param howLong when it resumes by itself, counted by the store's clock; more than zero and at
   *     most {@link #LONGEST_PAUSE}, or null for when somebody resumes it
   * @throws InvalidFieldException if the handler's id or the time is not valid
   */
  void pause(Tenant tenant, String handlerId, OperatorAction action, Duration howLong);

  /**
   * Lets a paused handler run again. Of one that is not paused, or whose pause has ended by itself,
   * nothing changes and nothing is appended.
   *
   * @param tenant the tenant
   * @param handlerId the handler
   * @param action who and why
   * @return whether it had been paused
   * @throws InvalidFieldException if the handler's id is not valid
   */
  boolean resume(Tenant tenant, String handlerId, OperatorAction action);

  /**
   * The handlers that are paused now, of all tenants.
   *
   * @return the paused, in order of tenant and handler
   */
  List<PausedHandler> pausedHandlers();

  /**
   * A handler that is paused.
   *
   * @param tenant for which tenant
   * @param handlerId the handler
   * @param by who paused it last
   * @param reason why
   * @param since when that was, by the store's clock
   * @param left the time until it resumes by itself, or null for never
   */
  record PausedHandler(
      Tenant tenant, String handlerId, String by, String reason, Instant since, Duration left) {}
}
