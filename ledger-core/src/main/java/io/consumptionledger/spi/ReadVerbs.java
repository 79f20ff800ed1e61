package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Looks without touching. Only {@link #content} reads payloads. */
public interface ReadVerbs {
  /**
   * One row.
   *
   * @param key its key
   * @return the row, or empty when there is none
   */
  Optional<Row> get(ConsumptionKey key);

  /**
   * The rows of a set of keys.
   *
   * @param keys at most 1,000 keys, of any tenants and handlers
   * @return the rows that exist, in the order of their keys
   */
  List<Row> list(Collection<ConsumptionKey> keys);

  /**
   * The rows that a filter selects, newest first by the time they were received.
   *
   * @param filter which rows
   * @param limit how many at the most, from 1 to 1,000
   * @return the rows
   */
  List<Row> list(Filter filter, int limit);

  /**
   * Counts the rows that a filter selects, in the database, and stops at a limit.
   *
   * @param filter which rows
   * @param limit where to stop, from 1 to 1,000,000
   * @return the exact number if it is at most the limit, else limit + 1
   */
  int count(Filter filter, int limit);

  /**
   * The tenants that have rows of a handler, in order; the next page begins after the last one.
   *
   * @param handlerId the handler
   * @param after the last one of the page before, or null to begin
   * @param limit how many at the most, from 1 to 1,000
   * @return the tenants
   */
  List<Tenant> tenants(String handlerId, Tenant after, int limit);

  /**
   * Where a consumer that restores its position must begin, for each topic and partition: each
   * handler at its lowest offset of a row in PROCESSING without stored content, else after the
   * highest offset that it has seen; and all of them where the one that is behind must. Rows
   * without topic, partition or offset do not count, nor does a handler that has seen nothing of a
   * partition.
   *
   * @param tenant whose rows
   * @param handlerIds the handlers that consume the topics; not empty
   * @param receivedWithin how far back to look, by the time rows were first received
   * @return a position for each topic and partition seen, in their order
   * @throws InvalidFieldException if no handler is named
   */
  List<BrokerPosition> brokerPositions(
      Tenant tenant, Set<String> handlerIds, Duration receivedWithin);

  /**
   * Where to begin.
   *
   * @param topic the topic
   * @param partition the partition
   * @param offset the first offset to consume
   */
  record BrokerPosition(String topic, int partition, long offset) {}

  /**
   * The stored content of a row.
   *
   * @param key its key
   * @return the content, or empty when there is no row or it stores none
   */
  Optional<Content> content(ConsumptionKey key);

  /**
   * The row as the last committed writer left it: waits for a writer that is under way. Decides
   * what became of a change whose reply was lost.
   *
   * @param key its key
   * @return the row, or empty when there is none
   * @throws IllegalStateException if the calling thread has a transaction open that the store would
   *     join
   */
  Optional<RowSummary> lockedRead(ConsumptionKey key);

  /**
   * What operators did with a row, oldest first.
   *
   * @param key its key
   * @return the entries
   */
  List<AuditEntry> audit(ConsumptionKey key);

  /**
   * Which rows to list or count.
   *
   * @param tenant whose rows; never null, and never all tenants
   * @param handlerId of which handler; not null
   * @param states in which states; not empty
   * @param receivedFrom received at or after this, by the store's clock; null for no bound
   * @param receivedBefore received before this; null for no bound
   */
  record Filter(
      Tenant tenant,
      String handlerId,
      Set<ConsumptionState> states,
      Instant receivedFrom,
      Instant receivedBefore) {
    /** Checks what must be there. */
    public Filter {
      Objects.requireNonNull(tenant, "tenant");
      Objects.requireNonNull(handlerId, "handlerId");
      states = Set.copyOf(states);
      if (states.isEmpty()) {
        throw new InvalidFieldException(
            "states", "is empty; name at least one of " + Set.of(ConsumptionState.values()));
      }
    }
  }

  /**
   * One line of the audit.
   *
   * @param action the transition's name
   * @param actor who did it
   * @param secondActor who approved it, or null
   * @param reason why
   * @param detail what the action removed from the row, such as the error of a resolved one, and
   *     what it was part of; or null
   * @param at when, by the store's clock
   */
  record AuditEntry(
      String action, String actor, String secondActor, String reason, String detail, Instant at) {}
}
