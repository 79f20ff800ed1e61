package io.consumptionledger.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TravellingValuesTest {
  @Test
  void givenTheLastInstantOfTheYear9999_whenItTravels_thenItComesBack() {
    Instant last = Instant.parse("9999-12-31T23:59:59.999999Z");

    assertThat(Micros.instant(Micros.of(last))).isEqualTo(last);
  }

  @Test
  void givenALengthOfTime_whenItTravels_thenItIsCutToMicrosecondsAndAThousandYears() {
    assertThat(Micros.of(Duration.ofNanos(1_999))).isEqualTo(1);
    assertThat(Micros.of(Duration.ofSeconds(Long.MAX_VALUE)))
        .isEqualTo(Micros.of(Duration.ofDays(365_250)));
  }

  @Test
  void givenABoundBetweenTwoMicroseconds_whenItTravels_thenItIsTheLaterOne() {
    assertThat(Micros.from(Instant.EPOCH.plusNanos(1_001))).isEqualTo(2);
    assertThat(Micros.before(Instant.EPOCH.plusNanos(1_000))).isEqualTo(1);
  }

  @Test
  void givenNoBoundOrOneOutOfRange_whenItTravels_thenItIsTheEndOfTheRange() {
    long latest = Micros.of(Instant.parse("9999-12-31T23:59:59.999999Z"));

    assertThat(Micros.from(null)).isZero();
    assertThat(Micros.from(Instant.MIN)).isZero();
    assertThat(Micros.before(null)).isEqualTo(latest);
    assertThat(Micros.before(Instant.MAX)).isEqualTo(latest);
  }

  @Test
  void givenKeys_whenTheyTravel_thenTheyAreSortedAndEscaped() {
    ConsumptionKey odd = new ConsumptionKey(new Tenant("t\"\\"), "h", "é😀", "");
    ConsumptionKey plain = new ConsumptionKey(new Tenant("a"), "h", "e", "i");

    assertThat(KeyList.of(List.of(odd, plain)))
        .isEqualTo(
            "[{\"t\":\"a\",\"h\":\"h\",\"e\":\"e\",\"i\":\"i\"},"
                + "{\"t\":\"t\\\"\\\\\",\"h\":\"h\",\"e\":\"é😀\",\"i\":\"\"}]");
  }

  @Test
  void givenKeysWithTokens_whenTheyTravel_thenEachHasItsToken() {
    UUID token = UUID.randomUUID();

    assertThat(KeyList.of(Map.of(ConsumptionKey.of("h", "e"), new ClaimToken(token))))
        .isEqualTo(
            "[{\"t\":\"default\",\"h\":\"h\",\"e\":\"e\",\"i\":\"\",\"c\":\"" + token + "\"}]");
  }

  @Test
  void givenClaimsOfLockedRows_whenTheyTravel_thenInTheOrderGivenAndWithoutTheirOwner() {
    UUID token = UUID.randomUUID();
    Claim second =
        new Claim(
            new ConsumptionKey(Tenant.DEFAULT, "h", "é\"", "i"), new ClaimToken(token), 1, 1, 0);
    Claim first = new Claim(ConsumptionKey.of("h", "a"), new ClaimToken(token), 1, 1, 0);

    assertThat(KeyList.locked(List.of(second, first)))
        .isEqualTo(
            "[{\"e\":\"é\\\"\",\"i\":\"i\",\"c\":\""
                + token
                + "\"},{\"e\":\"a\",\"i\":\"\",\"c\":\""
                + token
                + "\"}]");
  }

  @Test
  void givenValues_whenShown_thenOnlyTheirNamesAre() {
    assertThat(new Params().text("reason", "secret")).hasToString("Params[reason]");
  }
}
