package io.consumptionledger.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Threads that call a lane. A call "first" is under way until it is told to end. */
final class LaneCallers implements AfterEachCallback {
  static final long FOR_EVER = TimeUnit.HOURS.toNanos(1);

  private static final int MOST_SECONDS = 50;

  /** The calls that went by themselves. */
  final List<String> alone = Collections.synchronizedList(new ArrayList<>());

  private final CountDownLatch firstGoes = new CountDownLatch(1);
  private final CountDownLatch firstMayEnd = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @Override
  public void afterEach(ExtensionContext context) {
    letTheFirstEnd();
    threads.shutdownNow();
  }

  void letTheFirstEnd() {
    firstMayEnd.countDown();
  }

  /** How a call goes by itself; it is answered with a question mark. */
  String byItself(String call) {
    alone.add(call);
    if (call.startsWith("first")) {
      firstGoes.countDown();
      awaitQuietly(firstMayEnd);
    }
    if (call.startsWith("poison")) {
      throw new IllegalArgumentException(call);
    }
    return call + "?";
  }

  CompletableFuture<Void> run(Runnable work) {
    return CompletableFuture.runAsync(work, threads).orTimeout(MOST_SECONDS, TimeUnit.SECONDS);
  }

  <T> CompletableFuture<T> start(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, threads).orTimeout(MOST_SECONDS, TimeUnit.SECONDS);
  }

  CompletableFuture<String> submit(Lane<String, String> lane, String call) {
    return start(() -> lane.submit(call, this::byItself));
  }

  /** Queues calls behind a first one that is under way, in their order. */
  List<CompletableFuture<String>> behindTheFirst(Lane<String, String> lane, String... calls) {
    List<CompletableFuture<String>> all = new ArrayList<>();
    all.add(submit(lane, "first"));
    awaitQuietly(firstGoes);
    all.addAll(queue(lane, calls));
    return all;
  }

  /** Queues calls one after the other; nothing may leave meanwhile. */
  List<CompletableFuture<String>> queue(Lane<String, String> lane, String... calls) {
    List<CompletableFuture<String>> all = new ArrayList<>();
    for (String call : calls) {
      all.add(submit(lane, call));
      until(() -> lane.queued() == all.size());
    }
    return all;
  }

  static List<String> answers(List<CompletableFuture<String>> all) {
    return all.stream().map(CompletableFuture::join).toList();
  }

  static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(100_000);
    }
  }
}
