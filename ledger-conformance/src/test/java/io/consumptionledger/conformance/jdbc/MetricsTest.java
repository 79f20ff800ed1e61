package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.jdbc.metrics.LedgerMetrics;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.Test;

/** Gauges show what is in the database, by its own clock. */
class MetricsTest {
  private static final String PLAIN = "metrics.plain";
  private static final String ORDERED = "metrics.ordered";
  private static final Tenant OTHER = new Tenant("other");

  @Test
  void givenUnresolvedRowsOnPostgreSql_whenWatched_thenGaugesShowHowTheyStand() {
    gaugesShow("postgresql");
  }

  @Test
  void givenUnresolvedRowsOnMySql_whenWatched_thenGaugesShowHowTheyStand() {
    gaugesShow("mysql");
  }

  private static void gaugesShow(String product) {
    MeterRegistry registry = new SimpleMeterRegistry();
    try (JdbcFixture fixture = JdbcFixture.on(product);
        LedgerMetrics metrics =
            LedgerMetrics.builder(registry).interval(Duration.ofMillis(200)).build();
        Ledger ledger = ledger(fixture, metrics)) {
      consume(ledger, Tenant.DEFAULT, "done", "ok");
      consume(ledger, Tenant.DEFAULT, "waits", "retry");
      consume(ledger, OTHER, "waits", "retry");
      consume(ledger, new Tenant("not watched"), "waits", "retry");
      consume(ledger, OTHER, "dead", "poison");
      consumeNext(ledger, 1, "poison");
      consumeNext(ledger, 2, "ok");
      consumeNext(ledger, 3, "ok");
      fixture.store().pause(OTHER, PLAIN, new OperatorAction("ann", "a look at it"), null);
      fixture.elapse(Duration.ofMinutes(30));

      metrics.watch(ledger, Tenant.DEFAULT, OTHER);

      await(registry, value -> value == 2, "pending", PLAIN, "RETRY_SCHEDULED");
      await(registry, value -> value == 1, "pending", PLAIN, "DEAD_LETTER");
      await(registry, value -> value == 2, "pending", ORDERED, "RETRY_SCHEDULED");
      await(registry, value -> value == 1, "pending", ORDERED, "DEAD_LETTER");
      await(registry, value -> value == 2, "replay.blocked", ORDERED, null);
      await(registry, value -> value == 1, "stalled.aggregates", ORDERED, "DEAD_LETTER");
      await(registry, value -> value == 0, "stalled.aggregates", ORDERED, "PROCESSING");
      await(registry, MetricsTest::isHalfAnHour, "stalled.longest", ORDERED, "DEAD_LETTER");
      await(registry, MetricsTest::isHalfAnHour, "due.oldest", PLAIN, null);
      await(registry, value -> value == 0, "due.oldest", ORDERED, null);
      await(registry, value -> value == 1, "paused", PLAIN, null);
      assertThat(registry.find("consumption.ledger.refreshes").tags("result", "failed").timers())
          .isEmpty();
    }
  }

  /** The clock of the database goes on while the test runs. */
  private static boolean isHalfAnHour(double seconds) {
    return seconds >= 1_790 && seconds < 1_800 + 300;
  }

  /** Due rows stay due, since this node has no workers for them. */
  private static Ledger ledger(JdbcFixture fixture, LedgerMetrics metrics) {
    return Ledger.on(fixture.store())
        .nodeId("metrics")
        .replayWorkers(0)
        .listener(metrics)
        .handler(declared(PLAIN).build())
        .handler(declared(ORDERED).orderedBy(OrderSource.SEQUENCE).build())
        .start();
  }

  private static HandlerDeclaration.Builder<String> declared(String id) {
    Handler<String> handler =
        (message, attempt) -> {
          switch (message) {
            case "retry" -> throw HandlerSignal.retryable("busy", null);
            case "poison" -> throw HandlerSignal.poison("no such field", null);
            default -> {}
          }
        };
    return HandlerDeclaration.of(id, ReplaySafety.IDEMPOTENT, Decoder.utf8(), handler)
        .retryPolicy(Backoff.fixed(Duration.ofSeconds(1)));
  }

  private static void consume(Ledger ledger, Tenant tenant, String eventId, String message) {
    ledger.consume(
        Delivery.to(PLAIN, eventId)
            .tenant(tenant)
            .payload(message.getBytes(StandardCharsets.UTF_8))
            .build());
  }

  private static void consumeNext(Ledger ledger, long sequence, String message) {
    ledger.consume(
        Delivery.to(ORDERED, "e" + sequence)
            .aggregate("account", "a")
            .sequence(sequence)
            .payload(message.getBytes(StandardCharsets.UTF_8))
            .build());
  }

  private static void await(
      MeterRegistry registry, DoublePredicate expected, String name, String handler, String state) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    double value = value(registry, name, handler, state);
    while (!expected.test(value)) {
      assertThat(System.nanoTime() - deadline)
          .as("%s of %s in %s is %s", name, handler, state, value)
          .isNegative();
      LockSupport.parkNanos(10_000_000);
      value = value(registry, name, handler, state);
    }
  }

  private static double value(MeterRegistry registry, String name, String handler, String state) {
    String[] tags =
        state == null
            ? new String[] {"handler", handler}
            : new String[] {"handler", handler, "state", state};
    Gauge gauge = registry.get("consumption.ledger." + name).tags(tags).gauge();
    return gauge.value();
  }
}
