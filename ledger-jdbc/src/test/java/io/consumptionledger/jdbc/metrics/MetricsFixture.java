package io.consumptionledger.jdbc.metrics;

import io.consumptionledger.Backoff;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.Handler;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Ledger;
import io.consumptionledger.OrderSource;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.Tenant;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.LedgerStore;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A ledger on the in-memory store, whose store can be made to fail or hang, and its metrics. */
final class MetricsFixture implements AutoCloseable {
  static final String HANDLER = "billing.order-placed";
  static final String ORDERED = "billing.account-changed";
  static final Duration RETRY = Duration.ofMinutes(10);

  final MeterRegistry registry = new SimpleMeterRegistry();
  final LedgerMetrics metrics;
  final Ledger ledger;
  final InMemoryLedgerStore rows;
  private final Map<String, Runnable> before = new ConcurrentHashMap<>();
  private volatile Instant now = Instant.parse("2026-03-01T10:00:00Z");

  MetricsFixture() {
    this(Duration.ofHours(1));
  }

  MetricsFixture(Duration interval) {
    rows = new InMemoryLedgerStore(() -> now);
    metrics = LedgerMetrics.builder(registry).interval(interval).countLimit(3).build();
    ledger =
        Ledger.on(store())
            .nodeId("node-1")
            .replayWorkers(0)
            .listener(metrics)
            .handler(declared(HANDLER, MetricsFixture::handle).build())
            .handler(
                declared(ORDERED, MetricsFixture::handle).orderedBy(OrderSource.SEQUENCE).build())
            .start();
  }

  /** What the message says is what becomes of it. */
  private static void handle(String message, Object attempt) {
    switch (message) {
      case "retry" -> throw HandlerSignal.retryable("busy", null);
      case "poison" -> throw HandlerSignal.poison("no such field", null);
      case "later" -> throw HandlerSignal.retryLater(RETRY, "not yet");
      default -> {}
    }
  }

  private static HandlerDeclaration.Builder<String> declared(String id, Handler<String> handler) {
    return HandlerDeclaration.of(id, ReplaySafety.IDEMPOTENT, Decoder.utf8(), handler)
        .retryPolicy(Backoff.fixed(RETRY));
  }

  private LedgerStore store() {
    return (LedgerStore)
        Proxy.newProxyInstance(
            LedgerStore.class.getClassLoader(),
            new Class<?>[] {LedgerStore.class},
            (proxy, method, args) -> {
              before.getOrDefault(method.getName(), () -> {}).run();
              try {
                return method.invoke(rows, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Something happens before each call of a method of the store. */
  void before(String method, Runnable what) {
    before.put(method, what);
  }

  void consume(String handler, String eventId, String message) {
    consume(Tenant.DEFAULT, handler, eventId, message);
  }

  void consume(Tenant tenant, String handler, String eventId, String message) {
    ledger.consume(
        Delivery.to(handler, eventId)
            .tenant(tenant)
            .payload(message.getBytes(java.nio.charset.StandardCharsets.UTF_8))
            .build());
  }

  /** A message of the ordered handler. */
  void consumeNext(String aggregate, long sequence, String message) {
    ledger.consume(
        Delivery.to(ORDERED, aggregate + "-" + sequence)
            .aggregate("account", aggregate)
            .sequence(sequence)
            .payload(message.getBytes(java.nio.charset.StandardCharsets.UTF_8))
            .build());
  }

  void elapse(Duration duration) {
    now = now.plus(duration);
  }

  double counter(LedgerMeter meter, String... tags) {
    return registry.get(meter.fullName()).tags(tags).counter().count();
  }

  double gauge(LedgerMeter meter, String... tags) {
    return registry.get(meter.fullName()).tags(tags).gauges().stream()
        .mapToDouble(Gauge::value)
        .sum();
  }

  /** Waits until something holds. */
  static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited in vain");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public void close() {
    ledger.close();
    metrics.close();
  }
}
