package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.TenantResolver;
import io.consumptionledger.internal.Timing;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import io.consumptionledger.spi.RetentionVerbs.Purgeable;
import io.consumptionledger.spi.SweepVerbs.PurgeCursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
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
   * Counts what a purge would delete now: exactly up to a limit, else says that there are more.
   * Changes nothing.
   *
   * @param tenant whose rows; not null
   * @param handlerId of which handler
   * @param state in which state, SUCCEEDED or DISCARDED
   * @param keep how long rows are kept since they were settled; not negative
   * @param limit up to where to count, from 1 to 1,000,000
   * @return the number
   * @throws InvalidFieldException if a part is not valid
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public Count purgeable(
      Tenant tenant, String handlerId, ConsumptionState state, Duration keep, int limit) {
    RetentionPlan.builder().keep(handlerId, state, keep);
    int most = Limits.count(limit);
    LedgerStore store = stores.apply(Objects.requireNonNull(tenant, "tenant"));
    Purge what = new Purge(tenant, handlerId, EnumSet.of(state), keep);
    long counted = 0;
    PurgeCursor cursor = null;
    do {
      Purgeable found = store.purgeable(what, cursor, PAGE);
      counted += found.rows().size();
      cursor = found.next();
    } while (cursor != null && counted <= most);
    return counted > most ? new Count.AtLeast(most + 1L) : new Count.Exactly(counted);
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
