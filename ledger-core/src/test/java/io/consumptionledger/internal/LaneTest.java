package io.consumptionledger.internal;

import static io.consumptionledger.internal.LaneCallers.FOR_EVER;
import static io.consumptionledger.internal.LaneCallers.answers;
import static io.consumptionledger.internal.LaneCallers.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which calls go together, and what each of them gets. */
@Timeout(60)
class LaneTest {
  @RegisterExtension private final LaneCallers callers = new LaneCallers();

  private final WordTrip trip = new WordTrip();

  /** A lane with one place. */
  private static Lane<String, String> lane(WordTrip trip, int rows, long bytes) {
    return new Lane<>(new Lane.Limits(1, 9, rows, bytes, FOR_EVER, 0), trip);
  }

  @Test
  void givenNobodyWaiting_whenCalled_thenItGoesByItself() {
    Lane<String, String> lane = lane(trip, 10, 10);

    assertThat(lane.submit("a", callers::byItself)).isEqualTo("a?");
    assertThat(lane.submit("b", callers::byItself)).isEqualTo("b?");

    assertThat(trip.made).isEmpty();
    assertThat(trip.ended).containsExactly("1", "1");
  }

  @Test
  void givenCallsThatQueued_whenThePlaceIsFree_thenTheyGoTogetherAndEachHasItsAnswer() {
    List<CompletableFuture<String>> all = callers.behindTheFirst(lane(trip, 10, 10), "a", "b", "c");

    callers.letTheFirstEnd();

    assertThat(answers(all)).containsExactly("first?", "a!", "b!", "c!");
    assertThat(trip.made).containsExactly(List.of("a", "b", "c"));
    assertThat(callers.alone).containsExactly("first");
    until(() -> trip.ended.size() == 2);
    assertThat(trip.ended).containsExactlyInAnyOrder("1", "3");
  }

  @Test
  void givenMoreThanFit_whenTheyGo_thenTheOthersGoNextInTheirOrder() {
    List<CompletableFuture<String>> all =
        callers.behindTheFirst(lane(trip, 3, 10), "a", "b", "c", "d", "e");

    callers.letTheFirstEnd();

    assertThat(answers(all)).containsExactly("first?", "a!", "b!", "c!", "d!", "e!");
    assertThat(trip.made).containsExactly(List.of("a", "b", "c"), List.of("d", "e"));
  }

  @Test
  void givenHeavyCalls_whenTheyGo_thenATripCarriesNoMoreThanItsBytes() {
    List<CompletableFuture<String>> all =
        callers.behindTheFirst(lane(trip, 10, 8), "A", "b", "C", "d");

    callers.letTheFirstEnd();

    assertThat(answers(all)).containsExactly("first?", "A!", "b!", "C?", "d!");
    assertThat(trip.made).containsExactly(List.of("A", "b", "d"));
  }

  @Test
  void givenACallHeavierThanAnyTrip_whenCalled_thenItGoesByItselfAtOnce() {
    Lane<String, String> lane = lane(trip, 10, 5);
    List<CompletableFuture<String>> all = callers.behindTheFirst(lane, "a");

    assertThat(lane.submit("A", callers::byItself)).isEqualTo("A?");

    callers.letTheFirstEnd();
    answers(all);
  }

  @Test
  void givenTheSameKeyTwice_whenTheyGo_thenNotTogether() {
    List<CompletableFuture<String>> all =
        callers.behindTheFirst(lane(trip, 10, 10), "a:1", "a:2", "b");

    callers.letTheFirstEnd();

    assertThat(answers(all)).containsExactly("first?", "a:1!", "a:2?", "b!");
    assertThat(trip.made).containsExactly(List.of("a:1", "b"));
  }

  @Test
  void givenATripThatFails_whenItHasEnded_thenEachGoesByItselfAndHasItsOwnEnd() {
    WordTrip failing =
        new WordTrip() {
          @Override
          void whileUnderWay(List<String> calls) {
            throw new IllegalStateException("the trip failed");
          }
        };
    List<CompletableFuture<String>> all =
        callers.behindTheFirst(lane(failing, 10, 10), "a", "poison", "c");

    callers.letTheFirstEnd();

    assertThat(all.get(1).join()).isEqualTo("a?");
    assertThat(all.get(3).join()).isEqualTo("c?");
    assertThatThrownBy(all.get(2)::join).hasRootCauseMessage("poison");
    assertThat(callers.alone).containsExactlyInAnyOrder("first", "a", "poison", "c");
    until(() -> failing.ended.size() == 2);
    assertThat(failing.ended).containsExactlyInAnyOrder("1", "3 failed");
  }

  @Test
  void givenAnAnswerTooFew_whenTheTripHasEnded_thenNobodyGetsAnothersAnswer() {
    WordTrip forgetful =
        new WordTrip() {
          @Override
          public List<String> make(List<String> calls) {
            return List.of("one only");
          }
        };
    List<CompletableFuture<String>> all = callers.behindTheFirst(lane(forgetful, 10, 10), "a", "b");

    callers.letTheFirstEnd();

    assertThat(answers(all)).containsExactly("first?", "a?", "b?");
  }

  @Test
  void givenAQueuedCall_whenItsThreadIsInterrupted_thenItGoesByItselfStillInterrupted()
      throws InterruptedException {
    Lane<String, String> lane = lane(trip, 10, 10);
    List<CompletableFuture<String>> all = callers.behindTheFirst(lane);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              lane.submit("a", callers::byItself);
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    thread.start();
    until(() -> lane.queued() == 1);

    thread.interrupt();

    assertThat(interrupted.join()).isTrue();
    assertThat(callers.alone).containsExactly("first", "a");
    assertThat(lane.queued()).isZero();
    callers.letTheFirstEnd();
    answers(all);
    thread.join();
  }

  @Test
  void givenCallsOfTwoKinds_whenTheyGo_thenEachTripCarriesOneAndTheFirstGoesFirst() {
    List<CompletableFuture<String>> all =
        callers.behindTheFirst(lane(trip, 10, 10), "a", "b-", "c", "d-");

    callers.letTheFirstEnd();

    assertThat(answers(all)).containsExactly("first?", "a!", "b-!", "c!", "d-!");
    assertThat(trip.made).containsExactly(List.of("a", "c"), List.of("b-", "d-"));
  }

  @Test
  void givenManyThreads_whenTheyCallAllAtOnce_thenEachCallIsAnsweredOnceWithItsOwnAnswer() {
    int threads = 24;
    int calls = 400;
    ConcurrentHashMap<String, AtomicInteger> answered = new ConcurrentHashMap<>();
    AtomicInteger number = new AtomicInteger();
    WordTrip counting =
        new WordTrip() {
          @Override
          public Object kind(String call) {
            return call.endsWith("3");
          }

          @Override
          public List<String> make(List<String> together) {
            assertThat(together.stream().map(this::key).distinct()).hasSameSizeAs(together);
            assertThat(together.stream().map(this::kind).distinct()).hasSize(1);
            if (number.incrementAndGet() % 7 == 0) {
              throw new IllegalStateException("every seventh trip fails");
            }
            together.forEach(
                c -> answered.computeIfAbsent(c, k -> new AtomicInteger()).incrementAndGet());
            return together.stream().map(c -> c + "!").toList();
          }
        };
    Lane<String, String> lane = new Lane<>(new Lane.Limits(2, 9, 8, 100, FOR_EVER, 0), counting);

    Consumer<Integer> callMany =
        thread -> {
          for (int i = 0; i < calls; i++) {
            String call = "k" + i % 5 + ":" + thread + "-" + i;
            String answer =
                lane.submit(
                    call,
                    c -> {
                      answered.computeIfAbsent(c, k -> new AtomicInteger()).incrementAndGet();
                      return c + "!";
                    });
            assertThat(answer).isEqualTo(call + "!");
          }
        };

    List<CompletableFuture<Void>> all =
        IntStream.range(0, threads)
            .mapToObj(thread -> callers.run(() -> callMany.accept(thread)))
            .toList();
    all.forEach(CompletableFuture::join);

    assertThat(answered).hasSize(threads * calls);
    assertThat(answered.values()).allSatisfy(times -> assertThat(times).hasValue(1));
    assertThat(lane.queued()).isZero();
  }
}
