package io.consumptionledger.operations;

import io.consumptionledger.Tenant;
import io.consumptionledger.internal.Timing;
import io.consumptionledger.spi.LedgerStore;
import java.util.Objects;

/**
 * Where operators begin: hands out the services for looking and for acting. It holds nothing that
 * must be closed; the store is closed by whoever opened it. Thread-safe.
 *
 * <pre>{@code
 * Operations operations = Operations.on(store).build();
 * }</pre>
 */
public final class Operations {
  private final LedgerStore store;
  private final ReplayPolicy replayPolicy;
  private final Tenant quarantineTenant;

  private Operations(Builder builder) {
    this.quarantineTenant = builder.quarantineTenant;
    this.store = builder.store;
    this.replayPolicy = builder.replayPolicy;
  }

  /**
   * Begins with a store.
   *
   * @param store where the rows are; not null
   * @return what to set; without any setting it can be built at once
   */
  public static Builder on(LedgerStore store) {
    return new Builder(store);
  }

  /**
   * What the services work on, for logs.
   *
   * @return product and version; no address, no user, no secret
   */
  public String description() {
    return store.description();
  }

  /**
   * Replays dead letters that one person asks for and another approves.
   *
   * @return the service, never null
   */
  public Replays replays() {
    return new Replays(store, replayPolicy, Timing.SYSTEM);
  }

  /**
   * Closes dead letters by hand.
   *
   * @return the service, never null
   */
  public Closing closing() {
    return new Closing(store);
  }

  /**
   * Pauses handlers and lets them run again.
   *
   * @return the service, never null
   */
  public Controls controls() {
    return new Controls(store);
  }

  /**
   * Looks at rows.
   *
   * @return the service, never null
   */
  public Rows rows() {
    return new Rows(store);
  }

  /**
   * Shows what messages hold, audited.
   *
   * @return the service, never null
   */
  public Looks looks() {
    return new Looks(store);
  }

  /**
   * Looks at how things stand.
   *
   * @return the service, never null
   */
  public Overview overview() {
    return new Overview(store);
  }

  /**
   * Tells what people did.
   *
   * @return the service, never null
   */
  public AuditTrail audit() {
    return new AuditTrail(store);
  }

  /**
   * Sees to messages that could not be given a key.
   *
   * @return the service, never null
   */
  public Quarantine quarantine() {
    return new Quarantine(store, quarantineTenant);
  }

  /**
   * Deletes rows that were settled long enough ago.
   *
   * @return the service, never null
   */
  public Retention retention() {
    return new Retention(store, quarantineTenant, Timing.SYSTEM);
  }

  /** What can be set. Used by one thread. */
  public static final class Builder {
    private final LedgerStore store;
    private ReplayPolicy replayPolicy = ReplayPolicy.TWO_PEOPLE;
    private Tenant quarantineTenant;

    private Builder(LedgerStore store) {
      this.store = Objects.requireNonNull(store, "store");
    }

    /**
     * Who must agree to a replay; another person than who asks, unless set.
     *
     * @param policy the policy; not null
     * @return this builder
     */
    public Builder replayPolicy(ReplayPolicy policy) {
      this.replayPolicy = Objects.requireNonNull(policy, "policy");
      return this;
    }

    /**
     * The tenant under which messages lie whose own tenant could not be trusted; see {@code
     * Ledger.Builder.quarantineTenant}. Its messages, and no others, may be decoded into rows of
     * other tenants. Without it, none may.
     *
     * @param tenant the tenant; not null
     * @return this builder
     */
    public Builder quarantineTenant(Tenant tenant) {
      this.quarantineTenant = Objects.requireNonNull(tenant, "tenant");
      return this;
    }

    /**
     * Ends the settings.
     *
     * @return the services, never null
     */
    public Operations build() {
      return new Operations(this);
    }
  }
}
