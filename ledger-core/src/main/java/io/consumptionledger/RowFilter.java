package io.consumptionledger;

import io.consumptionledger.internal.Text;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which rows of a tenant somebody wants to see or to act on. Every part that is set must fit; what
 * is null is not asked for. Immutable: each method returns another filter.
 *
 * <pre>{@code
 * RowFilter timeouts =
 *     RowFilter.in(ConsumptionState.DEAD_LETTER).ofHandler("billing").withErrorCode("08006");
 * }</pre>
 *
 * @param handlerId of this handler; null for all of the tenant
 * @param states in one of these states; not empty
 * @param errorClass failed last with this class
 * @param errorCode failed last with this code
 * @param fingerprint failed last with this fingerprint, 64 hexadecimal digits in lower case
 * @param eventType of this type of event
 * @param aggregateType of an aggregate of this type
 * @param aggregateId of the aggregate with this id; needs its type
 * @param receivedFrom first received at or after this, by the store's clock
 * @param receivedBefore first received before this
 */
public record RowFilter(
    String handlerId,
    Set<ConsumptionState> states,
    ErrorClass errorClass,
    String errorCode,
    String fingerprint,
    String eventType,
    String aggregateType,
    String aggregateId,
    Instant receivedFrom,
    Instant receivedBefore) {
  private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{64}");

  /**
   * Checks the parts.
   *
   * @throws InvalidFieldException naming the first part that no row can have, or if no state is
   *     named, or the id of an aggregate without its type
   */
  public RowFilter {
    if (handlerId != null) {
      Text.required("handlerId", handlerId, ConsumptionKey.MAX_HANDLER_ID);
    }
    states = Set.copyOf(states);
    if (states.isEmpty()) {
      throw new InvalidFieldException(
          "states", "is empty; name at least one of " + EnumSet.allOf(ConsumptionState.class));
    }
    Text.optional("errorCode", errorCode, Failure.MAX_CODE);
    if (fingerprint != null && !FINGERPRINT.matcher(fingerprint).matches()) {
      throw new InvalidFieldException(
          "fingerprint", "is not 64 hexadecimal digits in lower case: " + Text.shown(fingerprint));
    }
    Text.optional("eventType", eventType, Metadata.MAX_EVENT_TYPE);
    Text.optional("aggregateType", aggregateType, Metadata.MAX_AGGREGATE_TYPE);
    Text.optional("aggregateId", aggregateId, Metadata.MAX_AGGREGATE_ID);
    if (aggregateId != null && aggregateType == null) {
      throw new InvalidFieldException("aggregateType", "is required with an aggregateId");
    }
  }

  /**
   * All rows.
   *
   * @return the filter
   */
  public static RowFilter all() {
    return in(EnumSet.allOf(ConsumptionState.class));
  }

  /**
   * Rows in one of these states.
   *
   * @param first a state
   * @param others more states
   * @return the filter
   */
  public static RowFilter in(ConsumptionState first, ConsumptionState... others) {
    return in(EnumSet.of(first, others));
  }

  /**
   * Rows in one of these states.
   *
   * @param states the states; not empty
   * @return the filter
   */
  public static RowFilter in(Set<ConsumptionState> states) {
    return new RowFilter(null, states, null, null, null, null, null, null, null, null);
  }

  /**
   * Only of one handler.
   *
   * @param id its id, or null for all
   * @return the filter
   */
  public RowFilter ofHandler(String id) {
    return new RowFilter(
        id,
        states,
        errorClass,
        errorCode,
        fingerprint,
        eventType,
        aggregateType,
        aggregateId,
        receivedFrom,
        receivedBefore);
  }

  /**
   * Only what failed last with this class.
   *
   * @param wanted the class, or null for any
   * @return the filter
   */
  public RowFilter withErrorClass(ErrorClass wanted) {
    return failed(wanted, errorCode, fingerprint);
  }

  /**
   * Only what failed last with this code.
   *
   * @param wanted the code, or null for any
   * @return the filter
   */
  public RowFilter withErrorCode(String wanted) {
    return failed(errorClass, wanted, fingerprint);
  }

  /**
   * Only what failed last with this fingerprint.
   *
   * @param wanted the fingerprint, or null for any
   * @return the filter
   */
  public RowFilter withFingerprint(String wanted) {
    return failed(errorClass, errorCode, wanted);
  }

  private RowFilter failed(ErrorClass wanted, String code, String print) {
    return new RowFilter(
        handlerId,
        states,
        wanted,
        code,
        print,
        eventType,
        aggregateType,
        aggregateId,
        receivedFrom,
        receivedBefore);
  }

  /**
   * Only this type of event.
   *
   * @param wanted the type, or null for any
   * @return the filter
   */
  public RowFilter ofEventType(String wanted) {
    return new RowFilter(
        handlerId,
        states,
        errorClass,
        errorCode,
        fingerprint,
        wanted,
        aggregateType,
        aggregateId,
        receivedFrom,
        receivedBefore);
  }

  /**
   * Only this aggregate.
   *
   * @param type its type, or null for any
   * @param id its id, or null for any of the type
   * @return the filter
   */
  public RowFilter ofAggregate(String type, String id) {
    return new RowFilter(
        handlerId,
        states,
        errorClass,
        errorCode,
        fingerprint,
        eventType,
        type,
        id,
        receivedFrom,
        receivedBefore);
  }

  /**
   * Only what was first received within a time, by the store's clock.
   *
   * @param from at or after this; null for no bound
   * @param before before this; null for no bound
   * @return the filter
   */
  public RowFilter received(Instant from, Instant before) {
    return new RowFilter(
        handlerId,
        states,
        errorClass,
        errorCode,
        fingerprint,
        eventType,
        aggregateType,
        aggregateId,
        from,
        before);
  }

  /**
   * Whether anything but handler, state and time is asked for.
   *
   * @return true if so
   */
  public boolean asksForMore() {
    return errorClass != null
        || errorCode != null
        || fingerprint != null
        || eventType != null
        || aggregateType != null;
  }

  /**
   * Whether only rows in one state are wanted.
   *
   * @param state the state; not null
   * @return true if it is the only one
   */
  public boolean isOnly(ConsumptionState state) {
    return states.equals(Set.of(Objects.requireNonNull(state, "state")));
  }
}
