package io.consumptionledger.conformance.framework;

import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.MemoryFixture;
import io.consumptionledger.conformance.StoreFixture;
import io.consumptionledger.conformance.StoreInfo;
import io.consumptionledger.spi.LedgerStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Set;

/** The in-memory store with one fault built in. */
final class Broken implements StoreFixture {
  private final StoreFixture sound = new MemoryFixture();
  private final String name;
  private final LedgerStore store;
  private final LedgerStore second;

  /** What happens to a call. */
  @FunctionalInterface
  interface Fault {
    /**
     * Answers a call.
     *
     * @param sound the store without the fault
     * @param method the method that was called
     * @param arguments its arguments
     * @return the answer
     * @throws Throwable what the method throws
     */
    Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable;
  }

  Broken(String name, Fault fault) {
    this.name = "broken-" + name;
    this.store = broken(sound.store(), fault);
    this.second = broken(sound.secondStore(), fault);
  }

  /** Passes a call on as it is. */
  static Object pass(LedgerStore store, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(store, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static LedgerStore broken(LedgerStore sound, Fault fault) {
    return (LedgerStore)
        Proxy.newProxyInstance(
            LedgerStore.class.getClassLoader(),
            new Class<?>[] {LedgerStore.class},
            (proxy, method, arguments) -> fault.call(sound, method, arguments));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StoreInfo info() {
    return sound.info();
  }

  @Override
  public Set<Capability> capabilities() {
    return sound.capabilities();
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
    sound.elapse(time);
  }

  @Override
  public void clear() {
    sound.clear();
  }

  @Override
  public void close() {
    sound.close();
  }
}
