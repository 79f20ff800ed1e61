package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantinedMessage;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Shows what messages hold: payload, headers and raw key. Each look is appended to the audit, with
 * who and why, in the transaction that reads; if that fails nothing is shown. A look that finds
 * nothing leaves no trace. Thread-safe.
 */
public final class Looks {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

  private final LedgerStore store;

  Looks(LedgerStore store) {
    this.store = store;
  }

  /**
   * Shows the stored content of a row.
   *
   * @param tenant whose row it must be; not null
   * @param key which row; not null
   * @param operator who looks; not null
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @return the content, or empty if there is no such row of the tenant or it stores none
   * @throws io.consumptionledger.InvalidFieldException if the reason is not valid
   * @throws io.consumptionledger.StoreException if the store fails or the audit cannot be written
   */
  public Optional<Content> content(
      Tenant tenant, ConsumptionKey key, Operator operator, String reason) {
    OperatorAction action = new OperatorAction(operator.name(), reason);
    if (!key.tenant().equals(Objects.requireNonNull(tenant, "tenant"))) {
      return Optional.empty();
    }
    return store.lookAtContent(key, action);
  }

  /**
   * Shows a quarantined message.
   *
   * @param tenant whose message it must be; not null
   * @param id its id; not null
   * @param operator who looks; not null
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @return the message, or empty if the tenant has none of that id
   * @throws io.consumptionledger.InvalidFieldException if the reason is not valid
   * @throws io.consumptionledger.StoreException if the store fails or the audit cannot be written
   */
  public Optional<QuarantinedMessage> quarantined(
      Tenant tenant, String id, Operator operator, String reason) {
    Objects.requireNonNull(tenant, "tenant");
    OperatorAction action = new OperatorAction(operator.name(), reason);
    return ID.matcher(id).matches()
        ? store.lookAtQuarantined(tenant, id, action)
        : Optional.empty();
  }
}
