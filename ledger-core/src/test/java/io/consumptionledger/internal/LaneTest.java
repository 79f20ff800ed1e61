package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
  private volatile long tripNanos;
  private volatile Runnable whileUnderWay = () -> {};

  @AfterEach
  void end() {
    firstMayEnd.countDown();
    threads.shutdownNow();
  }

  /**
   * Calls are words: those before a colon are the same key, those of capitals are heavy, those with
   * a dash at the end are of another kind.
   */
  private final Lane.Trip<String, String> trip =
      new Lane.Trip<>() {
        @Override
        public Object kind(String call) {
          return call.endsWith("-");
        }

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
          long end = System.nanoTime() + tripNanos;
          until(() -> System.nanoTime() >= end);
          whileUnderWay.run();
          if (tripsFail) {
            throw new IllegalStateException("the trip failed");
          }
          return calls.stream().map(call -> call + "!").toList();
        }

        @Override
        public void ended(String first, int calls, long waitedNanos, Throwable error) {
          ended.add(calls + (error == null ? "" : " failed"));
        }
      };

  private final Function<String, String> byItself =
      call -> {
        alone.add(call);
        if (call.startsWith("first")) {
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

  private static void awaitQuietly(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("the other trip was not under way", e);
    }
  }

  private Lane<String, String> lane(int rows, long bytes, long stuckNanos) {
    return new Lane<>(new Lane.Limits(1, 9, rows, bytes, stuckNanos, 0), trip);
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
    return all.stream().map(each -> each.orTimeout(30, TimeUnit.SECONDS).join()).toList();
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
    Lane<String, String> lane = new Lane<>(new Lane.Limits(1, 9, 10, 10, FOR_EVER, 0), forgetful);
    List<CompletableFuture<String>> all = behindTheFirst(lane, "a", "b");

    firstMayEnd.countDown();

    assertThat(answers(all)).containsExactly("first?", "a?", "b?");
  }

  private static final class Forgetful implements Lane.Trip<String, String> {
    @Override
    public Object kind(String call) {
      return "any";
    }

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
    public void ended(String first, int calls, long waitedNanos, Throwable error) {
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
  void givenCallsOfTwoKinds_whenTheyGo_thenEachTripCarriesOneAndTheFirstGoesFirst() {
    List<CompletableFuture<String>> all =
        behindTheFirst(lane(10, 10, FOR_EVER), "a", "b-", "c", "d-");

    firstMayEnd.countDown();

    assertThat(answers(all)).containsExactly("first?", "a!", "b-!", "c!", "d-!");
    assertThat(trips).containsExactly(List.of("a", "c"), List.of("b-", "d-"));
  }

  @Test
  void givenATripThatIsStuck_whenOthersHaveWaited_thenTheyGoPastIt() {
    Lane<String, String> lane = lane(10, 10, TimeUnit.MILLISECONDS.toNanos(200));
    List<CompletableFuture<String>> all = new ArrayList<>();
    all.add(submit(lane, "first"));
    awaitQuietly(firstGoes);
    Stream.of("a", "b", "c").forEach(call -> all.add(submit(lane, call)));

    assertThat(answers(all.subList(1, 4)))
        .satisfiesExactly(
            answer -> assertThat(answer).startsWith("a"),
            answer -> assertThat(answer).startsWith("b"),
            answer -> assertThat(answer).startsWith("c"));

    assertThat(all.get(0)).isNotDone();
    firstMayEnd.countDown();
    assertThat(all.get(0).join()).isEqualTo("first?");
    until(() -> lane.underWay() == 0);
  }

  @Test
  void givenCompanyOnItsWay_whenAPlaceIsFree_thenTheLeaderGivesWayToIt() {
    tripNanos = TimeUnit.SECONDS.toNanos(1);
    Lane<String, String> lane = new Lane<>(new Lane.Limits(1, 9, 10, 10, FOR_EVER, FOR_EVER), trip);
    List<CompletableFuture<String>> before = behindTheFirst(lane, "a", "b", "c");
    firstMayEnd.countDown();
    answers(before);
    trips.clear();

    List<CompletableFuture<String>> all =
        Stream.of("d", "e", "f").map(call -> submit(lane, call)).toList();

    assertThat(answers(all)).containsExactly("d!", "e!", "f!");
    assertThat(trips).hasSize(1);
  }

  @Test
  void givenMorePlacesThanCalls_whenCalled_thenTheyGoSideBySideEachByItself() {
    Lane<String, String> lane = new Lane<>(new Lane.Limits(2, 9, 10, 10, FOR_EVER, 0), trip);
    List<CompletableFuture<String>> all = behindTheFirst(lane);

    assertThat(lane.submit("a", byItself)).isEqualTo("a?");

    assertThat(all.get(0)).isNotDone();
    firstMayEnd.countDown();
    answers(all);
  }

  @Test
  void givenCallsThatMet_whenTheyHaveGone_thenOneTripGoesAtATimeUntilFewMeetAgain() {
    Lane<String, String> lane = new Lane<>(new Lane.Limits(2, 9, 10, 10, FOR_EVER, 0), trip);
    List<CompletableFuture<String>> two = List.of(submit(lane, "first"), submit(lane, "first:2"));
    until(() -> lane.underWay() == 2);
    List<CompletableFuture<String>> met = new ArrayList<>();
    for (String call : List.of("a", "b", "c")) {
      met.add(submit(lane, call));
      int queued = met.size();
      until(() -> lane.queued() == queued);
    }
    firstMayEnd.countDown();
    assertThat(answers(met)).containsExactly("a!", "b!", "c!");
    answers(two);

    CountDownLatch mayEnd = new CountDownLatch(1);
    CompletableFuture<String> one = submitUntil(lane, "one", mayEnd);
    until(() -> lane.underWay() == 1);
    CompletableFuture<String> other = submit(lane, "other");
    until(() -> lane.queued() == 1);
    mayEnd.countDown();
    assertThat(one.join()).isEqualTo("one?");
    assertThat(other.join()).isEqualTo("other?");
    until(() -> lane.underWay() == 0);

    CountDownLatch nobodyMet = new CountDownLatch(1);
    CompletableFuture<String> last = submitUntil(lane, "last", nobodyMet);
    until(() -> lane.underWay() == 1);
    assertThat(lane.submit("beside", byItself)).isEqualTo("beside?");
    nobodyMet.countDown();
    assertThat(last.join()).isEqualTo("last?");
    assertThat(trips).containsExactly(List.of("a", "b", "c"));
  }

  @Test
  void givenACrowd_whenItsCallsGo_thenTwoTripsAreUnderWayAtOnce() {
    Lane<String, String> lane = new Lane<>(new Lane.Limits(2, 3, 2, 10, FOR_EVER, 0), trip);
    CyclicBarrier bothUnderWay = new CyclicBarrier(2);
    whileUnderWay = () -> awaitQuietly(bothUnderWay);
    List<CompletableFuture<String>> two = List.of(submit(lane, "first"), submit(lane, "first:2"));
    until(() -> lane.underWay() == 2);
    List<CompletableFuture<String>> crowd =
        Stream.of("a", "b", "c", "d").map(call -> submit(lane, call)).toList();
    until(() -> lane.queued() == 4);

    firstMayEnd.countDown();

    assertThat(answers(crowd)).allSatisfy(answer -> assertThat(answer).endsWith("!"));
    answers(two);
    assertThat(trips).hasSize(2).allSatisfy(each -> assertThat(each).hasSize(2));
  }

  private CompletableFuture<String> submitUntil(
      Lane<String, String> lane, String call, CountDownLatch mayEnd) {
    return CompletableFuture.supplyAsync(
        () ->
            lane.submit(
                call,
                it -> {
                  awaitQuietly(mayEnd);
                  return it + "?";
                }),
        threads);
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
          public Object kind(String call) {
            return call.endsWith("3");
          }

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
            assertThat(together.stream().map(this::kind).distinct()).hasSize(1);
            if (number.incrementAndGet() % 7 == 0) {
              throw new IllegalStateException("every seventh trip fails");
            }
            together.forEach(
                c -> made.computeIfAbsent(c, k -> new AtomicInteger()).incrementAndGet());
            return together.stream().map(c -> c + "!").toList();
          }

          @Override
          public void ended(String first, int size, long waitedNanos, Throwable error) {
            // counted by make
          }
        };
    Lane<String, String> lane = new Lane<>(new Lane.Limits(2, 9, 8, 100, FOR_EVER, 0), counting);

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
