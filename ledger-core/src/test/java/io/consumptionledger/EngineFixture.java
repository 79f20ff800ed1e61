package io.consumptionledger;

import io.consumptionledger.internal.Timing;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A ledger on the in-memory store whose clocks move only when told, whose store can be made to
 * fail, and which writes down what listener and alerter hear. Its heartbeat and lease watch sleep.
 */
final class EngineFixture implements AfterEachCallback {
  static final String HANDLER = "billing.order-placed";

  final List<LedgerEvent> heard = new CopyOnWriteArrayList<>();
  final List<LedgerEvent> alerts = new CopyOnWriteArrayList<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  final Map<String, Supplier<Object>> faults = new ConcurrentHashMap<>();

  /** Methods whose next call is carried out, and then fails. */
  final Set<String> lostReplies = ConcurrentHashMap.newKeySet();

  final InMemoryLedgerStore rows;
  final FakeTransactions transactions;
  final LedgerStore store;

  private final List<Ledger> ledgers = new ArrayList<>();
  private volatile Instant storeNow = Instant.parse("2026-03-01T10:00:00Z");
  private volatile long nanos = 1_000;

  EngineFixture() {
    rows = new InMemoryLedgerStore(() -> storeNow);
    transactions = new FakeTransactions(rows);
    store =
        (LedgerStore)
            Proxy.newProxyInstance(
                LedgerStore.class.getClassLoader(),
                new Class<?>[] {LedgerStore.class},
                (proxy, method, args) -> {
                  calls.add(method.getName());
                  Supplier<Object> fault = faults.get(method.getName());
                  Object instead = fault == null ? null : fault.get();
                  if (instead == null && method.getName().equals("inTransaction")) {
                    return transactions.run((LedgerStore.Work<?>) args[0]);
                  }
                  if (instead == null) {
                    instead = joining(method.getName(), args);
                  }
                  if (instead != null) {
                    return instead;
                  }
                  try {
                    Object answer = method.invoke(rows, args);
                    if (lostReplies.remove(method.getName())) {
                      throw new StoreException("the reply got lost", null);
                    }
                    return answer;
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
  }

  /** What the transactions have to say to a call; null to let the rows answer. */
  private Object joining(String method, Object[] args) {
    return switch (method) {
      case "hasTransactions" -> true;
      case "inCallerTransaction" -> transactions.inTransaction();
      case "succeed" -> transactions.succeed((Claim) args[0]);
      case "complete" -> transactions.complete((NewRow) args[0]);
      default -> null;
    };
  }

  /** Time passes everywhere. */
  void elapse(Duration duration) {
    storeNow = storeNow.plus(duration);
    nanos += duration.toNanos();
  }

  /** The store throws the next n times a method is called. */
  void failNext(String method, int times) {
    int[] left = {times};
    faults.put(
        method,
        () -> {
          if (left[0] > 0) {
            left[0]--;
            throw new StoreException("no answer", null);
          }
          return null;
        });
  }

  Ledger ledger(HandlerDeclaration<?> handler) {
    return ledger(handler, UnaryOperator.identity());
  }

  Ledger ledger(HandlerDeclaration<?> handler, UnaryOperator<Ledger.Builder> more) {
    Ledger.Builder builder =
        Ledger.on(store)
            .handler(handler)
            .nodeId("node-1")
            .listener(heard::add)
            .alerter(alerts::add)
            .replayWorkers(0)
            .timing(timing(LockSupport::park));
    Ledger ledger = more.apply(builder).start();
    ledgers.add(ledger);
    return ledger;
  }

  /** For ledgers whose threads are to see that time has passed. */
  Timing ticking() {
    return timing(() -> LockSupport.parkNanos(500_000));
  }

  private Timing timing(Runnable park) {
    return new Timing() {
      @Override
      public long nanoTime() {
        return nanos;
      }

      @Override
      public void pause(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        elapse(duration);
      }

      @Override
      public void parkUntil(long nanoTime) {
        park.run();
      }
    };
  }

  @Override
  public void afterEach(ExtensionContext context) {
    ledgers.forEach(ledger -> ledger.close(Duration.ZERO));
  }

  static HandlerDeclaration.Builder<Delivery> handler(
      ReplaySafety safety, Handler<Delivery> handler) {
    return HandlerDeclaration.of(HANDLER, safety, Decoder.none(), handler)
        .lease(Duration.ofSeconds(60))
        .retryPolicy(Backoff.fixed(Duration.ofSeconds(10)));
  }

  static Delivery delivery(String eventId, String payload) {
    return Delivery.to(HANDLER, eventId).payload(payload.getBytes(StandardCharsets.UTF_8)).build();
  }

  io.consumptionledger.spi.Row row(String eventId) {
    return rows.get(ConsumptionKey.of(HANDLER, eventId)).orElseThrow();
  }

  ConsumptionState state(String eventId) {
    return row(eventId).summary().state();
  }

  List<AnomalyKind> anomalies() {
    return heard.stream()
        .filter(LedgerEvent.AnomalySeen.class::isInstance)
        .map(e -> ((LedgerEvent.AnomalySeen) e).kind())
        .toList();
  }
}
