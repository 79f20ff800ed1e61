package io.consumptionledger.internal.replay;

import io.consumptionledger.Alerter;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.internal.DueRunner;
import io.consumptionledger.internal.Reports;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Row;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/** A store, its clocks, rows to put into it, and a runner that does what a test says. */
final class ReplayFixture implements DueRunner {
  static final Duration LEASE = Duration.ofSeconds(30);
  static final Node NODE = Node.start("n");
  static final Failure FAILED = Failure.of(ErrorClass.RETRYABLE, "T", "c", "m");

  final ManualTiming timing = new ManualTiming();
  final InMemoryLedgerStore rows = new InMemoryLedgerStore(timing);
  final List<String> calls = new CopyOnWriteArrayList<>();
  final List<LedgerEvent> heard = new CopyOnWriteArrayList<>();
  final List<LedgerEvent> alerts = new CopyOnWriteArrayList<>();
  final Map<String, Function<Object[], Throwable>> faults = new ConcurrentHashMap<>();
  final Map<String, HandlerDeclaration<?>> handlers = new TreeMap<>();
  final List<ConsumptionKey> ran = new CopyOnWriteArrayList<>();
  final List<ConsumptionKey> givenBack = new CopyOnWriteArrayList<>();
  final LedgerStore store;
  final Reports reports;

  volatile boolean ready = true;

  /** What running a row does, before it is settled as succeeded. */
  volatile Consumer<DueClaim> work = due -> {};

  ReplayFixture() {
    store =
        (LedgerStore)
            Proxy.newProxyInstance(
                LedgerStore.class.getClassLoader(),
                new Class<?>[] {LedgerStore.class},
                (proxy, method, args) -> {
                  calls.add(method.getName());
                  Function<Object[], Throwable> fault = faults.get(method.getName());
                  Throwable thrown = fault == null ? null : fault.apply(args);
                  if (thrown != null) {
                    throw thrown;
                  }
                  try {
                    return method.invoke(rows, args);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    reports = new Reports(store, heard::add, (Alerter) alerts::add);
  }

  void fail(String method) {
    faults.put(method, args -> new StoreException("no answer", null));
  }

  ReplayFixture handler(String id) {
    handlers.put(
        id,
        HandlerDeclaration.of(id, ReplaySafety.IDEMPOTENT, Decoder.none(), (m, a) -> {})
            .lease(LEASE)
            .maxAttempts(3)
            .build());
    return this;
  }

  ReplayParts parts() {
    return new ReplayParts(store, NODE, handlers, timing, reports, this);
  }

  static Delivery delivery(Tenant tenant, String handlerId, String event) {
    return Delivery.to(handlerId, event).tenant(tenant).payload(new byte[] {1}).build();
  }

  void due(String tenant, String handlerId, int count) {
    dueIn(Duration.ZERO, tenant, handlerId, count);
  }

  void dueIn(Duration delay, String tenant, String handlerId, int count) {
    for (int i = 0; i < count; i++) {
      Delivery delivery = delivery(new Tenant(tenant), handlerId, String.format("e%05d", i));
      rows.recordFailure(NewRow.of(delivery, Content.of(delivery, 100)), FAILED, delay);
    }
  }

  /** A claim of another node that is never settled. */
  void held(String tenant, String handlerId, String event, Node owner, boolean withContent) {
    Delivery delivery = delivery(new Tenant(tenant), handlerId, event);
    rows.claim(
        NewRow.of(delivery, withContent ? Content.of(delivery, 100) : null),
        ClaimToken.random(),
        owner,
        LEASE);
  }

  Row row(String tenant, String handlerId, String event) {
    return rows.get(new ConsumptionKey(new Tenant(tenant), handlerId, event, "")).orElseThrow();
  }

  @Override
  public boolean isReady() {
    return ready;
  }

  @Override
  public void run(DueClaim due, long claimSentAt) {
    work.accept(due);
    ran.add(due.claim().key());
    rows.succeed(due.claim()).orThrow();
  }

  @Override
  public void giveBack(DueClaim due, long claimSentAt, Duration delay) {
    givenBack.add(due.claim().key());
    rows.release(due.claim(), due.content(), delay).orThrow();
  }

  long calls(String method) {
    return calls.stream().filter(method::equals).count();
  }

  <E extends LedgerEvent> List<E> heard(Class<E> type) {
    return heard.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
