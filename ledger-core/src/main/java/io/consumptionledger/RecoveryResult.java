package io.consumptionledger;

/**
 * What {@link Ledger#recover()} released.
 *
 * @param expired how many leases of an earlier incarnation of this node were ended
 * @param recovered how many rows of dead owners were scheduled again or became dead letters
 */
public record RecoveryResult(int expired, int recovered) {}
