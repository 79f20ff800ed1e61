package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionKey;
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
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplaySelection;
import io.consumptionledger.spi.RowVersion;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/** Dead letters in memory, a store that can be made to fail, and a clock that a test moves. */
final class ReplayFixture {
  static final Operator RITA = new Operator("rita");
  static final Operator ALBERT = new Operator("albert");
  static final Operator OLGA = new Operator("olga");
  static final String THREAD = "replay-run";

  private static final Failure FAILED = Failure.of(ErrorClass.POISON, "T", "c", "m");

  final ManualTiming timing = new ManualTiming();
  final LedgerStore sound = new InMemoryLedgerStore();
  volatile BiPredicate<String, Object[]> fails = (verb, arguments) -> false;

  final LedgerStore store =
      (LedgerStore)
          Proxy.newProxyInstance(
              LedgerStore.class.getClassLoader(),
              new Class<?>[] {LedgerStore.class},
              (proxy, method, arguments) -> {
                if (fails.test(method.getName(), arguments)) {
                  throw new StoreException("no store for " + method.getName(), null);
                }
                try {
                  return method.invoke(sound, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });

  final Replays replays = new Replays(store, ReplayPolicy.TWO_PEOPLE, timing);

  static ConsumptionKey key(int number) {
    return ConsumptionKey.of("h", "e" + number);
  }

  List<RowVersion> dead(int rows) {
    IntStream.range(0, rows)
        .forEach(
            i -> {
              Delivery delivery = Delivery.to("h", "e" + i).payload(new byte[] {1}).build();
              sound.recordTerminal(NewRow.of(delivery, Content.of(delivery, 10)), FAILED);
            });
    return IntStream.range(0, rows).mapToObj(i -> RowVersion.now(key(i))).toList();
  }

  ReplayRequest approved(int rows) {
    ReplayRequest request =
        replays
            .request(Tenant.DEFAULT, RITA, new ReplaySelection.Rows(dead(rows)), "fixed", 100)
            .request()
            .orElseThrow();
    return replays.approve(Tenant.DEFAULT, request.id(), ALBERT, request.hash());
  }

  ReplayRun run(ReplayRequest request, ReplayOptions options) {
    return replays.run(Tenant.DEFAULT, request.id(), OLGA, options);
  }

  int scheduled(ReplayRequest request) {
    return sound.replayProgress(Tenant.DEFAULT, request.id()).of(ReplayOutcome.SCHEDULED);
  }

  /** A run on a thread of its own. */
  static final class Running {
    final Thread thread;
    final CompletableFuture<ReplayReport> report = new CompletableFuture<>();
    volatile boolean isInterruptedAfterwards;

    Running(ReplayRun run) {
      thread =
          new Thread(
              () -> {
                try {
                  ReplayReport done = run.execute();
                  isInterruptedAfterwards = Thread.currentThread().isInterrupted();
                  report.complete(done);
                } catch (RuntimeException e) {
                  report.completeExceptionally(e);
                }
              },
              THREAD);
      thread.setDaemon(true);
      thread.start();
    }
  }
}
