package io.consumptionledger.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.LedgerEvent;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PacedTest {
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private final ReplayFixture fixture = new ReplayFixture();
  private final AtomicInteger rounds = new AtomicInteger();
  private final AtomicReference<Thread> thread = new AtomicReference<>();
  private Paced paced;

  @AfterEach
  void stop() {
    paced.stop();
    Eventually.is("the thread has ended", paced::isOver);
  }

  private void start(Paced.Round round) {
    paced =
        new Paced(
            "the work",
            work -> {
              thread.set(new Thread(work));
              return thread.get();
            },
            fixture.timing,
            fixture.reports,
            () -> INTERVAL,
            () -> {
              boolean more = round.run();
              rounds.incrementAndGet();
              return more;
            });
    paced.start();
    roundsAre(1);
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
    noMoreRounds(1);

    fixture.timing.elapse(INTERVAL.minusNanos(1));
    noMoreRounds(1);
    fixture.timing.elapse(Duration.ofNanos(1));

    roundsAre(2);
  }

  @Test
  void givenHints_thenRoundsComeWhenTheyAreDueAndCloseOnesAreOne() {
    start(() -> false);
    paced.wakeIn(Duration.ofSeconds(20));
    paced.wakeIn(Duration.ofSeconds(10));
    paced.wakeIn(Duration.ofSeconds(10).minusMillis(1));
    noMoreRounds(1);

    fixture.timing.elapse(Duration.ofSeconds(10).plus(Paced.GRAIN));
    roundsAre(2);
    noMoreRounds(2);
    fixture.timing.elapse(Duration.ofSeconds(10));

    roundsAre(3);
    noMoreRounds(3);
  }

  @Test
  void givenVeryManyHints_thenTheEarliestAreKept() {
    start(() -> false);
    for (int i = 5_000; i > 0; i--) {
      paced.wakeIn(Duration.ofSeconds(1 + i % 40).plusMillis(i));
    }
    fixture.timing.elapse(Duration.ofSeconds(2));

    Eventually.is("a round", () -> rounds.get() > 1);
  }

  @Test
  void givenMoreToDo_thenTheNextRoundComesAtOnce() {
    AtomicInteger left = new AtomicInteger(3);
    start(() -> left.decrementAndGet() > 0);

    roundsAre(3);
    noMoreRounds(3);
  }

  @Test
  void givenRoundsThatThrow_thenEachIsReportedAndTheNextOneComes() {
    AtomicInteger turn = new AtomicInteger();
    start(
        () -> {
          if (turn.incrementAndGet() == 2) {
            throw new StackOverflowError();
          }
          if (turn.get() == 3) {
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
      noMoreRounds(1);
    }
    fixture.timing.elapse(INTERVAL);

    roundsAre(2);
  }

  @Test
  void givenAnInterrupt_thenItGoesOn() {
    start(() -> false);
    noMoreRounds(1);

    thread.get().interrupt();
    roundsAre(2);
    fixture.timing.elapse(INTERVAL);

    roundsAre(3);
  }
}
