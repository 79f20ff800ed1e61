package io.consumptionledger.operations;

import io.consumptionledger.Failure;
import java.time.Instant;
import java.util.List;

/**
 * Dead letters by kind of error, the largest groups first.
 *
 * @param kinds the kinds
 * @param isComplete false if there are so many dead letters that only the newest of each handler
 *     were looked at, or more kinds than were asked for
 */
public record ErrorKinds(List<ErrorKind> kinds, boolean isComplete) {
  /** Copies the kinds. */
  public ErrorKinds {
    kinds = List.copyOf(kinds);
  }

  /**
   * Dead letters of one handler whose errors have the same fingerprint.
   *
   * @param handlerId the handler
   * @param example the error of the one that was received last: class, type, code, fingerprint and
   *     redacted message; never null
   * @param count how many there are
   * @param firstSeen when the first of them became a dead letter
   * @param lastSeen when the last one did
   */
  public record ErrorKind(
      String handlerId, Failure example, Count count, Instant firstSeen, Instant lastSeen) {}
}
