package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.SweepVerbs.PurgeCursor;
import io.consumptionledger.spi.SweepVerbs.PurgeResult;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Purging that somebody answers for. Each call is one short transaction of its own; what deletes
 * rows appends one line to the audit in it, or deletes nothing.
 */
public interface RetentionVerbs {
  /** What purging is called in the audit. */
  String PURGE = "PURGE";

  /** What the purging of closed messages is called in the audit. */
  String PURGE_QUARANTINED = "PURGE_QUARANTINED";

  /** What the purging of replay requests is called in the audit. */
  String PURGE_REPLAY_REQUESTS = "PURGE_REPLAY_REQUESTS";

  /**
   * Deletes final rows that were settled long enough ago. Never touches others.
   *
   * @param what which rows
   * @param cursor where the last call ended, or null to begin
   * @param limit how many rows to look at, from 1 to 10,000
   * @param action who and why
   * @return how many were deleted and where to go on
   */
  PurgeResult purge(Purge what, PurgeCursor cursor, int limit, OperatorAction action);

  /**
   * The rows that {@link #purge} would delete. Changes nothing.
   *
   * @param what which rows
   * @param cursor where the last call ended, or null to begin
   * @param limit how many rows to look at, from 1 to 1,000
   * @return the rows and where to go on
   */
  Purgeable purgeable(Purge what, PurgeCursor cursor, int limit);

  /**
   * Deletes those of some rows that still are what they were found to be.
   *
   * @param what which rows; keys of another tenant or handler are left alone
   * @param keys at most 1,000
   * @param action who and why
   * @return how many were deleted
   */
  int purgeRows(Purge what, List<ConsumptionKey> keys, OperatorAction action);

  /**
   * Deletes quarantined messages that were closed long enough ago, with their bytes, the longest
   * closed first. Never touches an open one.
   *
   * @param tenant whose; not null
   * @param closedBefore how long ago they were closed, by the store's clock; not negative
   * @param limit how many at the most, from 1 to 10,000
   * @param action who and why
   * @return how many were deleted, and whether there may be more
   */
  PurgedAside purgeQuarantined(
      Tenant tenant, Duration closedBefore, int limit, OperatorAction action);

  /**
   * Deletes replay requests that came to their end long enough ago, with what became of their rows,
   * the oldest first. Never touches one that waits for its approval or may still run.
   *
   * @param tenant whose; not null
   * @param finishedBefore how long ago they came to their end, by the store's clock; not negative
   * @param limit how many at the most, from 1 to 10,000; a store may take fewer at a time, because
   *     a request may be bound to many rows
   * @param action who and why
   * @return how many were deleted, and whether there may be more
   */
  PurgedAside purgeReplayRequests(
      Tenant tenant, Duration finishedBefore, int limit, OperatorAction action);

  /**
   * What was deleted beside the rows.
   *
   * @param deleted how many
   * @param hasMore whether more may be old enough
   */
  record PurgedAside(int deleted, boolean hasMore) {
    /**
     * The audit's detail.
     *
     * @param what what was deleted, in words
     * @param age how long ago it had been closed
     * @return what was deleted
     */
    public String detail(String what, Duration age) {
      return deleted + " " + what + " closed more than " + age + " ago";
    }
  }

  /**
   * Which rows to delete.
   *
   * @param tenant whose; not null
   * @param handlerId of which handler; not null
   * @param states SUCCEEDED, DISCARDED or both
   * @param settledBefore how long ago they were settled, by the store's clock; not negative
   */
  record Purge(
      Tenant tenant, String handlerId, Set<ConsumptionState> states, Duration settledBefore) {
    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if states is empty or holds one that is not final, or the
     *     time is negative
     */
    public Purge {
      Objects.requireNonNull(tenant, "tenant");
      Objects.requireNonNull(handlerId, "handlerId");
      states = Set.copyOf(states);
      if (states.isEmpty() || !states.stream().allMatch(ConsumptionState::isFinal)) {
        throw new IllegalArgumentException("only final rows can be purged, not " + states);
      }
      if (settledBefore.isNegative()) {
        throw new IllegalArgumentException("settledBefore is " + settledBefore);
      }
    }

    /**
     * Whether a row is of this tenant and handler.
     *
     * @param key the row
     * @return true if it is
     */
    public boolean concerns(ConsumptionKey key) {
      return key.tenant().equals(tenant) && key.handlerId().equals(handlerId);
    }

    /**
     * The audit's detail.
     *
     * @param deleted how many rows are gone
     * @return what was deleted
     */
    public String detail(int deleted) {
      return deleted
          + " rows of "
          + states.stream().sorted().map(Enum::name).toList()
          + " settled more than "
          + settledBefore
          + " ago";
    }
  }

  /**
   * Rows that can be deleted.
   *
   * @param rows the rows
   * @param next where to go on, or null when nothing older is left
   */
  record Purgeable(List<Row> rows, PurgeCursor next) {}
}
