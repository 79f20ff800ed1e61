package io.consumptionledger.conformance;

import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.spi.LedgerStore;
import java.time.Duration;
import java.util.Set;

/** A fixture with another store on the same data. */
public record OnOneStore(JdbcFixture all, LedgerStore store) implements StoreFixture {
  @Override
  public String name() {
    return all.name();
  }

  @Override
  public StoreInfo info() {
    return all.info();
  }

  @Override
  public Set<Capability> capabilities() {
    return all.capabilities();
  }

  @Override
  public LedgerStore secondStore() {
    return all.secondStore();
  }

  @Override
  public void elapse(Duration time) {
    all.elapse(time);
  }

  @Override
  public void clear() {
    all.clear();
  }

  @Override
  public void close() {
    all.close();
  }
}
