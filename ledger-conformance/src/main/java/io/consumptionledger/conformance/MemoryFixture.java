package io.consumptionledger.conformance;

import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.LedgerStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** The in-memory store under test: the reference on which the rules are calibrated. */
public final class MemoryFixture implements StoreFixture {
  private final MovableClock clock = new MovableClock();
  private final AtomicReference<LedgerStore> data = new AtomicReference<>();
  private final LedgerStore store = passingOn();
  private final LedgerStore second = passingOn();

  /** An empty store. */
  public MemoryFixture() {
    clear();
  }

  /** A store that does what the current one does; so that data can be cleared under it. */
  private LedgerStore passingOn() {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          try {
            return method.invoke(data.get(), arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    return (LedgerStore)
        Proxy.newProxyInstance(
            LedgerStore.class.getClassLoader(), new Class<?>[] {LedgerStore.class}, handler);
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public StoreInfo info() {
    return new StoreInfo("in memory", Runtime.version().toString(), "none", "this process");
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.noneOf(Capability.class);
  }

  @Override
  public LedgerStore store() {
    return store;
  }

  @Override
  public LedgerStore secondStore() {
    return second;
  }

  @Override
  public void elapse(Duration time) {
    clock.elapse(time);
  }

  @Override
  public void clear() {
    data.set(new InMemoryLedgerStore(clock));
  }

  @Override
  public void close() {
    clear();
  }
}
