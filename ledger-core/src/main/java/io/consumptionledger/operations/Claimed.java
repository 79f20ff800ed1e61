package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A claim that is not settled.
 *
 * @param nodeId the node that claimed the row
 * @param incarnation which start of that node
 * @param key the row
 * @param attempt which start of the handler it is
 * @param held the time since the row was claimed
 * @param leaseLeft the time until the lease ends, zero once it has
 * @param leaseExpiresAt when the lease ends, by the store's clock
 */
public record Claimed(
    String nodeId,
    UUID incarnation,
    ConsumptionKey key,
    int attempt,
    Duration held,
    Duration leaseLeft,
    Instant leaseExpiresAt) {}
