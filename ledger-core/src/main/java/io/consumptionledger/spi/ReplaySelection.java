package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.RowFilter;
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
   * All dead letters of a handler that a filter lets through.
   *
   * @param filter which; names a handler, and no other state than DEAD_LETTER
   */
  record Matching(RowFilter filter) implements ReplaySelection {
    /** Checks the filter. */
    public Matching {
      if (filter.handlerId() == null) {
        throw new InvalidFieldException(
            "handlerId", "is required: a replay is asked for one handler at a time");
      }
      if (!filter.isOnly(ConsumptionState.DEAD_LETTER)) {
        throw new InvalidFieldException("states", "must be DEAD_LETTER, only those are replayed");
      }
    }

    /**
     * All dead letters of a handler.
     *
     * @param handlerId the handler
     * @return the selection
     */
    public static Matching of(String handlerId) {
      return new Matching(RowFilter.in(ConsumptionState.DEAD_LETTER).ofHandler(handlerId));
    }

    @Override
    public String describe() {
      StringBuilder text = new StringBuilder("handler ").append(filter.handlerId());
      part(text, "class", filter.errorClass());
      part(text, "code", filter.errorCode());
      part(text, "fingerprint", filter.fingerprint());
      part(text, "event type", filter.eventType());
      part(text, "aggregate type", filter.aggregateType());
      part(text, "aggregate", filter.aggregateId());
      part(text, "received from", filter.receivedFrom());
      part(text, "received before", filter.receivedBefore());
      return text.toString();
    }

    private static void part(StringBuilder text, String name, Object value) {
      if (value != null) {
        text.append(", ").append(name).append(' ').append(value);
      }
    }
  }
}
