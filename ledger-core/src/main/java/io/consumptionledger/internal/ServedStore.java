package io.consumptionledger.internal;

import io.consumptionledger.Anomaly;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.TenantNotServedException;
import io.consumptionledger.spi.AuditVerbs.AuditLine;
import io.consumptionledger.spi.BatchVerbs.NewClaim;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.HandlerControlVerbs.PausedHandler;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.ReadVerbs;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayRequestVerbs;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.Settlement;
import io.consumptionledger.spi.SweepVerbs.DueQueue;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A store that knows some tenants only. It looks at the arguments of every call, whatever its
 * method, so that a verb that is added later cannot be forgotten; and where a method tells of
 * tenants, those that are not served are left out, so that no sweep works on them.
 */
public final class ServedStore implements InvocationHandler {
  private final LedgerStore store;
  private final Set<Tenant> served;

  private ServedStore(LedgerStore store, Set<Tenant> served) {
    this.store = store;
    this.served = Set.copyOf(served);
  }

  /**
   * Guards a store.
   *
   * @param store the store
   * @param served who is served
   */
  public static LedgerStore on(LedgerStore store, Set<Tenant> served) {
    return (LedgerStore)
        Proxy.newProxyInstance(
            LedgerStore.class.getClassLoader(),
            new Class<?>[] {LedgerStore.class},
            new ServedStore(store, served));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return ofObject(proxy, method, arguments);
    }
    switch (method.getName()) {
      case "dueQueues":
        return pages(
            (DueQueue) arguments[0], (int) arguments[1], store::dueQueues, DueQueue::tenant);
      case "tenants":
        return pages(
            (Tenant) arguments[1],
            (int) arguments[2],
            (after, limit) -> store.tenants((String) arguments[0], after, limit),
            tenant -> tenant);
      case "pausedHandlers":
        return store.pausedHandlers().stream()
            .filter((PausedHandler paused) -> served.contains(paused.tenant()))
            .toList();
      default:
        return pass(method, arguments);
    }
  }

  private Object pass(Method method, Object[] arguments) throws Throwable {
    if (arguments != null) {
      for (Object argument : arguments) {
        check(argument);
      }
    }
    try {
      return method.invoke(store, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object ofObject(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> store + " for " + served.size() + " tenants";
    };
  }

  /** As many as were asked for, so that who turns pages does not believe that there are no more. */
  private <T> List<T> pages(
      T begin, int limit, BiFunction<T, Integer, List<T>> page, Function<T, Tenant> tenant) {
    List<T> found = new ArrayList<>();
    T after = begin;
    while (true) {
      List<T> next = page.apply(after, limit);
      for (T each : next) {
        if (found.size() < limit && served.contains(tenant.apply(each))) {
          found.add(each);
        }
      }
      if (next.size() < limit || found.size() == limit) {
        return found;
      }
      after = next.get(next.size() - 1);
    }
  }

  private void check(Object argument) {
    if (argument instanceof Collection<?> many) {
      many.forEach(this::check);
      return;
    }
    Tenant tenant = tenantOf(argument);
    if (tenant != null && !served.contains(tenant)) {
      throw new TenantNotServedException(tenant);
    }
  }

  /** Whose it is, or null for what is nobody's. */
  private static Tenant tenantOf(Object argument) {
    if (argument instanceof Tenant tenant) {
      return tenant;
    }
    if (argument instanceof ConsumptionKey key) {
      return key.tenant();
    }
    if (argument instanceof Claim claim) {
      return claim.key().tenant();
    }
    if (argument instanceof NewRow row) {
      return row.key().tenant();
    }
    if (argument instanceof NewClaim claim) {
      return claim.row().key().tenant();
    }
    if (argument instanceof Settlement settlement) {
      return settlement.claim().key().tenant();
    }
    if (argument instanceof RowSummary row) {
      return row.key().tenant();
    }
    if (argument instanceof Anomaly anomaly) {
      return anomaly.key().tenant();
    }
    if (argument instanceof QuarantinedMessage message) {
      return message.tenant();
    }
    if (argument instanceof Purge what) {
      return what.tenant();
    }
    if (argument instanceof ReadVerbs.Filter filter) {
      return filter.tenant();
    }
    if (argument instanceof ReplayRequestVerbs.NewRequest request) {
      return request.tenant();
    }
    if (argument instanceof ReplayItem item) {
      return item.row().key().tenant();
    }
    return argument instanceof AuditLine line ? line.tenant() : null;
  }
}
