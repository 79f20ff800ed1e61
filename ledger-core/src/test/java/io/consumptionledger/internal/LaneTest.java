package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LaneTest {
  private static final long FOR_EVER = TimeUnit.HOURS.toNanos(1);

  private final List<List<String>> trips = Collections.synchronizedList(new ArrayList<>());
  private final List<String> alone = Collections.synchronizedList(new ArrayList<>());
  private final List<String> ended = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch firstGoes = new CountDownLatch(1);
  private final CountDownLatch firstMayEnd = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile boolean tripsFail;

  @AfterEach
  void end() {
    firstMayEnd.countDown();
    threads.shutdownNow();
  }

  /** Calls are words: those before a colon are the same key, those of capitals are heavy. */
  private final Lane.Trip<String, String> trip =
      new Lane.Trip<>() {
        @Override
        public Object key(String call) {
          return call.split(":")[0];
        }

        @Override
        public long bytes(String call) {
          return Character.isUpperCase(call.charAt(0)) ? 6 : 1;
        }

        @Override
        public List<String> make(List<String> calls) {
          trips.add(calls);
          if (tripsFail) {
            throw new IllegalStateException("the trip failed");
          }
          return calls.stream().map(call -> call + "!").toList();
        }

        @Override
        public void ended(int calls, long waitedNanos, Throwable error) {
          ended.add(calls + (error == null ? "" : " failed"));
        }
      };

  private final Function<String, String> byItself =
      call -> {
        alone.add(call);
        if (call.equals("first")) {
          firstGoes.countDown();
          awaitQuietly(firstMayEnd);
        }
        if (call.startsWith("poison")) {
          throw new IllegalArgumentException(call);
        }
        return call + "?";
      };

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Lane<String, String> lane(int rows, long bytes, long waitNanos) {
    return new Lane<>(new Lane.Limits(1, rows, bytes, waitNanos), trip);
  }

  private CompletableFuture<String> submit(Lane<String, String> lane, String call) {
    return CompletableFuture.supplyAsync(() -> lane.submit(call, byItself), threads);
  }

  /** Queues calls behind a first one that is under way, in their order. */
  private List<CompletableFuture<String>> behindTheFirst(
      Lane<String, String> lane, String... calls) {
    List<CompletableFuture<String>> all = new ArrayList<>();
    all.add(submit(lane, "first"));
    awaitQuietly(firstGoes);
    for (int i = 0; i < calls.length; i++) {
      all.add(submit(lane, calls[i]));
      int queued = i + 1;
      until(() -> lane.queued() == queued);
    }
    return all;
  }

  private static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(100_000);
    }
  }

  private static List<String> answers(List<CompletableFuture<String>> all) {
    return all.stream().map(CompletableFuture::join).toList();
  }

  @Test
  void givenNobodyWaiting_whenCalled_thenItGoesByItself() {
    Lane<String, String> lane = lane(10, 10, FOR_EVER);

    assertThat(lane.submit("a", byItself)).isEqualTo("a?");
    assertThat(lane.submit("b", byItself)).isEqualTo("b?");

    assertThat(trips).isEmpty();
    assertThat(ended).containsExactly("1", "1");
  }

  @Test
  void givenCallsThatQueued_whenThePlaceIsFree_thenTheyGoTogetherAndEachHasItsAnswer() {
    List<CompletableFuture<String>> all = behindTheFirst(lane(10, 10, FOR_EVER), "a", "b", "c");

    firstMayEnd.countDown();

    assertThat(answers(all)).containsExactly("first?", "a!", "b!", "c!");
    assertThat(trips).containsExactly(List.of("a", "b", "c"));
    assertThat(alone).containsExactly("first");
    until(() -> ended.size() == 2);
    assertThat(ended).containsExactlyInAnyOrder("1", "3");
  }

  @Test
  void givenMoreThanFit_whenTheyGo_thenTheOthersGoNextInTheirOrder() {
    List<CompletableFuture<String>> all =
        behindTheFirst(lane(3, 10, FOR_EVER), "a", "b", "c", "d", "e");

    firstMayEnd.countDown();

    assertThat(answers(all)).containsExactly("first?", "a!", "b!", "c!", "d!", "e!");
    assertThat(trips).containsExactly(List.of("a", "b", "c"), List.of("d", "e"));
  }

  @Test
  void givenHeavyCalls_whenTheyGo_thenATripCarriesNoMoreThanItsBytes() {
    List<CompletableFuture<String>> all = behindTheFirst(lane(10, 8, FOR_EVER), "A", "b", "C", "d");

    firstMayEnd.countDown();

    assertThat(answers(all)).containsExactly("first?", "A!", "b!", "C?", "d!");
    assertThat(trips).containsExactly(List.of("A", "b", "d"));
  }

  @Test
  void givenACallHeavierThanAnyTrip_whenCalled_thenItGoesByItselfAtOnce() {
    Lane<String, String> lane = lane(10, 5, FOR_EVER);
    List<CompletableFuture<String>> all = behindTheFirst(lane, "a");

    assertThat(lane.submit("A", byItself)).isEqualTo("A?");

    firstMayEnd.countDown();
    answers(all);
  }

  @Test
  void givenTheSameKeyTwice_whenTheyGo_thenNotTogether() {
    List<CompletableFuture<String>> all = behindTheFirst(lane(10, 10, FOR_EVER), "a:1", "a:2", "b");

    firstMayEnd.countDown();

    assertThat(answers(all)).containsExactly("first?", "a:1!", "a:2?", "b!");
    assertThat(trips).containsExactly(List.of("a:1", "b"));
  }

  @Test
  void givenATripThatFails_whenItHasEnded_thenEachGoesByItselfAndHasItsOwnEnd() {
    tripsFail = true;
    List<CompletableFuture<String>> all =
        behindTheFirst(lane(10, 10, FOR_EVER), "a", "poison", "c");

    firstMayEnd.countDown();

    assertThat(all.get(1).join()).isEqualTo("a?");
    assertThat(all.get(3).join()).isEqualTo("c?");
    assertThatThrownBy(all.get(2)::join).hasRootCauseMessage("poison");
    assertThat(alone).containsExactlyInAnyOrder("first", "a", "poison", "c");
    until(() -> ended.size() == 2);
    assertThat(ended).containsExactlyInAnyOrder("1", "3 failed");
  }

  @Test
  void givenAnAnswerTooFew_whenTheTripHasEnded_thenNobodyGetsAnothersAnswer() {
    Lane.Trip<String, String> forgetful = new Forgetful();
    Lane<String, String> lane = new Lane<>(new Lane.Limits(1, 10, 10, FOR_EVER), forgetful);
    List<CompletableFuture<String>> all = behindTheFirst(lane, "a", "b");

    firstMayEnd.countDown();

    assertThat(answers(all)).containsExactly("first?", "a?", "b?");
  }

  private static final class Forgetful implements Lane.Trip<String, String> {
    @Override
    public Object key(String call) {
      return call;
    }

    @Override
    public long bytes(String call) {
      return 1;
    }

    @Override
    public List<String> make(List<String> calls) {
      return List.of("one only");
    }

    @Override
    public void ended(int calls, long waitedNanos, Throwable error) {
      // nobody asks
    }
  }

  @Test
  void givenAQueuedCall_whenItsThreadIsInterrupted_thenItGoesByItselfStillInterrupted()
      throws InterruptedException {
    Lane<String, String> lane = lane(10, 10, FOR_EVER);
    List<CompletableFuture<String>> all = behindTheFirst(lane);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              lane.submit("a", byItself);
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    thread.start();
    until(() -> lane.queued() == 1);

    thread.interrupt();

    assertThat(interrupted.join()).isTrue();
    assertThat(alone).containsExactly("first", "a");
    assertThat(lane.queued()).isZero();
    firstMayEnd.countDown();
    answers(all);
    thread.join();
  }

  @Test
  void givenAQueuedCall_whenItHasWaitedTooLong_thenItGoesByItself() {
    Lane<String, String> lane = lane(10, 10, TimeUnit.MILLISECONDS.toNanos(20));
    CompletableFuture<String> first = submit(lane, "first");
    awaitQuietly(firstGoes);

    assertThat(lane.submit("a", byItself)).isEqualTo("a?");

    assertThat(first).isNotDone();
    firstMayEnd.countDown();
    assertThat(first.join()).isEqualTo("first?");
  }

  @Test
  void givenMorePlacesThanCalls_whenCalled_thenTheyGoSideBySideEachByItself() {
    Lane<String, String> lane = new Lane<>(new Lane.Limits(2, 10, 10, FOR_EVER), trip);
    List<CompletableFuture<String>> all = behindTheFirst(lane);

    assertThat(lane.submit("a", byItself)).isEqualTo("a?");

    assertThat(all.get(0)).isNotDone();
    firstMayEnd.countDown();
    answers(all);
  }

  @Test
  void givenManyThatMet_whenTheyHaveGone_thenOneGoesAtATimeUntilFewMeetAgain() {
    Lane<String, String> lane = new Lane<>(new Lane.Limits(2, 10, 10, FOR_EVER), trip);
    CountDownLatch secondMayEnd = new CountDownLatch(1);
    CompletableFuture<String> first = submit(lane, "first");
    awaitQuietly(firstGoes);
    CompletableFuture<String> second =
        CompletableFuture.supplyAsync(
            () ->
                lane.submit(
                    "second",
                    call -> {
                      awaitQuietly(secondMayEnd);
                      return call + "?";
                    }),
            threads);
    until(() -> lane.underWay() == 2);
    List<CompletableFuture<String>> many = new ArrayList<>();
    for (String call : List.of("a", "b", "c", "d")) {
      many.add(submit(lane, call));
      int queued = many.size();
      until(() -> lane.queued() == queued);
    }
    secondMayEnd.countDown();
    assertThat(answers(many)).containsExactly("a!", "b!", "c!", "d!");
    assertThat(second.join()).isEqualTo("second?");

    CompletableFuture<String> waits = submit(lane, "e");
    until(() -> lane.queued() == 1);
    firstMayEnd.countDown();

    assertThat(first.join()).isEqualTo("first?");
    assertThat(waits.join()).isEqualTo("e?");
    assertThat(trips).containsExactly(List.of("a", "b", "c", "d"));
    until(() -> lane.underWay() == 0);
  }

  @Test
  void givenManyThreads_whenTheyCallAllAtOnce_thenEachCallIsAnsweredOnceWithItsOwnAnswer() {
    int callers = 24;
    int calls = 400;
    ConcurrentHashMap<String, AtomicInteger> made = new ConcurrentHashMap<>();
    AtomicInteger number = new AtomicInteger();
    Lane.Trip<String, String> counting =
        new Lane.Trip<>() {
          @Override
          public Object key(String call) {
            return call.split(":")[0];
          }

          @Override
          public long bytes(String call) {
            return 1;
          }

          @Override
          public List<String> make(List<String> together) {
            assertThat(together.stream().map(this::key).distinct()).hasSameSizeAs(together);
            if (number.incrementAndGet() % 7 == 0) {
              throw new IllegalStateException("every seventh trip fails");
            }
            together.forEach(
                c -> made.computeIfAbsent(c, k -> new AtomicInteger()).incrementAndGet());
            return together.stream().map(c -> c + "!").toList();
          }

          @Override
          public void ended(int size, long waitedNanos, Throwable error) {
            // counted by make
          }
        };
    Lane<String, String> lane = new Lane<>(new Lane.Limits(2, 8, 100, FOR_EVER), counting);

    List<CompletableFuture<Void>> all =
        IntStream.range(0, callers)
            .mapToObj(
                caller ->
                    CompletableFuture.runAsync(
                        () -> {
                          for (int i = 0; i < calls; i++) {
                            String call = "k" + i % 5 + ":" + caller + "-" + i;
                            String answer =
                                lane.submit(
                                    call,
                                    c -> {
                                      made.computeIfAbsent(c, k -> new AtomicInteger())
                                          .incrementAndGet();
                                      return c + "!";
                                    });
                            assertThat(answer).isEqualTo(call + "!");
                          }
                        },
                        threads))
            .toList();
    all.forEach(CompletableFuture::join);

    assertThat(made).hasSize(callers * calls);
    assertThat(made.values()).allSatisfy(times -> assertThat(times).hasValue(1));
    assertThat(lane.queued()).isZero();
  }
}
