package io.consumptionledger.operations;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.TenantResolver;
import io.consumptionledger.internal.Timing;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Deletes rows that were settled long enough ago, and messages and requests that were closed long
 * enough ago, in small committed batches beside live traffic. What is open is never touched. Each
 * batch is audited with it, or does not happen. Thread-safe.
 */
public final class Retention {
  private static final int PAGE = 1_000;

  private final Function<Tenant, LedgerStore> stores;
  private final Function<RetentionPlan, List<Tenant>> known;
  private final Timing timing;

  /**
   * On one store.
   *
   * @param quarantineTenant who has messages although it may have no rows; null for nobody
   */
  Retention(LedgerStore store, Tenant quarantineTenant, Timing timing) {
    this(tenant -> store, plan -> tenants(store, quarantineTenant, plan), timing);
  }

  private Retention(
      Function<Tenant, LedgerStore> stores,
      Function<RetentionPlan, List<Tenant>> known,
      Timing timing) {
    this.stores = stores;
    this.known = known;
    this.timing = timing;
  }

  /**
   * Purges tenants wherever their rows are. One whose database fails does not hold up the others.
   *
   * @param resolver who is served, and from where; not null
   * @return the service
   */
  public static Retention across(TenantResolver resolver) {
    return new Retention(
        resolver::store,
        plan -> resolver.tenants().stream().sorted(Comparator.comparing(Tenant::id)).toList(),
        Timing.SYSTEM);
  }

  /**
   * Prepares a purge of one tenant's rows.
   *
   * @param tenant whose rows; not null
   * @param plan how long to keep what
   * @param operator who
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @return the purge; nothing has happened yet
   */
  public PurgeRun purge(Tenant tenant, RetentionPlan plan, Operator operator, String reason) {
    return purge(List.of(tenant), plan, operator, reason);
  }

  /**
   * Prepares a purge of several tenants' rows: one batch of each in turn, so that none waits for
   * another, and one whose store fails does not hold up the others.
   *
   * @param tenants whose rows; not empty
   * @param plan how long to keep what
   * @param operator who
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @return the purge; nothing has happened yet
   */
  public PurgeRun purge(
      List<Tenant> tenants, RetentionPlan plan, Operator operator, String reason) {
    Objects.requireNonNull(plan, "plan");
    if (tenants.isEmpty()) {
      throw new InvalidFieldException("tenants", "names none");
    }
    OperatorAction action = new OperatorAction(operator.name(), reason);
    return new PurgeRun(stores, timing, List.copyOf(tenants), plan, action);
  }

  /**
   * Whose rows there may be to purge: the tenants that have rows of a plan's handlers, and the
   * quarantine tenant; or across databases all that are served. A tenant that has nothing but
   * quarantined messages or requests of handlers that the plan does not name must be known
   * otherwise.
   *
   * @param plan the plan
   * @return the tenants
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public List<Tenant> tenants(RetentionPlan plan) {
    return known.apply(plan);
  }

  private static List<Tenant> tenants(
      LedgerStore store, Tenant quarantineTenant, RetentionPlan plan) {
    Set<Tenant> tenants = new LinkedHashSet<>();
    if (quarantineTenant != null && plan.keptQuarantined().isPresent()) {
      tenants.add(quarantineTenant);
    }
    for (String handler : plan.all().keySet()) {
      List<Tenant> page = List.of();
      do {
        Tenant after = page.isEmpty() ? null : page.get(page.size() - 1);
        page = store.tenants(handler, after, PAGE);
        tenants.addAll(page);
      } while (page.size() == PAGE);
    }
    return new ArrayList<>(tenants);
  }
}
