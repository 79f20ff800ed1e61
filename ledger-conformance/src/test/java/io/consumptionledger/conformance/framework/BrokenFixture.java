package io.consumptionledger.conformance.framework;

import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.MemoryFixture;
import io.consumptionledger.conformance.StoreFixture;
import io.consumptionledger.conformance.StoreInfo;
import io.consumptionledger.spi.LedgerStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Set;

/** An in-memory store whose calls go through a fault. */
final class BrokenFixture implements StoreFixture {
  private final StoreFixture sound = new MemoryFixture();
  private final String name;
  private final LedgerStore store;
  private final LedgerStore second;

  BrokenFixture(Broken broken) {
    this.name = "broken-" + broken.getClass().getSimpleName();
    this.store = broken(sound.store(), broken);
    this.second = broken(sound.secondStore(), broken);
  }

  private static LedgerStore broken(LedgerStore sound, Broken broken) {
    return (LedgerStore)
        Proxy.newProxyInstance(
            LedgerStore.class.getClassLoader(),
            new Class<?>[] {LedgerStore.class},
            (proxy, method, arguments) -> broken.call(sound, method, arguments));
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
