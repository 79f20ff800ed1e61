package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * How a tenant stands.
 *
 * @param handlers the handlers that have rows, in order
 * @param paused which of its handlers are paused now
 * @param nodes the nodes that have not stopped in an orderly way, of all tenants, those heard of
 *     last first; one that died stays on the list with the time since
 */
public record Status(List<HandlerStatus> handlers, List<Pause> paused, List<LiveNode> nodes) {
  /** Copies the lists. */
  public Status {
    handlers = List.copyOf(handlers);
    paused = List.copyOf(paused);
    nodes = List.copyOf(nodes);
  }

  /**
   * How a handler stands.
   *
   * @param handlerId the handler
   * @param counts for each state how many rows; waiting and dead ones up to the limit, the others
   *     as far as they are among the newest rows
   * @param oldestDue how long the row that is due longest has been due, or null if none is due
   */
  public record HandlerStatus(
      String handlerId, Map<ConsumptionState, Count> counts, Duration oldestDue) {
    /** Copies the counts. */
    public HandlerStatus {
      counts = Map.copyOf(counts);
    }
  }

  /**
   * A handler that is paused.
   *
   * @param handlerId the handler
   * @param by who paused it last
   * @param reason why
   * @param since when that was, by the store's clock
   * @param left the time until it resumes by itself, or null for never
   */
  public record Pause(String handlerId, String by, String reason, Instant since, Duration left) {}

  /**
   * A node.
   *
   * @param id its id
   * @param incarnation which start of it
   * @param startedAt when it started, by the store's clock
   * @param sinceRenewal the time since its last sign of life
   */
  public record LiveNode(String id, UUID incarnation, Instant startedAt, Duration sinceRenewal) {}
}
