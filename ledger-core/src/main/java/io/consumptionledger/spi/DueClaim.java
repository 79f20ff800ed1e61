package io.consumptionledger.spi;

import io.consumptionledger.Metadata;
import io.consumptionledger.WaitReason;
import java.time.Duration;

/**
 * A row that was due and is now claimed.
 *
 * @param claim the claim
 * @param metadata what is known of the message
 * @param content its stored content, or null if it had none
 * @param contentIntact whether the stored payload still has the hash stored with it
 * @param reason why it waited
 * @param replay whether two people authorised this one run
 * @param age the time since the row was first received
 * @param turn whether a later row of its aggregate was settled before
 */
public record DueClaim(
    Claim claim,
    Metadata metadata,
    Content content,
    boolean contentIntact,
    WaitReason reason,
    boolean replay,
    Duration age,
    Turn turn) {}
