package io.consumptionledger;

import io.consumptionledger.internal.Text;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What is known of a message besides its key and content. Every part may be absent (null). All of
 * it comes back as it went in, instants in whole microseconds. Lengths are in characters.
 *
 * @param eventType the kind of event, at most {@value #MAX_EVENT_TYPE} characters
 * @param aggregateType the kind of thing the event is about, at most {@value #MAX_AGGREGATE_TYPE}
 *     characters; present exactly if the id is
 * @param aggregateId which thing it is about, at most {@value #MAX_AGGREGATE_ID} characters
 * @param sequence the event's own version within its aggregate
 * @param topic the topic or queue it came from, at most {@value #MAX_TOPIC} characters
 * @param partition the partition, not negative
 * @param offset the offset within the partition, not negative
 * @param brokerTimestamp the broker's time, from 1970 up to the end of the year 9999; cut to
 *     microseconds
 */
public record Metadata(
    String eventType,
    String aggregateType,
    String aggregateId,
    Long sequence,
    String topic,
    Integer partition,
    Long offset,
    Instant brokerTimestamp) {

  /** The longest event type, in characters. */
  public static final int MAX_EVENT_TYPE = 200;

  /** The longest aggregate type, in characters. */
  public static final int MAX_AGGREGATE_TYPE = 100;

  /** The longest aggregate id, in characters. */
  public static final int MAX_AGGREGATE_ID = 200;

  /** The longest topic, in characters. */
  public static final int MAX_TOPIC = 249;

  /** Nothing known. */
  public static final Metadata NONE = new Metadata(null, null, null, null, null, null, null, null);

  private static final Instant EARLIEST = Instant.EPOCH;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  /**
   * Creates metadata.
   *
   * @throws InvalidFieldException naming the first field that breaks a rule above
   */
  public Metadata {
    Text.optional("eventType", eventType, MAX_EVENT_TYPE);
    if ((aggregateType == null) != (aggregateId == null)) {
      throw new InvalidFieldException(
          "aggregateId", "and aggregateType must both be present or both be absent");
    }
    if (aggregateType != null) {
      Text.required("aggregateType", aggregateType, MAX_AGGREGATE_TYPE);
      Text.required("aggregateId", aggregateId, MAX_AGGREGATE_ID);
    }
    Text.optional("topic", topic, MAX_TOPIC);
    notNegative("partition", partition);
    notNegative("offset", offset);
    if (brokerTimestamp != null) {
      brokerTimestamp = brokerTimestamp.truncatedTo(ChronoUnit.MICROS);
      if (brokerTimestamp.isBefore(EARLIEST) || brokerTimestamp.isAfter(LATEST)) {
        throw new InvalidFieldException(
            "brokerTimestamp", "is " + brokerTimestamp + ", outside " + EARLIEST + " to " + LATEST);
      }
    }
  }

  private static void notNegative(String field, Number value) {
    if (value != null && value.longValue() < 0) {
      throw new InvalidFieldException(field, "is " + value + ", the least is 0");
    }
  }
}
