package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Sha256;
import java.time.Duration;
import java.util.Optional;

/**
 * What a verb that did not change a row tells about it.
 *
 * @param key the row
 * @param state its state
 * @param token the token of its last claim or of whoever wrote it last; null if it never had one
 * @param epoch how many claims it has had
 * @param attempt its count of starts
 * @param yields its count of RELEASEs
 * @param rowVersion its version
 * @param leaseLeft for PROCESSING the time until the lease ends, zero once it has; else null
 * @param dueIn for a row with a due time the time until then, zero once it has come; else null
 * @param age the time since the row was first received, not negative
 * @param errorClass how it failed last, or null
 * @param payloadState what it holds of its payload, or null for nothing
 * @param payloadHash the SHA-256 of its payload, or null for a tombstone
 * @param order its place in its aggregate, or null if it has no order
 */
public record RowSummary(
    ConsumptionKey key,
    ConsumptionState state,
    ClaimToken token,
    long epoch,
    int attempt,
    int yields,
    long rowVersion,
    Duration leaseLeft,
    Duration dueIn,
    Duration age,
    ErrorClass errorClass,
    PayloadState payloadState,
    Sha256 payloadHash,
    Order order) {

  /**
   * Whether the row is PROCESSING and its lease has ended.
   *
   * @return true if it may be taken over
   */
  public boolean leaseExpired() {
    return leaseLeft != null && leaseLeft.isZero();
  }

  /**
   * Whether the row belongs, or belonged last, to the holder of a token.
   *
   * @param candidate the token; not null
   * @return true if it is the row's
   */
  public boolean has(ClaimToken candidate) {
    return candidate.equals(token);
  }

  /**
   * The hash of the payload.
   *
   * @return the hash, or empty for a tombstone
   */
  public Optional<Sha256> hash() {
    return Optional.ofNullable(payloadHash);
  }
}
