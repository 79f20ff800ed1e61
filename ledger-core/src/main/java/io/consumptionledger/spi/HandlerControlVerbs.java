package io.consumptionledger.spi;

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
  /**
   * Pauses a handler for a tenant; a handler that is paused already gets the new end.
   *
   * @param tenant the tenant
   * @param handlerId the handler; need not be known to this node
   * @param action who and why
   * @param howLong when it resumes by itself, counted by the store's clock; null for when somebody
   *     resumes it
   */
  void pause(Tenant tenant, String handlerId, OperatorAction action, Duration howLong);

  /**
   * Lets a paused handler run again.
   *
   * @param tenant the tenant
   * @param handlerId the handler
   * @param action who and why
   * @return whether it had been paused
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
   * @param by who paused it
   * @param reason why
   * @param since when, by the store's clock
   * @param left the time until it resumes by itself, or null for never
   */
  record PausedHandler(
      Tenant tenant, String handlerId, String by, String reason, Instant since, Duration left) {}
}
