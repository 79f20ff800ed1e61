package io.consumptionledger.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.LedgerEvent;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PacedTest {
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private final ReplayFixture fixture = new ReplayFixture();
  private final AtomicInteger rounds = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicReference<Thread> thread = new AtomicReference<>();
  private Paced paced;

  @AfterEach
  void stop() {
    paced.stop();
    Eventually.is("the thread has ended", paced::isOver);
  }

  private void start(Callable<Boolean> round) {
    paced =
        new Paced(
            "paced",
            "the work",
            work -> {
              thread.set(new Thread(work));
              return thread.get();
            },
            fixture.timing,
            fixture.reports,
            new Paced.Work() {
              @Override
              public boolean round() throws Exception {
                boolean more = round.call();
                rounds.incrementAndGet();
                return more;
              }

              @Override
              public Duration interval() {
                return INTERVAL;
              }

              @Override
              public void ended() {
                ended.incrementAndGet();
              }
            });
    paced.start();
    noMoreRounds(0);
  }

  private void roundsAre(int count) {
    Eventually.is(count + " rounds", () -> rounds.get() == count);
  }

  /** The thread has had every chance to run once more, and has not. */
  private void noMoreRounds(int count) {
    Eventually.is("the thread waits", () -> thread.get().getState() == Thread.State.TIMED_WAITING);
    assertThat(rounds).hasValue(count);
  }

  @Test
  void givenNoHint_thenARoundComesEachInterval() {
    start(() -> false);

    fixture.timing.elapse(INTERVAL.minusNanos(1));
    noMoreRounds(0);
    fixture.timing.elapse(Duration.ofNanos(1));
    roundsAre(1);
    noMoreRounds(1);
    fixture.timing.elapse(INTERVAL);

    roundsAre(2);
  }

  @Test
  void givenHints_thenRoundsComeWhenTheyAreDueAndCloseOnesAreOne() {
    start(() -> false);
    paced.wakeIn(Duration.ofSeconds(20));
    paced.wakeIn(Duration.ofSeconds(10));
    paced.wakeIn(Duration.ofSeconds(10).minusMillis(1));
    noMoreRounds(0);

    fixture.timing.elapse(Duration.ofSeconds(10).plus(Paced.GRAIN));
    roundsAre(1);
    noMoreRounds(1);
    fixture.timing.elapse(Duration.ofSeconds(10));

    roundsAre(2);
    noMoreRounds(2);
  }

  @Test
  void givenVeryManyHints_thenTheEarliestAreKept() {
    start(() -> false);
    for (int i = 5_000; i > 0; i--) {
      paced.wakeIn(Duration.ofSeconds(1 + i % 40).plusMillis(i));
    }
    fixture.timing.elapse(Duration.ofSeconds(2));

    Eventually.is("a round", () -> rounds.get() > 0);
  }

  @Test
  void givenMoreToDo_thenTheNextRoundComesAtOnce() {
    AtomicInteger left = new AtomicInteger(3);
    start(() -> left.decrementAndGet() > 0);

    fixture.timing.elapse(INTERVAL);
    roundsAre(3);
    noMoreRounds(3);
  }

  @Test
  void givenRoundsThatThrow_thenEachIsReportedAndTheNextOneComes() {
    AtomicInteger turn = new AtomicInteger();
    start(
        () -> {
          if (turn.incrementAndGet() == 1) {
            throw new StackOverflowError();
          }
          if (turn.get() == 2) {
            throw new InterruptedException("who would");
          }
          return false;
        });

    for (int failures = 1; failures <= 2; failures++) {
      fixture.timing.elapse(INTERVAL);
      int expected = failures;
      Eventually.is(
          "failure " + failures,
          () -> fixture.heard(LedgerEvent.TickFailed.class).size() == expected);
      noMoreRounds(0);
    }
    fixture.timing.elapse(INTERVAL);

    roundsAre(1);
  }

  @Test
  void givenAnInterrupt_thenItGoesOn() {
    start(() -> false);

    thread.get().interrupt();
    roundsAre(1);
    fixture.timing.elapse(INTERVAL);

    roundsAre(2);
  }

  @Test
  void givenAStop_thenTheThreadEndsAtOnceAndSaysSo() {
    start(() -> false);

    paced.stop();

    Eventually.is("it says so", () -> ended.get() == 1);
    assertThat(rounds).hasValue(0);
    assertThat(paced.isOver()).isTrue();
  }
}
