package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.Decoder;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Ledger;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.memory.InMemoryLedgerStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaseTimesTest {
  private static HandlerDeclaration<?> handler(String id, Duration lease) {
    return HandlerDeclaration.of(id, ReplaySafety.IDEMPOTENT, Decoder.none(), (m, a) -> {})
        .lease(lease)
        .build();
  }

  private static LeaseTimes of(Duration interval, Duration margin, Duration... leases) {
    return LeaseTimes.of(
        List.of(leases).stream().<HandlerDeclaration<?>>map(l -> handler("h", l)).toList(),
        interval,
        margin);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.1S, PT0.033333333S, PT0.01S, PT1S",
    "PT6S, PT2S, PT0.6S, PT1S",
    "PT1M, PT20S, PT5S, PT10S",
    "PT24H, PT1M, PT5S, PT10S"
  })
  void defaultsFollowFromTheLease(
      Duration lease, Duration interval, Duration margin, Duration timeout) {
    LeaseTimes times = of(null, null, lease);

    assertThat(times.interval()).isEqualTo(interval);
    assertThat(times.margin(lease)).isEqualTo(margin);
    assertThat(times.callTimeout()).isEqualTo(timeout);
  }

  @Test
  void shortestLeaseDecidesTheIntervalAndEachLeaseItsMargin() {
    LeaseTimes times = of(null, null, Duration.ofHours(1), Duration.ofSeconds(30));

    assertThat(times.interval()).isEqualTo(Duration.ofSeconds(10));
    assertThat(times.margin(Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(3));
    assertThat(times.margin(Duration.ofHours(1))).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void twoIntervalsAndTheMarginMayFillTheLease() {
    assertThat(of(Duration.ofSeconds(25), Duration.ofSeconds(10), Duration.ofMinutes(1)).interval())
        .isEqualTo(Duration.ofSeconds(25));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PT0S  |      | heartbeatInterval is PT0S, must be at least PT0.01S and shorter than the shortest lease, PT30S",
        "PT-1S |      | heartbeatInterval is PT-1S, must be at least PT0.01S and shorter than the shortest lease, PT30S",
        "PT30S |      | heartbeatInterval is PT30S, must be at least PT0.01S and shorter than the shortest lease, PT30S",
        "PT14S |      | heartbeatInterval is PT14S: two intervals and the safety margin of PT3S must fit into the shortest lease, PT30S, so that one failed renewal can be repaired",
        "PT10S | PT11S| heartbeatInterval is PT10S: two intervals and the safety margin of PT11S must fit into the shortest lease, PT30S, so that one failed renewal can be repaired",
        "PT1S  | PT-1S| safetyMargin is PT-1S, must not be negative and must be less than half the shortest lease, PT30S",
        "PT1S  | PT15S| safetyMargin is PT15S, must not be negative and must be less than half the shortest lease, PT30S"
      })
  void timesThatDoNotFitTogetherAreRefusedWithAllValues(
      Duration interval, Duration margin, String message) {
    Ledger.Builder builder =
        Ledger.on(new InMemoryLedgerStore())
            .handler(handler("long", Duration.ofHours(1)))
            .handler(handler("short", Duration.ofSeconds(30)))
            .heartbeatInterval(interval);
    if (margin != null) {
      builder.safetyMargin(margin);
    }

    assertThatThrownBy(builder::start)
        .isInstanceOf(InvalidFieldException.class)
        .hasMessage(message);
  }
}
