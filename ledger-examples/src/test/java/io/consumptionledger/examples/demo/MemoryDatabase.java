package io.consumptionledger.examples.demo;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.BatchVerbs;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Row;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The in-memory store as the demo's database; remembers which rows were asked for. */
class MemoryDatabase implements Database {
  private final LedgerStore store = new InMemoryLedgerStore();
  private final Set<ConsumptionKey> keys = ConcurrentHashMap.newKeySet();
  private final LedgerStore watched =
      (LedgerStore)
          Proxy.newProxyInstance(
              LedgerStore.class.getClassLoader(),
              new Class<?>[] {LedgerStore.class},
              (proxy, method, args) -> {
                if (method.getName().equals("claim")) {
                  keys.add(((NewRow) args[0]).key());
                } else if (method.getName().equals("claimAll")) {
                  ((List<?>) args[0])
                      .forEach(claim -> keys.add(((BatchVerbs.NewClaim) claim).row().key()));
                }
                try {
                  return method.invoke(store, args);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
  private boolean closed;

  @Override
  public LedgerStore store() {
    return watched;
  }

  @Override
  public List<TableRow> rows() {
    return keys.stream().flatMap(key -> store.get(key).stream()).map(this::tableRow).toList();
  }

  private TableRow tableRow(Row row) {
    boolean failed = row.failure() != null;
    return new TableRow(
        row.summary().key(),
        row.summary().state(),
        failed ? row.failure().errorClass() : null,
        failed ? row.failure().message() : null);
  }

  @Override
  public String description() {
    return store.description();
  }

  @Override
  public void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }
}
