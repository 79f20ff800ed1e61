package io.consumptionledger.spi;

import io.consumptionledger.Failure;
import io.consumptionledger.Metadata;
import io.consumptionledger.WaitReason;
import java.time.Instant;
import java.util.UUID;

/**
 * A whole row except its content. Instants are the store's own, in microseconds.
 *
 * @param summary identity, state and counts
 * @param metadata what is known of the message
 * @param failure how it failed last, or null
 * @param waitReason why it waits, or null
 * @param node who holds or held the claim, or null if nobody ever did
 * @param replayGeneration how often a replay was authorised
 * @param replayAuthorization the unused authorisation, or null
 * @param leaseExpiresAt when the lease ends; null unless PROCESSING
 * @param dueAt when it is due; null unless it waits for a time
 * @param deadSince when it became a dead letter; null unless it is one
 * @param receivedAt when the row was made
 * @param updatedAt when it last moved; for a final row this is when it was settled
 * @param closedBy who discarded or resolved it, or null
 * @param closedReason why it was discarded or resolved, or null
 */
public record Row(
    RowSummary summary,
    Metadata metadata,
    Failure failure,
    WaitReason waitReason,
    Node node,
    int replayGeneration,
    UUID replayAuthorization,
    Instant leaseExpiresAt,
    Instant dueAt,
    Instant deadSince,
    Instant receivedAt,
    Instant updatedAt,
    String closedBy,
    String closedReason) {}
