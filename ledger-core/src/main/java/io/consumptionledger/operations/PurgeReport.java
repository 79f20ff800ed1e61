package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import java.time.Duration;
import java.util.List;

/**
 * What one pass of a purge did.
 *
 * @param end why it ended
 * @param parts what it did for each tenant, of each kind
 * @param warnings what is dangerous about the plan; empty if nothing
 */
public record PurgeReport(End end, List<Part> parts, List<String> warnings) {
  /** Copies the lists. */
  public PurgeReport {
    parts = List.copyOf(parts);
    warnings = List.copyOf(warnings);
  }

  /**
   * How many rows, messages and requests it deleted.
   *
   * @return the sum over all parts
   */
  public long deleted() {
    return parts.stream().mapToLong(Part::deleted).sum();
  }

  /**
   * What a pass did for one tenant and one kind of what is kept.
   *
   * @param tenant whose
   * @param what which kind
   * @param handlerId of which handler, or null unless it is about rows
   * @param state in which state, or null unless it is about rows
   * @param keep how long they are kept
   * @param deleted how many were deleted
   * @param isComplete whether nothing old enough was left behind
   * @param problem why it was given up, or null
   */
  public record Part(
      Tenant tenant,
      What what,
      String handlerId,
      ConsumptionState state,
      Duration keep,
      long deleted,
      boolean isComplete,
      String problem) {}

  /** What can be deleted. */
  public enum What {
    /** Settled rows of a handler. */
    ROWS,
    /** Quarantined messages that were closed. */
    QUARANTINED_MESSAGES,
    /** Replay requests that came to their end. */
    REPLAY_REQUESTS
  }

  /** Why a pass ended. */
  public enum End {
    /** Everything that was old enough is gone, but for the parts that tell a problem. */
    COMPLETE,
    /** As much as a pass may delete is gone; the next pass goes on. */
    MOST_REACHED,
    /** It was told to stop; another purge goes on with what is left. */
    STOPPED,
    /** Its thread was interrupted, and still is. */
    INTERRUPTED,
    /** The archive did not keep a batch; nothing of that batch was deleted. */
    ARCHIVE_FAILED
  }
}
