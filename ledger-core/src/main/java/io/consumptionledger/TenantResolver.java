package io.consumptionledger;

import io.consumptionledger.internal.ServedStore;
import io.consumptionledger.spi.LedgerStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Which store keeps a tenant's rows: one database for many tenants, one each, or anything between.
 * Fails closed: who is not named is not served, and the stores that it hands out answer {@link
 * TenantNotServedException} from every method that is asked about such a tenant, also about one
 * whose rows lie in the same database or in another tenant's. Immutable and thread-safe.
 *
 * <pre>{@code
 * TenantResolver resolver =
 *     TenantResolver.builder().serve(shared, ann, bob).serve(ofCarol, carol).build();
 * Operations operations = Operations.on(resolver.store(ann)).build();
 * }</pre>
 */
public final class TenantResolver {
  private final Map<Tenant, LedgerStore> byTenant;
  private final Map<LedgerStore, Set<Tenant>> served;

  private TenantResolver(Map<LedgerStore, Set<Tenant>> tenants) {
    this.byTenant = new HashMap<>();
    this.served = new IdentityHashMap<>();
    tenants.forEach(
        (store, its) -> {
          LedgerStore guarded = ServedStore.on(store, its);
          served.put(guarded, Set.copyOf(its));
          its.forEach(tenant -> byTenant.put(tenant, guarded));
        });
  }

  /**
   * Begins a resolver that serves nobody.
   *
   * @return what to set
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The store that keeps a tenant's rows. It serves the tenants that share it, and nobody else.
   *
   * @param tenant whose; not null
   * @return the store; the same object for tenants that share it
   * @throws TenantNotServedException if the tenant is not served
   */
  public LedgerStore store(Tenant tenant) {
    LedgerStore store = byTenant.get(Objects.requireNonNull(tenant, "tenant"));
    if (store == null) {
      throw new TenantNotServedException(tenant);
    }
    return store;
  }

  /**
   * Whether a tenant is served.
   *
   * @param tenant who; not null
   * @return true if it has a store
   */
  public boolean serves(Tenant tenant) {
    return byTenant.containsKey(Objects.requireNonNull(tenant, "tenant"));
  }

  /**
   * Everybody who is served.
   *
   * @return the tenants, in no order
   */
  public Set<Tenant> tenants() {
    return Set.copyOf(byTenant.keySet());
  }

  /**
   * Every store once, for what is done for all tenants: a ledger is started on each.
   *
   * @return the stores
   */
  public List<LedgerStore> stores() {
    return new ArrayList<>(served.keySet());
  }

  /** Collects tenants. Used by one thread. */
  public static final class Builder {
    private final Map<LedgerStore, Set<Tenant>> tenants = new IdentityHashMap<>();
    private final Set<Tenant> named = new HashSet<>();

    private Builder() {}

    /**
     * Serves tenants from a store.
     *
     * @param store where their rows are; not null; may be named again for other tenants
     * @param first a tenant
     * @param others more tenants
     * @return this builder
     * @throws InvalidFieldException if a tenant is named twice
     */
    public Builder serve(LedgerStore store, Tenant first, Tenant... others) {
      Objects.requireNonNull(store, "store");
      List<Tenant> all = new ArrayList<>(List.of(others));
      all.add(0, first);
      for (Tenant tenant : all) {
        if (!named.add(Objects.requireNonNull(tenant, "tenant"))) {
          throw new InvalidFieldException("tenant", "is named twice: " + tenant);
        }
      }
      tenants.computeIfAbsent(store, none -> new HashSet<>()).addAll(all);
      return this;
    }

    /**
     * Ends the settings.
     *
     * @return the resolver
     */
    public TenantResolver build() {
      return new TenantResolver(tenants);
    }
  }
}
