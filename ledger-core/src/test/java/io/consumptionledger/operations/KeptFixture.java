package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.ManualTiming;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Rows that are old enough to go, a store that tells its calls, and clocks that a test moves. */
final class KeptFixture {
  static final String HANDLER = "billing";
  static final Operator PAULA = new Operator("paula");
  static final Failure FAILED = Failure.of(ErrorClass.POISON, "T", "c", "m");

  final ManualTiming timing = new ManualTiming();
  volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

  /** Called with the name of each verb before it is done; may throw. */
  volatile Consumer<String> before = verb -> {};

  final LedgerStore sound = new InMemoryLedgerStore(() -> now);

  final LedgerStore store =
      (LedgerStore)
          Proxy.newProxyInstance(
              LedgerStore.class.getClassLoader(),
              new Class<?>[] {LedgerStore.class},
              (proxy, method, arguments) -> {
                before.accept(method.getName());
                try {
                  return method.invoke(sound, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });

  static ConsumptionKey key(Tenant tenant, String event) {
    return new ConsumptionKey(tenant, HANDLER, event, "");
  }

  static void fail(String verb) {
    throw new StoreException("no store for " + verb, null);
  }

  void succeeded(Tenant tenant, String event) {
    sound.complete(NewRow.of(Delivery.to(HANDLER, event).tenant(tenant).build(), null, null));
  }

  ConsumptionKey discarded(String event) {
    Delivery delivery = Delivery.to(HANDLER, event).payload(new byte[] {7}).build();
    sound.recordTerminal(NewRow.of(delivery, Content.of(delivery, 10)), FAILED);
    sound.discard(delivery.key(), 1, new OperatorAction("olga", "not wanted")).orThrow();
    return delivery.key();
  }

  void elapse(Duration time) {
    now = now.plus(time);
  }

  static RetentionPlan.Builder plan() {
    return RetentionPlan.builder()
        .keep(HANDLER, ConsumptionState.SUCCEEDED, Duration.ofDays(1))
        .keep(HANDLER, ConsumptionState.DISCARDED, Duration.ofDays(1))
        .batch(2)
        .pause(Duration.ZERO);
  }

  PurgeRun run(RetentionPlan plan, Tenant... tenants) {
    return new Retention(store, null, timing).purge(List.of(tenants), plan, PAULA, "nightly");
  }
}
