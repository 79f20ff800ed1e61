package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever fails inside of a lane, nobody waits for it. */
@Timeout(60)
class LaneFaultsTest {
  private static final long FOR_EVER = TimeUnit.HOURS.toNanos(1);

  private final List<List<String>> trips = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch firstMayEnd = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile long tripNanos;
  private final Words trip = new Words();
  private final Lane<String, String> lane =
      new Lane<>(new Lane.Limits(1, 100, 10, 100, FOR_EVER, FOR_EVER), trip);

  @AfterEach
  void end() {
    firstMayEnd.countDown();
    threads.shutdownNow();
  }

  /** Calls are words; what fails is told by the word. */
  private final class Words implements Lane.Trip<String, String> {
    @Override
    public Object kind(String call) {
      if (call.startsWith("no kind")) {
        throw new OutOfMemoryError(call);
      }
      return "any";
    }

    @Override
    public Object key(String call) {
      if (call.startsWith("no key")) {
        throw new OutOfMemoryError(call);
      }
      return call;
    }

    @Override
    public long bytes(String call) {
      return 1;
    }

    @Override
    public List<String> make(List<String> calls) {
      trips.add(calls);
      long end = System.nanoTime() + tripNanos;
      until(() -> System.nanoTime() >= end);
      if (calls.contains("sly")) {
        LaneFaultsTest.<RuntimeException>onTheSly(new Exception("checked"));
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("the trip was interrupted");
      }
      return calls.stream().map(call -> call + "!").toList();
    }

    @Override
    public void ended(String first, int calls, long waitedNanos, Throwable error) {
      // nobody asks
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void onTheSly(Throwable checked) throws E {
    throw (E) checked;
  }

  private String byItself(String call) {
    if (call.equals("first")) {
      awaitQuietly(firstMayEnd);
    }
    return call + "?";
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private CompletableFuture<String> answered(Supplier<String> call) {
    return CompletableFuture.supplyAsync(call, threads).orTimeout(20, TimeUnit.SECONDS);
  }

  private CompletableFuture<String> submit(String call) {
    return answered(() -> lane.submit(call, this::byItself));
  }

  private static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(100_000);
    }
  }

  /** Queues calls behind a first one that is under way, in their order, and lets them go. */
  private List<CompletableFuture<String>> behindTheFirst(String... calls) {
    List<CompletableFuture<String>> all = new ArrayList<>();
    CompletableFuture<String> first = submit("first");
    until(() -> lane.underWay() == 1);
    for (int i = 0; i < calls.length; i++) {
      all.add(submit(calls[i]));
      int queued = i + 1;
      until(() -> lane.queued() == queued);
    }
    firstMayEnd.countDown();
    assertThat(first.join()).isEqualTo("first?");
    return all;
  }

  private void assertNobodyIsLeftBehind() {
    assertThat(submit("next").join()).startsWith("next");
    until(() -> lane.underWay() == 0);
    assertThat(lane.queued()).isZero();
  }

  @Test
  void givenALeaderThatFailsBeforeItBoards_whenOthersWait_thenTheyGoWithoutIt() {
    List<CompletableFuture<String>> all = behindTheFirst("no kind", "a", "b");

    assertThatThrownBy(all.get(0)::join).hasRootCauseMessage("no kind");
    assertThat(all.get(1).join()).isEqualTo("a!");
    assertThat(all.get(2).join()).isEqualTo("b!");
    assertNobodyIsLeftBehind();
  }

  @Test
  void givenALeaderThatFailsWhileOthersBoard_whenTheyWait_thenThoseOnBoardGoByThemselves() {
    List<CompletableFuture<String>> all = behindTheFirst("leader", "on board", "no key", "b");

    assertThatThrownBy(all.get(0)::join).hasRootCauseMessage("no key");
    assertThat(all.get(1).join()).isEqualTo("on board?");
    assertThatThrownBy(all.get(2)::join).hasRootCauseMessage("no key");
    assertThat(all.get(3).join()).isEqualTo("b?");
    assertNobodyIsLeftBehind();
  }

  @Test
  void givenATripThatThrowsACheckedException_whenItHasEnded_thenEachGoesByItself() {
    List<CompletableFuture<String>> all = behindTheFirst("a", "sly", "b");

    assertThat(all.stream().map(CompletableFuture::join)).containsExactly("a?", "sly?", "b?");
    assertNobodyIsLeftBehind();
  }

  @Test
  void givenAnInterruptedCall_whenItLeads_thenItTakesNobodyAlong() {
    tripNanos = TimeUnit.SECONDS.toNanos(2);
    behindTheFirst("a", "b", "c").forEach(CompletableFuture::join);
    trips.clear();

    CompletableFuture<String> interrupted =
        answered(
            () -> {
              Thread.currentThread().interrupt();
              return lane.submit("interrupted", this::byItself) + Thread.interrupted();
            });
    until(() -> lane.underWay() == 1);
    List<CompletableFuture<String>> others = List.of(submit("d"), submit("e"));

    assertThat(interrupted.join()).isEqualTo("interrupted?true");
    others.forEach(CompletableFuture::join);
    assertThat(trips).allSatisfy(each -> assertThat(each).doesNotContain("interrupted"));
    assertNobodyIsLeftBehind();
  }
}
