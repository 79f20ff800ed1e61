package io.consumptionledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A delivery holds what it was given, and says which field it refuses. */
class DeliveryTest {
  private static final String EMOJI = "\uD83D\uDE00";

  private static Delivery with(UnaryOperator<Delivery.Builder> change) {
    return change.apply(Delivery.to("h", "e")).build();
  }

  private static void refused(String message, UnaryOperator<Delivery.Builder> change) {
    assertThatThrownBy(() -> with(change))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aDeliveryHoldsWhatItWasGiven() {
    byte[] bytes = {1, 2};
    Delivery delivery =
        with(
            b ->
                b.tenant(new Tenant("t"))
                    .itemKey("i")
                    .eventType("type")
                    .aggregate("order", "7")
                    .sequence(-3)
                    .position("topic", 4, 5L)
                    .headers(Headers.none().with("n", "v"))
                    .rawKey(bytes)
                    .payload(bytes)
                    .brokerTimestamp(Instant.parse("2024-02-29T01:02:03.123456789Z")));
    bytes[0] = 9;

    assertThat(delivery.key()).isEqualTo(new ConsumptionKey(new Tenant("t"), "h", "e", "i"));
    assertThat(delivery.metadata())
        .isEqualTo(
            new Metadata(
                "type",
                "order",
                "7",
                -3L,
                "topic",
                4,
                5L,
                Instant.parse("2024-02-29T01:02:03.123456Z")));
    assertThat(delivery.rawKey()).hasValueSatisfying(k -> assertThat(k).containsExactly(1, 2));
    assertThat(delivery.payload()).isEqualTo(Payload.of(new byte[] {1, 2}));
    assertThat(delivery.headers().lastText("n")).contains("v");
  }

  @Test
  void aTombstoneIsNotAnEmptyPayload() {
    assertThat(with(b -> b.payload(null)).payload().isTombstone()).isTrue();
    assertThat(with(b -> b.payload(new byte[0])).payload().isTombstone()).isFalse();
    assertThat(Payload.of(new byte[0])).isNotEqualTo(Payload.tombstone());
  }

  @Test
  void toStringShowsNoContent() {
    Delivery delivery =
        with(b -> b.payload("secret".getBytes()).headers(Headers.none().with("h", "secret")));
    assertThat(delivery).hasToString("Delivery[default/h/e, 6 bytes, 1 headers]");
  }

  @Test
  void textOverItsLimitIsRefusedByNameAndLimit() {
    assertThat(with(b -> b.eventType(EMOJI.repeat(200)).topic(EMOJI.repeat(249)))).isNotNull();
    refused("eventType has 201 characters, the limit is 200", b -> b.eventType(EMOJI.repeat(201)));
    refused("topic has 250 characters, the limit is 249", b -> b.topic(EMOJI.repeat(250)));
    refused(
        "aggregateType has 101 characters, the limit is 100",
        b -> b.aggregate(EMOJI.repeat(101), "i"));
    refused(
        "aggregateId has 201 characters, the limit is 200",
        b -> b.aggregate("t", EMOJI.repeat(201)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\u0000", "a\uD83D", "\r"})
  void whatADatabaseCouldRefuseIsRefusedInEveryText(String bad) {
    refused("eventType holds ", b -> b.eventType(bad));
    refused("topic holds ", b -> b.topic(bad));
    refused("aggregateType ", b -> b.aggregate(bad, "i"));
    refused("aggregateId ", b -> b.aggregate("t", bad));
  }

  @Test
  void anAggregateIsWholeOrAbsent() {
    refused("aggregateId and aggregateType must both", b -> b.aggregate("t", null));
    refused("aggregateId and aggregateType must both", b -> b.aggregate(null, "i"));
    refused("aggregateId is required but was blank", b -> b.aggregate("t", " "));
  }

  @Test
  void positionsAreNotNegative() {
    refused("partition is -1, the least is 0", b -> b.position("t", -1, 0));
    refused("offset is -2, the least is 0", b -> b.position("t", 0, -2));
    assertThat(with(b -> b.position("t", 0, Long.MAX_VALUE)).metadata().offset())
        .isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"})
  void brokerTimesFrom1970To9999AreKept(String time) {
    assertThat(with(b -> b.brokerTimestamp(Instant.parse(time))).metadata().brokerTimestamp())
        .isBetween(Instant.EPOCH, Instant.parse("9999-12-31T23:59:59.999999Z"));
  }

  @Test
  void brokerTimesOutsideAreRefusedHoweverFar() {
    refused("brokerTimestamp is 1969", b -> b.brokerTimestamp(Instant.EPOCH.minusNanos(1)));
    refused(
        "brokerTimestamp is +10000",
        b -> b.brokerTimestamp(Instant.parse("+10000-01-01T00:00:00Z")));
    refused("brokerTimestamp is -1000000000", b -> b.brokerTimestamp(Instant.MIN));
    refused("brokerTimestamp is +1000000000", b -> b.brokerTimestamp(Instant.MAX));
  }
}
