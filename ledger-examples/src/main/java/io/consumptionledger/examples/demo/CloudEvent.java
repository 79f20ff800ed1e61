package io.consumptionledger.examples.demo;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;

/**
 * The parts of a CloudEvents 1.0 event that the demo uses.
 *
 * @param source who made it
 * @param id its id, unique within the source
 * @param type what happened
 * @param subject what it happened to, or null
 * @param time when, or null
 * @param sequence its version within (source, subject), or null
 * @param before the hash of the subject's content before the event, or null
 * @param after the hash after it, or null
 */
public record CloudEvent(
    String source,
    String id,
    String type,
    String subject,
    Instant time,
    Long sequence,
    String before,
    String after) {

  /**
   * What an event is about; events of one aggregate are never reordered.
   *
   * @param source who made it
   * @param subject what it happened to
   */
  public record Aggregate(String source, String subject) implements Comparable<Aggregate> {
    @Override
    public int compareTo(Aggregate other) {
      int c = source.compareTo(other.source);
      return c != 0 ? c : subject.compareTo(other.subject);
    }
  }

  /**
   * Reads the payload of a delivery.
   *
   * @return the decoder
   */
  public static Decoder<CloudEvent> decoder() {
    return delivery -> {
      byte[] bytes =
          delivery
              .payload()
              .bytes()
              .orElseThrow(() -> HandlerSignal.poison("the message has no body", null));
      try {
        return CloudEventParser.parse(bytes);
      } catch (IOException e) {
        throw HandlerSignal.poison("the message is not a CloudEvent", e);
      }
    };
  }

  /**
   * The aggregate; an event without a subject is one of its own.
   *
   * @return the aggregate
   */
  public Aggregate aggregate() {
    return new Aggregate(source, subject == null ? "event " + id : subject);
  }

  /**
   * Whether it says what its subject was and became.
   *
   * @return true if it can be checked
   */
  public boolean hasLink() {
    return before != null && after != null;
  }

  /**
   * Source and id as one text. Both may hold any character, so the source's length goes in front:
   * no two pairs give the same text.
   *
   * @return the id
   */
  public String eventId() {
    return source.length() + ":" + source + ":" + id;
  }

  /** The key of this event at a handler. */
  ConsumptionKey keyAt(String handlerId) {
    return new ConsumptionKey(
        Tenant.DEFAULT, handlerId, eventId(), Objects.requireNonNullElse(subject, ""));
  }

  /**
   * The event on its way to a handler.
   *
   * @param handlerId the handler
   * @param body the bytes it came as
   * @param partition where the broker keeps it
   * @param offset and at which place
   * @return the delivery
   * @throws InvalidFieldException if a part of it is too long or holds what the ledger refuses
   */
  public Delivery deliveryTo(String handlerId, byte[] body, int partition, long offset) {
    Delivery.Builder delivery =
        Delivery.to(handlerId, eventId())
            .eventType(type)
            .position("demo.events", partition, offset)
            .brokerTimestamp(time)
            .payload(body);
    if (subject != null) {
      delivery.itemKey(subject).aggregate(source, subject);
    }
    if (sequence != null) {
      delivery.sequence(sequence);
    }
    return delivery.build();
  }
}
