package io.consumptionledger.operations;

import io.consumptionledger.Tenant;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.time.Duration;
import java.util.Objects;

/**
 * Pauses handlers and lets them run again, for all nodes; each node hears of it within its poll
 * interval. {@link Overview#status} tells which are paused. Thread-safe.
 */
public final class Controls {
  private final LedgerStore store;

  Controls(LedgerStore store) {
    this.store = store;
  }

  /**
   * Pauses a handler for a tenant; one that is paused already gets the new end.
   *
   * @param tenant for which tenant; not null
   * @param handlerId the handler, which need not have rows
   * @param operator who; not null
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @param howLong when it resumes by itself; more than zero and at most 3650 days, or null for
   *     when somebody resumes it
   * @throws io.consumptionledger.InvalidFieldException if a value is not valid
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public void pause(
      Tenant tenant, String handlerId, Operator operator, String reason, Duration howLong) {
    Objects.requireNonNull(tenant, "tenant");
    store.pause(tenant, handlerId, new OperatorAction(operator.name(), reason), howLong);
  }

  /**
   * Lets a paused handler run again.
   *
   * @param tenant for which tenant; not null
   * @param handlerId the handler
   * @param operator who; not null
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @return whether it had been paused; if not, nothing was done and nothing is in the audit
   * @throws io.consumptionledger.InvalidFieldException if a value is not valid
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public boolean resume(Tenant tenant, String handlerId, Operator operator, String reason) {
    Objects.requireNonNull(tenant, "tenant");
    return store.resume(tenant, handlerId, new OperatorAction(operator.name(), reason));
  }
}
