package io.consumptionledger.spi;

import io.consumptionledger.Sha256;
import io.consumptionledger.Tenant;
import java.time.Instant;
import java.util.UUID;

/**
 * Somebody's wish to replay dead letters, and what was decided about it. Instants are the store's
 * own.
 *
 * @param tenant whose rows
 * @param id its id; no secret
 * @param state where it stands
 * @param requester who asked
 * @param reason why
 * @param selection how the rows were selected, in words
 * @param twoPeople whether another person than the requester must approve
 * @param count how many rows it is bound to
 * @param hash the {@link SelectionHash} of these rows
 * @param requestedAt when it was asked for
 * @param decidedBy who approved, rejected or cancelled it first, or null
 * @param decidedAt when, or null
 * @param finishedAt when it came to its end, or null
 * @param version raised by every change of its state
 */
public record ReplayRequest(
    Tenant tenant,
    UUID id,
    State state,
    String requester,
    String reason,
    String selection,
    boolean twoPeople,
    int count,
    Sha256 hash,
    Instant requestedAt,
    String decidedBy,
    Instant decidedAt,
    Instant finishedAt,
    long version) {

  /** Where a request stands. */
  public enum State {
    /** Nobody has decided yet. */
    REQUESTED,
    /** It may be run until all its rows have an outcome that stays. */
    APPROVED,
    /** Somebody said no. */
    REJECTED,
    /** It was taken back, before or after it was approved. */
    CANCELLED,
    /** All its rows have an outcome that stays. */
    FINISHED
  }
}
