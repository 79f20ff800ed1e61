package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ManualTiming;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseClockTest {
  private final ManualTiming timing = new ManualTiming();
  private final LeaseClock clock =
      new LeaseClock(timing, Duration.ofSeconds(60), Duration.ofSeconds(5));

  @Test
  void whatWasLostStaysLostAlthoughALateReplyGrantsIt() {
    timing.elapse(Duration.ofSeconds(20));
    long sentAt = timing.nanoTime();
    timing.elapse(Duration.ofSeconds(35));
    assertThat(clock.lost()).isTrue();

    clock.extend(sentAt);

    assertThat(clock.lost()).isTrue();
    assertThat(clock.left()).isZero();
  }

  @Test
  void replyThatIsOvertakenByALaterOneShortensNothing() {
    timing.elapse(Duration.ofSeconds(10));
    long first = timing.nanoTime();
    timing.elapse(Duration.ofSeconds(10));
    clock.extend(timing.nanoTime());

    clock.extend(first);

    assertThat(clock.left()).isEqualTo(Duration.ofSeconds(55));
  }

  @Test
  void claimThatNobodyReliedOnYetCanBeRenewedAfterItsTime() {
    timing.elapse(Duration.ofSeconds(70));
    assertThat(clock.lost()).isTrue();

    clock.restart(timing.nanoTime());

    assertThat(clock.lost()).isFalse();
  }

  @Test
  void handlerStartsOnlyWithHalfTheLeaseLeft() {
    timing.elapse(Duration.ofSeconds(30));
    assertThat(clock.tooShortToStart()).isFalse();

    timing.elapse(Duration.ofNanos(1));
    assertThat(clock.tooShortToStart()).isTrue();
  }

  @Test
  void renewalIsWantedAsLongAsAFailureLeavesAnInterval() {
    Duration interval = Duration.ofSeconds(20);
    timing.elapse(Duration.ofMillis(7_500));
    assertThat(clock.wantsRenewal(interval)).isFalse();

    timing.elapse(Duration.ofNanos(1));
    assertThat(clock.wantsRenewal(interval)).isTrue();
  }
}
