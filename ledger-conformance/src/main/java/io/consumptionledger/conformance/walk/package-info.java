/**
 * The random walk: the in-memory store and the store under test are led through the same random
 * verbs, and must agree on every outcome and every column after each step.
 */
package io.consumptionledger.conformance.walk;
