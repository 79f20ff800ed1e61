package io.consumptionledger;

import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TakeOverResult;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A ledger in memory with its threads awake, on clocks that a test moves: one of the store, one of
 * the process. Its heartbeat session can be made to fail, to lie and to hang.
 */
final class LeaseFixture implements AfterEachCallback {
  static final String HANDLER = "billing.order-placed";
  static final Duration LEASE = Duration.ofSeconds(60);
  static final Duration INTERVAL = Duration.ofSeconds(20);

  final ManualTiming timing = new ManualTiming();
  final List<LedgerEvent> heard = new CopyOnWriteArrayList<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  final Map<String, Supplier<Object>> faults = new ConcurrentHashMap<>();
  final InMemoryLedgerStore rows;
  final LedgerStore store;
  volatile Function<List<Claim>, Map<Claim, RenewResult>> renewals;
  volatile Runnable beats = () -> {};

  private final List<AssertionError> found = new CopyOnWriteArrayList<>();
  private final List<Ledger> ledgers = new ArrayList<>();
  private volatile Instant storeNow = Instant.parse("2026-03-01T10:00:00Z");

  LeaseFixture() {
    rows = new InMemoryLedgerStore(() -> storeNow);
    store =
        (LedgerStore)
            Proxy.newProxyInstance(
                LedgerStore.class.getClassLoader(),
                new Class<?>[] {LedgerStore.class},
                (proxy, method, args) -> {
                  calls.add(method.getName());
                  Supplier<Object> fault = faults.get(method.getName());
                  Object instead = fault == null ? null : fault.get();
                  try {
                    return instead == null ? method.invoke(rows, args) : instead;
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    faults.put("openHeartbeat", () -> new Session(rows.openHeartbeat(INTERVAL)));
  }

  /** Does what it is told, and what the store does otherwise. */
  private final class Session implements HeartbeatSession {
    private final HeartbeatSession real;

    Session(HeartbeatSession real) {
      this.real = real;
    }

    @Override
    public Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease) {
      calls.add("heartbeat renew " + claims.size());
      Function<List<Claim>, Map<Claim, RenewResult>> instead = renewals;
      Map<Claim, RenewResult> results = instead == null ? null : instead.apply(claims);
      return results == null ? real.renew(claims, lease) : results;
    }

    @Override
    public void beat(Node node) {
      calls.add("heartbeat beat");
      beats.run();
      real.beat(node);
    }

    @Override
    public void close() {
      calls.add("heartbeat close");
      real.close();
    }
  }

  /** What a handler finds wrong fails the test, although the ledger takes it for a failure. */
  HandlerDeclaration.Builder<Delivery> handler(Handler<Delivery> handler) {
    Handler<Delivery> watched =
        (message, attempt) -> {
          try {
            handler.handle(message, attempt);
          } catch (AssertionError e) {
            found.add(e);
            throw e;
          }
        };
    return HandlerDeclaration.of(HANDLER, ReplaySafety.IDEMPOTENT, Decoder.none(), watched)
        .lease(LEASE)
        .retryPolicy(Backoff.fixed(Duration.ofSeconds(10)));
  }

  static Delivery delivery(String eventId) {
    return Delivery.to(HANDLER, eventId).payload(new byte[] {1}).build();
  }

  Ledger ledger(Handler<Delivery> handler) {
    return ledger(handler(handler).build(), UnaryOperator.identity());
  }

  Ledger ledger(HandlerDeclaration<?> handler, UnaryOperator<Ledger.Builder> more) {
    Ledger.Builder builder =
        Ledger.on(store)
            .handler(handler)
            .nodeId("node-1")
            .listener(heard::add)
            .timing(timing)
            .replayWorkers(0);
    Ledger ledger = more.apply(builder).start();
    ledgers.add(ledger);
    return ledger;
  }

  /** Throws anything, declared or not. */
  @SuppressWarnings("unchecked")
  static <T extends Throwable> void sneak(Throwable t) throws T {
    throw (T) t;
  }

  /** Consumes on a thread of its own. */
  static CompletableFuture<Outcome> consume(Ledger ledger, String eventId) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                outcome.complete(ledger.consume(delivery(eventId)));
              } catch (Throwable t) {
                outcome.completeExceptionally(t);
              }
            },
            "consumer-" + eventId);
    thread.setDaemon(true);
    thread.start();
    return outcome;
  }

  /** Time passes everywhere, once the heartbeat sleeps. */
  void elapse(Duration duration) {
    storeElapses(duration);
    processElapses(duration);
  }

  /** Time passes for this process alone, once the heartbeat sleeps. */
  void processElapses(Duration duration) {
    Await.until("the heartbeat sleeps", () -> timing.isWaiting("ledger-heartbeat"));
    timing.elapse(duration);
  }

  /** One interval passes, and the round that comes then is made. */
  void nextRound() {
    int before = rounds();
    elapse(INTERVAL);
    Await.until("there was another round", () -> rounds() > before);
  }

  int rounds() {
    return (int)
        heard.stream()
            .filter(
                e ->
                    e instanceof LedgerEvent.HeartbeatRound
                        || e instanceof LedgerEvent.HeartbeatFailed)
            .count();
  }

  /** Time passes for the store alone: this process was asleep, or its clock is slow. */
  void storeElapses(Duration duration) {
    storeNow = storeNow.plus(duration);
  }

  /** Another node takes the row over, if it can. */
  TakeOverResult rivalTakesOver(String eventId) {
    RowSummary seen = row(eventId).summary();
    return rows.takeOver(seen, ClaimToken.random(), Node.start("node-2"), LEASE, 15);
  }

  Row row(String eventId) {
    return rows.get(ConsumptionKey.of(HANDLER, eventId)).orElseThrow();
  }

  <E extends LedgerEvent> List<E> heard(Class<E> type) {
    return heard.stream().filter(type::isInstance).map(type::cast).toList();
  }

  List<AnomalyKind> anomalies() {
    return heard(LedgerEvent.AnomalySeen.class).stream()
        .map(LedgerEvent.AnomalySeen::kind)
        .toList();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    renewals = null;
    beats = () -> {};
    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(() -> ledgers.forEach(ledger -> ledger.close(Duration.ZERO)));
    Await.until(
        "the ledgers are closed",
        () -> {
          timing.elapse(Duration.ofSeconds(1));
          return closed.isDone();
        });
    found.forEach(
        error -> {
          throw error;
        });
  }
}
