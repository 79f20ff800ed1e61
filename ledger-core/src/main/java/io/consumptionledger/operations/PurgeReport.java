package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import java.time.Duration;
import java.util.List;

/**
 * What one pass of a purge did.
 *
 * @param end why it ended
 * @param parts what it did for each tenant, handler and state
 * @param warnings what is dangerous about the plan; empty if nothing
 */
public record PurgeReport(End end, List<Part> parts, List<String> warnings) {
  /** Copies the lists. */
  public PurgeReport {
    parts = List.copyOf(parts);
    warnings = List.copyOf(warnings);
  }

  /**
   * How many rows it deleted.
   *
   * @return the sum over all parts
   */
  public long deleted() {
    return parts.stream().mapToLong(Part::deleted).sum();
  }

  /**
   * What a pass did for one tenant, handler and state.
   *
   * @param tenant whose rows
   * @param handlerId of which handler
   * @param state in which state
   * @param keep how long they are kept
   * @param deleted how many were deleted
   * @param isComplete whether nothing old enough was left behind
   * @param problem why it was given up, or null
   */
  public record Part(
      Tenant tenant,
      String handlerId,
      ConsumptionState state,
      Duration keep,
      long deleted,
      boolean isComplete,
      String problem) {}

  /** Why a pass ended. */
  public enum End {
    /** Everything that was old enough is gone, but for the parts that tell a problem. */
    COMPLETE,
    /** As many rows as a pass may delete are gone; the next pass goes on. */
    MOST_REACHED,
    /** It was told to stop; another purge goes on with what is left. */
    STOPPED,
    /** Its thread was interrupted, and still is. */
    INTERRUPTED,
    /** The archive did not keep a batch; nothing of that batch was deleted. */
    ARCHIVE_FAILED
  }
}
