package io.consumptionledger.benchmarks.database;

/**
 * What a careful team would write by hand, with parameters by position. What a claim writes is what
 * the ledger's claim writes.
 *
 * @param claim one new row in PROCESSING; changes nothing if there is one. Parameters: event,
 *     token, offset, hash
 * @param look the state of a row. Parameters: event
 * @param claimOrLook claim and look in one round trip, or null if the product has no such thing.
 *     Parameters: event, event, token, offset, hash
 * @param settle PROCESSING to SUCCEEDED by the owner. Parameters: event, token
 * @param complete one new row in SUCCEEDED. Parameters: event, offset, hash
 * @param fill many rows in SUCCEEDED, made on the server. Parameters: number of the first and the
 *     last
 */
public record HandSql(
    String claim, String look, String claimOrLook, String settle, String complete, String fill) {}
