package io.consumptionledger.internal;

import static io.consumptionledger.internal.LaneCallers.FOR_EVER;
import static io.consumptionledger.internal.LaneCallers.answers;
import static io.consumptionledger.internal.LaneCallers.awaitQuietly;
import static io.consumptionledger.internal.LaneCallers.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many trips go at once, and who waits for whom. */
@Timeout(60)
class LanePlacesTest {
  @RegisterExtension private final LaneCallers callers = new LaneCallers();

  private final WordTrip trip = new WordTrip();

  private Lane<String, String> lane(Lane.Limits limits) {
    return new Lane<>(limits, trip);
  }

  @Test
  void givenATripThatIsStuck_whenOthersHaveWaited_thenTheyGoPastIt() {
    Lane<String, String> lane =
        lane(new Lane.Limits(1, 9, 10, 10, TimeUnit.MILLISECONDS.toNanos(200), 0));
    List<CompletableFuture<String>> all = callers.behindTheFirst(lane);
    Stream.of("a", "b", "c").forEach(call -> all.add(callers.submit(lane, call)));

    assertThat(answers(all.subList(1, 4)))
        .satisfiesExactly(
            answer -> assertThat(answer).startsWith("a"),
            answer -> assertThat(answer).startsWith("b"),
            answer -> assertThat(answer).startsWith("c"));

    assertThat(all.get(0)).isNotDone();
    callers.letTheFirstEnd();
    assertThat(all.get(0).join()).isEqualTo("first?");
    until(() -> lane.underWay() == 0);
  }

  @Test
  void givenCompanyOnItsWay_whenAPlaceIsFree_thenTheLeaderGivesWayToIt() {
    WordTrip slow =
        new WordTrip() {
          @Override
          void whileUnderWay(List<String> calls) {
            pass(TimeUnit.SECONDS.toNanos(1));
          }
        };
    Lane<String, String> lane = new Lane<>(new Lane.Limits(1, 9, 10, 10, FOR_EVER, FOR_EVER), slow);
    List<CompletableFuture<String>> before = callers.behindTheFirst(lane, "a", "b", "c");
    callers.letTheFirstEnd();
    answers(before);
    slow.made.clear();

    List<CompletableFuture<String>> all =
        Stream.of("d", "e", "f").map(call -> callers.submit(lane, call)).toList();

    assertThat(answers(all)).containsExactly("d!", "e!", "f!");
    assertThat(slow.made).hasSize(1);
  }

  @Test
  void givenMorePlacesThanCalls_whenCalled_thenTheyGoSideBySideEachByItself() {
    Lane<String, String> lane = lane(new Lane.Limits(2, 9, 10, 10, FOR_EVER, 0));
    List<CompletableFuture<String>> all = callers.behindTheFirst(lane);

    assertThat(lane.submit("a", callers::byItself)).isEqualTo("a?");

    assertThat(all.get(0)).isNotDone();
    callers.letTheFirstEnd();
    answers(all);
  }

  @Test
  void givenCallsThatMet_whenTheyHaveGone_thenOneTripGoesAtATimeUntilFewMeetAgain() {
    Lane<String, String> lane = lane(new Lane.Limits(2, 9, 10, 10, FOR_EVER, 0));
    List<CompletableFuture<String>> two =
        List.of(callers.submit(lane, "first"), callers.submit(lane, "first:2"));
    until(() -> lane.underWay() == 2);
    List<CompletableFuture<String>> met = callers.queue(lane, "a", "b", "c");
    callers.letTheFirstEnd();
    assertThat(answers(met)).containsExactly("a!", "b!", "c!");
    answers(two);

    CountDownLatch mayEnd = new CountDownLatch(1);
    CompletableFuture<String> one = submitUntil(lane, "one", mayEnd);
    until(() -> lane.underWay() == 1);
    CompletableFuture<String> other = callers.submit(lane, "other");
    until(() -> lane.queued() == 1);
    mayEnd.countDown();
    assertThat(one.join()).isEqualTo("one?");
    assertThat(other.join()).isEqualTo("other?");
    until(() -> lane.underWay() == 0);

    CountDownLatch nobodyMet = new CountDownLatch(1);
    CompletableFuture<String> last = submitUntil(lane, "last", nobodyMet);
    until(() -> lane.underWay() == 1);
    assertThat(lane.submit("beside", callers::byItself)).isEqualTo("beside?");
    nobodyMet.countDown();
    assertThat(last.join()).isEqualTo("last?");
    assertThat(trip.made).containsExactly(List.of("a", "b", "c"));
  }

  @Test
  void givenACrowd_whenItsCallsGo_thenTwoTripsAreUnderWayAtOnce() {
    CyclicBarrier bothUnderWay = new CyclicBarrier(2);
    WordTrip meeting =
        new WordTrip() {
          @Override
          void whileUnderWay(List<String> calls) {
            awaitTheOther(bothUnderWay);
          }
        };
    Lane<String, String> lane = new Lane<>(new Lane.Limits(2, 3, 2, 10, FOR_EVER, 0), meeting);
    List<CompletableFuture<String>> two =
        List.of(callers.submit(lane, "first"), callers.submit(lane, "first:2"));
    until(() -> lane.underWay() == 2);
    List<CompletableFuture<String>> crowd =
        Stream.of("a", "b", "c", "d").map(call -> callers.submit(lane, call)).toList();
    until(() -> lane.queued() == 4);

    callers.letTheFirstEnd();

    assertThat(answers(crowd)).allSatisfy(answer -> assertThat(answer).endsWith("!"));
    answers(two);
    assertThat(meeting.made).hasSize(2).allSatisfy(each -> assertThat(each).hasSize(2));
  }

  private static void awaitTheOther(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("the other trip was not under way", e);
    }
  }

  private CompletableFuture<String> submitUntil(
      Lane<String, String> lane, String call, CountDownLatch mayEnd) {
    return callers.start(
        () ->
            lane.submit(
                call,
                it -> {
                  awaitQuietly(mayEnd);
                  return it + "?";
                }));
  }
}
