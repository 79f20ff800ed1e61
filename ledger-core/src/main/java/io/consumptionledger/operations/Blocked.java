package io.consumptionledger.operations;

/**
 * An aggregate in which rows wait for their turn.
 *
 * @param aggregateType its type
 * @param aggregateId its id
 * @param head the row that the others wait for: the one in PROCESSING, else the first unresolved
 *     one
 * @param waiting how many wait
 */
public record Blocked(String aggregateType, String aggregateId, ListedRow head, long waiting) {}
