package io.consumptionledger.spi;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What people look at. Nothing here reads payloads, headers or raw keys, or shows tokens or
 * authorisations. All commit on their own.
 *
 * <p>A table may hold millions of rows, most of them finished, and few columns have an index. So a
 * call looks at a bounded number of rows and says how far it got: no question is too expensive to
 * be asked. The bounds are the store's; they are not below {@link #LOOKED_AT} rows of a handler.
 */
public interface InspectionVerbs {
  /** How many rows of a handler one call looks at, at the least, if there are so many. */
  int LOOKED_AT = 10_000;

  /**
   * The handlers that have rows of a tenant, in order; the next page begins after the last one.
   *
   * @param tenant whose rows
   * @param after the last one of the page before, or null to begin
   * @param limit how many at the most, from 1 to 1,000
   * @return their ids
   */
  List<String> handlers(Tenant tenant, String after, int limit);

  /**
   * Rows of one handler, the newest first by the time they were received, those of the same instant
   * with the highest key first. The rows show neither token nor authorisation.
   *
   * @param tenant whose rows
   * @param filter which rows; names a handler
   * @param after where the page before ended, or null to begin
   * @param limit how many at the most, from 1 to 1,001
   * @return the rows and how far the call looked
   */
  RowPage rows(Tenant tenant, RowFilter filter, RowPosition after, int limit);

  /**
   * Counts rows of one handler.
   *
   * @param tenant whose rows
   * @param filter which rows; names a handler
   * @param limit where to stop, from 1 to 1,000,000
   * @return the number
   */
  Counted countRows(Tenant tenant, RowFilter filter, int limit);

  /**
   * The dead letters of a handler by the fingerprint of their error, the largest groups first.
   *
   * @param tenant whose rows
   * @param handlerId the handler
   * @param receivedFrom received at or after this; null for no bound
   * @param receivedBefore received before this; null for no bound
   * @param limit how many groups at the most, from 1 to 1,000
   * @return the groups of the newest dead letters, as many as the store looks at
   */
  ErrorGroups errorGroups(
      Tenant tenant, String handlerId, Instant receivedFrom, Instant receivedBefore, int limit);

  /**
   * The row that another one waits for, or that must be dealt with before the other can be
   * replayed: of its aggregate the one in PROCESSING, else the first unresolved one.
   *
   * @param key the row that may wait
   * @return the row before it, or empty if there is none or the row itself is not there
   */
  Optional<ConsumptionKey> blockedBy(ConsumptionKey key);

  /**
   * Claims of a handler that are not settled, those held longest first.
   *
   * @param tenant whose rows
   * @param handlerId the handler
   * @param limit how many at the most, from 1 to 1,000
   * @return the claims that are among the newest rows of the handler, or whose rows store content
   */
  List<InFlight> inFlight(Tenant tenant, String handlerId, int limit);

  /**
   * How many rows of a handler are in each state. Unresolved rows that wait or are dead are counted
   * up to the limit, the others among the newest rows.
   *
   * @param tenant whose rows
   * @param handlerId the handler
   * @param limit where counting stops, from 1 to 1,000,000
   * @return the numbers
   */
  HandlerLoad load(Tenant tenant, String handlerId, int limit);

  /**
   * The nodes that have not stopped in an orderly way, of all tenants, those heard of last first.
   *
   * @param limit how many at the most, from 1 to 1,000
   * @return the nodes
   */
  List<SeenNode> nodes(int limit);

  /**
   * A page of anomalies of one tenant, newest first, those of the same instant in a fixed order.
   *
   * @param tenant whose; not null
   * @param kinds which kinds; not empty
   * @param from seen at or after this; null for no bound
   * @param before seen before this; null for no bound
   * @param after the last one of the page before, or null to begin
   * @param limit how many at the most, from 1 to 1,001
   * @return the anomalies
   */
  List<Anomaly> anomalyPage(
      Tenant tenant,
      Set<AnomalyKind> kinds,
      Instant from,
      Instant before,
      Anomaly after,
      int limit);

  /**
   * The anomalies of a row, newest first.
   *
   * @param key the row
   * @param limit how many at the most, from 1 to 1,000
   * @return the anomalies
   */
  List<Anomaly> anomaliesOf(ConsumptionKey key, int limit);

  /**
   * A place among rows, the newest first.
   *
   * @param receivedAt when the row was received
   * @param handlerId its handler
   * @param eventId its event
   * @param itemKey its item
   */
  record RowPosition(Instant receivedAt, String handlerId, String eventId, String itemKey) {
    /**
     * The place of a row.
     *
     * @param row the row
     * @return its place
     */
    public static RowPosition of(Row row) {
      ConsumptionKey key = row.summary().key();
      return new RowPosition(row.receivedAt(), key.handlerId(), key.eventId(), key.itemKey());
    }

    /**
     * The place after all rows of an instant.
     *
     * @param instant the instant
     * @return a place that no row has
     */
    public static RowPosition afterAll(Instant instant) {
      return new RowPosition(instant, "", "", "");
    }
  }

  /**
   * Some rows.
   *
   * @param rows the rows
   * @param end the place up to which the call looked, where the next page begins; null when there
   *     is no more to look at
   */
  record RowPage(List<Row> rows, RowPosition end) {}

  /**
   * A number of rows.
   *
   * @param number how many there are at the least
   * @param isExact whether there are no more
   */
  record Counted(long number, boolean isExact) {}

  /**
   * Groups of dead letters.
   *
   * @param groups the groups
   * @param isComplete whether all dead letters were looked at, and all groups are here
   */
  record ErrorGroups(List<ErrorGroup> groups, boolean isComplete) {}

  /**
   * Dead letters with the same fingerprint.
   *
   * @param example the failure of the one that was received last; never null
   * @param count how many there are
   * @param firstSeen when the first of them became a dead letter
   * @param lastSeen when the last one did
   */
  record ErrorGroup(Failure example, long count, Instant firstSeen, Instant lastSeen) {}

  /**
   * A claim that is not settled.
   *
   * @param key the row
   * @param node who claimed it
   * @param attempt which start it is
   * @param held the time since it was claimed
   * @param leaseLeft the time until the lease ends, zero once it has
   * @param leaseExpiresAt when the lease ends
   */
  record InFlight(
      ConsumptionKey key,
      Node node,
      int attempt,
      Duration held,
      Duration leaseLeft,
      Instant leaseExpiresAt) {}

  /**
   * How a handler stands.
   *
   * @param states for each state how many rows
   * @param oldestDue how long the row that is due longest has been due; null if none is due
   */
  record HandlerLoad(Map<ConsumptionState, Counted> states, Duration oldestDue) {}

  /**
   * A node that was heard of.
   *
   * @param node the node
   * @param startedAt when it started, by the store's clock
   * @param sinceRenewal the time since its last sign of life
   */
  record SeenNode(Node node, Instant startedAt, Duration sinceRenewal) {}
}
