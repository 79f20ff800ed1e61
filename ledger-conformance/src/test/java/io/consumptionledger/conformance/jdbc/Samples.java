package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.jdbc.internal.Sql;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A value for each parameter of the production statements, as the store would bind it. */
final class Samples {
  static final String HANDLER = "plan.a";
  static final int FINISHED = 200_000;
  static final int WAITING = 2_000;

  private static final long DAY_MICROS = 86_400_000_000L;
  private static final String UUID = "00000000-0000-0001-0000-000000000001";

  private final Map<String, Object> values = new HashMap<>();

  Samples() {
    text("tenantId", "default");
    text("handlerId", HANDLER);
    text("eventId", "e77");
    text("itemKey", "");
    text("nodeId", "node-a");
    text("incarnation", UUID);
    text("token", UUID);
    text("seenToken", UUID);
    text("authorization", UUID);
    text("keys", keys());
    text("states", "SUCCEEDED,DISCARDED");
    text("kinds", "LATE_SETTLE,CRASH_LOOP");
    text("kind", "LATE_SETTLE");
    text("detail", "something");
    text("action", "RESOLVE");
    text("actor", "olga");
    text("secondActor", "albert");
    text("reason", "because");
    text("quarantineId", "7".repeat(64));
    text("errorClass", "RETRYABLE");
    text("errorType", "x.Y");
    text("errorCode", "E1");
    text("errorFingerprint", "f".repeat(64));
    text("errorMessage", "it failed");
    text("payloadState", "STORED");
    text("eventType", "t");
    text("aggregateType", "a");
    text("aggregateId", "1");
    text("topic", "orders");
    text("cursorEventId", "e500");
    text("cursorItemKey", "");
    number("lease", 60_000_000);
    number("delay", 60_000_000);
    number("maxAttempts", 5);
    number("limit", 100);
    number("rowVersion", 2);
    number("receivedWithin", DAY_MICROS / 24);
    number("settledBefore", 7 * DAY_MICROS);
    number("cursorReceived", 1_000_000);
    number("from", 0);
    number("before", 4_000_000_000_000_000L);
    number("epoch", 1);
    number("sequence", 7);
    number("partition", 1);
    number("offset", 42);
    number("brokerTimestamp", 1_700_000_000_000_000L);
    bytes("payloadHash", 32);
    bytes("payload", 10);
    bytes("headers", 4);
    bytes("rawKey", 3);
  }

  private static String keys() {
    return IntStream.range(0, 50)
        .mapToObj(
            i ->
                "{\"t\":\"default\",\"h\":\"plan.a\",\"e\":\"e%d\",\"i\":\"\",\"c\":\"%s\"}"
                    .formatted(i * 1000, UUID))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private void text(String name, String value) {
    values.put(name, value);
  }

  private void number(String name, long value) {
    values.put(name, value);
  }

  private void bytes(String name, int size) {
    values.put(name, new byte[size]);
  }

  /** The values of a statement's places. */
  List<Object> of(Sql sql, List<String> places) {
    return places.stream()
        .map(
            place -> {
              Object value = values.get(place);
              if (value == null) {
                throw new IllegalStateException(sql + ": no sample for :" + place);
              }
              return value;
            })
        .toList();
  }
}
