package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Metadata;
import io.consumptionledger.internal.Text;
import java.time.Instant;
import java.util.List;

/** Which dead letters a replay is asked for. */
public sealed interface ReplaySelection {
  /** The longest description, in characters. */
  int MAX_TEXT = 1_000;

  /**
   * The selection in words, for who approves it and for the audit.
   *
   * @return at most {@value #MAX_TEXT} characters
   */
  String describe();

  /**
   * Rows by name.
   *
   * @param rows the rows, in the order in which they are to run; not empty, at most {@value
   *     ReplayRequestVerbs#MOST_ROWS}
   */
  record Rows(List<RowVersion> rows) implements ReplaySelection {
    /** Copies and checks the rows. */
    public Rows {
      rows = List.copyOf(rows);
      if (rows.isEmpty() || rows.size() > ReplayRequestVerbs.MOST_ROWS) {
        throw new InvalidFieldException(
            "rows",
            "are " + rows.size() + ", must be 1 to " + ReplayRequestVerbs.MOST_ROWS + " at once");
      }
    }

    @Override
    public String describe() {
      return rows.size() == 1 ? "1 row by name" : rows.size() + " rows by name";
    }
  }

  /**
   * All dead letters of a handler that have something in common. What is null does not matter.
   *
   * @param handlerId the handler; not null
   * @param errorClass how they failed
   * @param errorCode with which code
   * @param fingerprint with which fingerprint
   * @param eventType of which event type
   * @param aggregateType of an aggregate of this type
   * @param aggregateId of this aggregate; needs its type
   * @param receivedFrom received at or after this, by the store's clock
   * @param receivedBefore received before this
   */
  record Matching(
      String handlerId,
      ErrorClass errorClass,
      String errorCode,
      String fingerprint,
      String eventType,
      String aggregateType,
      String aggregateId,
      Instant receivedFrom,
      Instant receivedBefore)
      implements ReplaySelection {

    /** Checks all parts. */
    public Matching {
      Text.required("handlerId", handlerId, ConsumptionKey.MAX_HANDLER_ID);
      Text.optional("errorCode", errorCode, Failure.MAX_CODE);
      if (fingerprint != null && !fingerprint.matches("[0-9a-f]{64}")) {
        throw new InvalidFieldException(
            "fingerprint",
            "must be 64 digits in lower-case hexadecimal: " + Text.shown(fingerprint));
      }
      Text.optional("eventType", eventType, Metadata.MAX_EVENT_TYPE);
      Text.optional("aggregateType", aggregateType, Metadata.MAX_AGGREGATE_TYPE);
      Text.optional("aggregateId", aggregateId, Metadata.MAX_AGGREGATE_ID);
      if (aggregateId != null && aggregateType == null) {
        throw new InvalidFieldException("aggregateType", "is required with an aggregateId");
      }
    }

    /**
     * All dead letters of a handler.
     *
     * @param handlerId the handler
     * @return the selection, to be narrowed
     */
    public static Matching of(String handlerId) {
      return new Matching(handlerId, null, null, null, null, null, null, null, null);
    }

    /**
     * Narrows by how they failed; what is null does not matter.
     *
     * @param newClass the error class
     * @param newCode the error code
     * @param newFingerprint the fingerprint
     * @return the narrower selection
     */
    public Matching failed(ErrorClass newClass, String newCode, String newFingerprint) {
      return new Matching(
          handlerId,
          newClass,
          newCode,
          newFingerprint,
          eventType,
          aggregateType,
          aggregateId,
          receivedFrom,
          receivedBefore);
    }

    /**
     * Narrows by event type.
     *
     * @param newType the type, or null
     * @return the narrower selection
     */
    public Matching eventType(String newType) {
      return new Matching(
          handlerId,
          errorClass,
          errorCode,
          fingerprint,
          newType,
          aggregateType,
          aggregateId,
          receivedFrom,
          receivedBefore);
    }

    /**
     * Narrows by aggregate.
     *
     * @param newType the aggregate's type, or null
     * @param newId its id, or null for all of the type
     * @return the narrower selection
     */
    public Matching aggregate(String newType, String newId) {
      return new Matching(
          handlerId,
          errorClass,
          errorCode,
          fingerprint,
          eventType,
          newType,
          newId,
          receivedFrom,
          receivedBefore);
    }

    /**
     * Narrows by the time when they were received.
     *
     * @param from at or after this, or null
     * @param before before this, or null
     * @return the narrower selection
     */
    public Matching received(Instant from, Instant before) {
      return new Matching(
          handlerId,
          errorClass,
          errorCode,
          fingerprint,
          eventType,
          aggregateType,
          aggregateId,
          from,
          before);
    }

    @Override
    public String describe() {
      StringBuilder text = new StringBuilder("handler ").append(handlerId);
      part(text, "class", errorClass);
      part(text, "code", errorCode);
      part(text, "fingerprint", fingerprint);
      part(text, "event type", eventType);
      part(text, "aggregate type", aggregateType);
      part(text, "aggregate", aggregateId);
      part(text, "received from", receivedFrom);
      part(text, "received before", receivedBefore);
      return text.toString();
    }

    private static void part(StringBuilder text, String name, Object value) {
      if (value != null) {
        text.append(", ").append(name).append(' ').append(value);
      }
    }
  }
}
