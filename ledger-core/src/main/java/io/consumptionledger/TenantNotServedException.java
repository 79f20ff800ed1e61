package io.consumptionledger;

import java.util.Objects;

/** A tenant that is not served here was named. Nothing was read and nothing changed. */
public class TenantNotServedException extends LedgerException {
  private static final long serialVersionUID = 1L;

  private final String tenantId;

  /**
   * Creates the exception.
   *
   * @param tenant who is not served; not null
   */
  public TenantNotServedException(Tenant tenant) {
    super("the tenant " + Objects.requireNonNull(tenant, "tenant") + " is not served", null);
    this.tenantId = tenant.id();
  }

  /**
   * Who is not served.
   *
   * @return the tenant, never null
   */
  public Tenant tenant() {
    return new Tenant(tenantId);
  }
}
