package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.Metadata;
import io.consumptionledger.PayloadState;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.time.Instant;

/**
 * What everybody who operates may see of a row: no payload, headers, raw key or their hash, no
 * token, no authorisation. Instants are the store's own, in microseconds.
 *
 * @param key which row
 * @param state its state
 * @param waitReason why it waits, or null
 * @param attempt how often it was started
 * @param yields how often its handler said "later"
 * @param replayGeneration how often a replay was authorised
 * @param rowVersion its version, which an action on it must name
 * @param metadata what is known of the message; never null
 * @param place its place in its aggregate, or null if it has no order
 * @param failure how it failed last, or null
 * @param payloadState what is stored of its payload, or null for nothing
 * @param nodeId which node holds or held the claim, or null
 * @param leaseLeft for PROCESSING the time until the lease ends, zero once it has; else null
 * @param dueAt when it is due, or null
 * @param deadSince when it became a dead letter, or null
 * @param receivedAt when the message was first received
 * @param updatedAt when the row last moved
 * @param closedBy who resolved or discarded it, or null
 * @param closedReason why, or null
 */
public record ListedRow(
    ConsumptionKey key,
    ConsumptionState state,
    WaitReason waitReason,
    int attempt,
    int yields,
    int replayGeneration,
    long rowVersion,
    Metadata metadata,
    Long place,
    Failure failure,
    PayloadState payloadState,
    String nodeId,
    Duration leaseLeft,
    Instant dueAt,
    Instant deadSince,
    Instant receivedAt,
    Instant updatedAt,
    String closedBy,
    String closedReason) {

  static ListedRow of(Row row) {
    RowSummary summary = row.summary();
    return new ListedRow(
        summary.key(),
        summary.state(),
        row.waitReason(),
        summary.attempt(),
        summary.yields(),
        row.replayGeneration(),
        summary.rowVersion(),
        row.metadata(),
        summary.order() == null ? null : summary.order().sequence(),
        row.failure(),
        summary.payloadState(),
        row.node() == null ? null : row.node().id(),
        summary.leaseLeft(),
        row.dueAt(),
        row.deadSince(),
        row.receivedAt(),
        row.updatedAt(),
        row.closedBy(),
        row.closedReason());
  }
}
