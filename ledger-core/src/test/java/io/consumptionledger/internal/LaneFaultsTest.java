package io.consumptionledger.internal;

import static io.consumptionledger.internal.LaneCallers.FOR_EVER;
import static io.consumptionledger.internal.LaneCallers.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever fails inside of a lane, nobody waits for it. */
@Timeout(60)
class LaneFaultsTest {
  @RegisterExtension private final LaneCallers callers = new LaneCallers();

  private final Words trip = new Words();
  private final Lane<String, String> lane =
      new Lane<>(new Lane.Limits(1, 100, 10, 100, FOR_EVER, FOR_EVER), trip);

  /** What fails is told by the word. */
  private static final class Words extends WordTrip {
    private volatile long nanos;

    @Override
    public Object kind(String call) {
      if (call.startsWith("no kind")) {
        throw new OutOfMemoryError(call);
      }
      return super.kind(call);
    }

    @Override
    public Object key(String call) {
      if (call.startsWith("no key")) {
        throw new OutOfMemoryError(call);
      }
      return super.key(call);
    }

    @Override
    void whileUnderWay(List<String> calls) {
      pass(nanos);
      if (calls.contains("sly")) {
        LaneFaultsTest.<RuntimeException>onTheSly(new Exception("checked"));
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("the trip was interrupted");
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void onTheSly(Throwable checked) throws E {
    throw (E) checked;
  }

  /** Queues calls behind a first one that is under way, in their order, and lets them go. */
  private List<CompletableFuture<String>> behindTheFirst(String... calls) {
    List<CompletableFuture<String>> all = callers.behindTheFirst(lane, calls);
    callers.letTheFirstEnd();
    assertThat(all.remove(0).join()).isEqualTo("first?");
    return all;
  }

  private void assertNobodyIsLeftBehind() {
    assertThat(callers.submit(lane, "next").join()).startsWith("next");
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
    trip.nanos = TimeUnit.SECONDS.toNanos(2);
    behindTheFirst("a", "b", "c").forEach(CompletableFuture::join);
    trip.made.clear();

    CompletableFuture<String> interrupted =
        callers.start(
            () -> {
              Thread.currentThread().interrupt();
              return lane.submit("interrupted", callers::byItself) + Thread.interrupted();
            });
    until(() -> lane.underWay() == 1);
    List<CompletableFuture<String>> others =
        List.of(callers.submit(lane, "d"), callers.submit(lane, "e"));

    assertThat(interrupted.join()).isEqualTo("interrupted?true");
    others.forEach(CompletableFuture::join);
    assertThat(trip.made).allSatisfy(each -> assertThat(each).doesNotContain("interrupted"));
    assertNobodyIsLeftBehind();
  }
}
