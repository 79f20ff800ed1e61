package io.consumptionledger.conformance.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Types;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A realistic value for each parameter that statements have, by the parameter's name. */
final class PlanValues {
  private static final int BATCH = 100;
  private static final long MINUTE = 60_000_000L;

  /** The replay request that the plans are made for. */
  static final String REQUEST = "00000000-0000-4000-8000-000000000001";

  private static final String ROW =
      ",\"l\":60000000,\"d\":60000000,\"q\":\"POISON\",\"w\":\"type\",\"j\":\""
          + "a".repeat(64)
          + "\",\"z\":\"STORED\",\"u\":\"eA==\",\"k\":\"eA==\"}";

  private final Map<String, Value> values = new HashMap<>();

  /** A value and the type that it travels with. */
  record Value(int type, Object value) {}

  PlanValues() {
    key();
    claim();
    window();
    content();
    failure();
    replay();
    others();
  }

  /** The value of a parameter; a parameter that is not known is an error. */
  Value get(String name) {
    Value value = values.get(name);
    if (value == null) {
      throw new AssertionError("no value is known for the parameter " + name);
    }
    return value;
  }

  /** The value of a parameter in a question that leaves out nothing. */
  Value wide(String name) {
    return switch (name) {
      case "errorClass",
          "errorCode",
          "fingerprint",
          "errorFingerprint",
          "eventType",
          "aggregateType",
          "aggregateId" ->
          new Value(Types.VARCHAR, null);
      case "from" -> new Value(Types.BIGINT, 0L);
      case "states" ->
          new Value(Types.VARCHAR, "DEAD_LETTER,DISCARDED,PROCESSING,RETRY_SCHEDULED,SUCCEEDED");
      default -> get(name);
    };
  }

  private void text(String name, String value) {
    values.put(name, new Value(Types.VARCHAR, value));
  }

  private void number(String name, long value) {
    values.put(name, new Value(Types.BIGINT, value));
  }

  private void small(String name, int value) {
    values.put(name, new Value(Types.INTEGER, value));
  }

  private void bytes(String name, byte[] value) {
    values.put(name, new Value(Types.VARBINARY, value));
  }

  private void key() {
    text("tenantId", "t1");
    text("handlerId", "h1");
    text("handlerIds", "[\"h1\",\"h3\"]");
    text("afterHandler", "h0");
    text("afterTenant", "t2");
    text("eventId", "done-777");
    text("itemKey", "");
    text("beforeEvent", "done-500");
    text("beforeItem", "");
    number("beforeId", 1_000_000L);
    small("reach", 10_000);
    String token = UUID.randomUUID().toString();
    text(
        "keys",
        IntStream.range(0, BATCH)
            .mapToObj(i -> keyed("done-" + i * 97, token))
            .collect(Collectors.joining(",", "[", "]")));
    text(
        "rows",
        IntStream.range(0, BATCH)
            .mapToObj(i -> keyed("new-" + i, UUID.randomUUID().toString()).replace("}", ROW))
            .collect(Collectors.joining(",", "[", "]")));
  }

  private static String keyed(String event, String token) {
    return "{\"t\":\"t1\",\"h\":\"h1\",\"e\":\"" + event + "\",\"i\":\"\",\"c\":\"" + token + "\"}";
  }

  private static String gate(String id, String token) {
    return "{\"t\":\"t1\",\"h\":\"h1\",\"a\":\"order\",\"g\":\""
        + id
        + "\",\"c\":\""
        + token
        + "\"}";
  }

  private void claim() {
    for (String name : new String[] {"token", "seenToken", "incarnation", "authorization"}) {
      text(name, UUID.randomUUID().toString());
    }
    text("nodeId", "node-a");
    number("lease", MINUTE);
    number("delay", MINUTE);
    number("rowVersion", 2L);
    number("epoch", 1L);
    small("maxAttempts", 15);
  }

  private void window() {
    long now = System.currentTimeMillis() * 1000;
    number("from", now - 24 * 60 * MINUTE);
    number("before", now);
    number("receivedWithin", 24 * 60 * MINUTE);
    number("renewedWithin", MINUTE);
    number("settledBefore", 60 * MINUTE);
    number("closedBefore", 20 * 24 * 60 * MINUTE);
    number("cursorReceived", now - 20 * 24 * 60 * MINUTE);
    text("cursorEventId", "done-500");
    text("cursorItemKey", "");
    text("states", "DISCARDED,SUCCEEDED");
    text("kinds", "CRASH_LOOP,LATE_SETTLE");
    small("limit", BATCH / 2);
    number("smallBytes", 65_536L);
  }

  private void content() {
    text("eventType", "order.placed");
    text("aggregateType", "order");
    text("aggregateId", "o-1");
    number("sequence", 7L);
    text("topic", "orders");
    small("partition", 3);
    number("offset", 4711L);
    number("brokerTimestamp", System.currentTimeMillis() * 1000);
    bytes("payloadHash", new byte[32]);
    text("payloadState", "STORED");
    number("orderSeq", 7L);
    number("settledSeq", 6L);
    number("arrivalSeq", 7L);
    String token = UUID.randomUUID().toString();
    text(
        "gates",
        IntStream.range(0, BATCH)
            .mapToObj(i -> gate("o-" + i, token))
            .collect(Collectors.joining(",", "[", "]")));
    bytes("payload", "payload".getBytes(StandardCharsets.UTF_8));
    bytes("headers", new byte[] {0, 0, 0, 0});
    bytes("rawKey", new byte[] {1});
  }

  private void failure() {
    text("errorClass", "RETRYABLE");
    text("errorType", "java.lang.IllegalStateException");
    text("errorCode", "E42");
    text("errorFingerprint", "0".repeat(64));
    text("fingerprint", "0".repeat(64));
    text("errorMessage", "it did not work");
  }

  private void replay() {
    text("requestId", REQUEST);
    text("requester", "rita");
    text("selection", "handler h1");
    text("state", "APPROVED");
    text("outcome", "SCHEDULED");
    small("twoPeople", 1);
    small("itemCount", BATCH);
    small("position", 1);
    bytes("selectionHash", new byte[32]);
    text(
        "items",
        IntStream.range(0, BATCH)
            .mapToObj(
                i ->
                    "{\"p\":"
                        + (100_000 + i)
                        + ",\"h\":\"h1\",\"e\":\"new-"
                        + i
                        + "\",\"i\":\"\",\"v\":3}")
            .collect(Collectors.joining(",", "[", "]")));
  }

  private void others() {
    text("quarantineId", "0".repeat(64));
    text("beforeMessage", "0".repeat(64));
    text("which", "OPEN");
    text("resolution", "RESOLVED");
    text("action", "DISCARD");
    text("actor", "olga");
    text("secondActor", "albert");
    text("reason", "looked into it");
    text("detail", "nothing");
    text("kind", "CRASH_LOOP");
    number("howLong", MINUTE);
  }
}
