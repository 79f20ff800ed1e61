package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What nobody's claim covers: recovery, postponement and purging. All commit on their own. */
public interface SweepVerbs {
  /**
   * RECOVER: rows of one handler that are PROCESSING with stored content and an ended lease become
   * RETRY_SCHEDULED (due after the delay), or DEAD_LETTER if all attempts are used up ({@code
   * attempt - yields >= maxAttempts}), if the content was truncated, or if the handler must not
   * rerun. They get a new token. Rows that others are writing are skipped.
   *
   * @param handlerId the handler; rows of all tenants
   * @param maxAttempts how many starts are allowed
   * @param onOrphan whether it may rerun
   * @param exhausted what to record on a row that has used up its attempts
   * @param orphaned what to record on any other dead letter; a row to be rerun keeps its last error
   * @param delay the time until the recovered rows are due
   * @param limit how many rows at the most, from 1 to 1,000; which ones, if there are more, is open
   * @return the rows as they were, each with the state it moved to
   */
  List<Recovered> recover(
      String handlerId,
      int maxAttempts,
      OnOrphan onOrphan,
      Failure exhausted,
      Failure orphaned,
      Duration delay,
      int limit);

  /**
   * A row that RECOVER moved.
   *
   * @param key the row
   * @param epoch the epoch of the claim that was lost
   * @param attempt its count of starts
   * @param state where it is now
   */
  record Recovered(ConsumptionKey key, long epoch, int attempt, ConsumptionState state) {}

  /**
   * EXPIRE: rows that an earlier incarnation of this node holds get a lease that ends now; they
   * stay PROCESSING and keep their token. Those with stored content are RECOVER's from then on, the
   * others wait for the next redelivery to take over. Rows that others are writing are skipped.
   *
   * @param tenant whose rows
   * @param handlerId the handler
   * @param node this node; rows of its id and another incarnation are meant
   * @param receivedWithin how far back to look for rows without content, by the time they were
   *     first received
   * @param limit how many rows at the most, from 1 to 1,000
   * @return how many leases were ended
   */
  int expire(Tenant tenant, String handlerId, Node node, Duration receivedWithin, int limit);

  /**
   * Which tenants and handlers have due rows. Writes nothing, and costs what there are queues, not
   * rows. The next page begins after the last one given.
   *
   * @param after the last one of the page before, or null to begin
   * @param limit how many at the most, from 1 to 1,000
   * @return in order of handler and tenant
   */
  List<DueQueue> dueQueues(DueQueue after, int limit);

  /**
   * Due rows of one tenant and handler.
   *
   * @param handlerId the handler, which no node may know
   * @param tenant the tenant
   * @param overdue how long the longest due row has been due, not negative
   */
  record DueQueue(String handlerId, Tenant tenant, Duration overdue) {}

  /**
   * DEFER: moves the due time of a RETRY_SCHEDULED row, and nothing else. Rows without one, which
   * wait for their turn, are refused.
   *
   * @param key the row
   * @param rowVersion its version as read
   * @param delay the time until it is due
   * @return whether the row changed
   */
  TransitionResult defer(ConsumptionKey key, long rowVersion, Duration delay);

  /**
   * BURY: a RETRY_SCHEDULED row that must not or cannot run becomes a dead letter and gets a new
   * token.
   *
   * @param key the row
   * @param rowVersion its version as read
   * @param failure why
   * @return whether the row moved
   */
  TransitionResult bury(ConsumptionKey key, long rowVersion, Failure failure);

  /**
   * Deletes final rows that were settled long enough ago. Never touches others. One call is one
   * short transaction.
   *
   * @param tenant whose rows
   * @param handlerId the handler
   * @param states SUCCEEDED, DISCARDED or both
   * @param settledBefore how long ago, by the store's clock
   * @param cursor where the last call ended, or null to begin
   * @param limit how many rows to look at, from 1 to 10,000
   * @return how many were deleted and where to go on
   * @throws IllegalArgumentException if states holds one that is not final
   */
  PurgeResult purge(
      Tenant tenant,
      String handlerId,
      Set<ConsumptionState> states,
      Duration settledBefore,
      PurgeCursor cursor,
      int limit);

  /**
   * Where a purge goes on.
   *
   * @param receivedMicros when the last row looked at was received, microseconds since 1970
   * @param eventId its event id
   * @param itemKey its item key
   */
  record PurgeCursor(long receivedMicros, String eventId, String itemKey) {}

  /**
   * What one call of purge did.
   *
   * @param deleted how many rows it deleted
   * @param next where to go on, or null when nothing older is left
   */
  record PurgeResult(int deleted, PurgeCursor next) {}
}
