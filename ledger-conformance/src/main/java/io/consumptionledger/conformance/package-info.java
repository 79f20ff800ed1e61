/**
 * The conformance suite: numbered rules that every store must keep, run as JUnit tests.
 *
 * <p>A vendor writes one class that implements {@link
 * io.consumptionledger.conformance.LedgerConformance} and supplies a {@link
 * io.consumptionledger.conformance.StoreFixture}; running it as a test proves every rule and leaves
 * a report in {@code target/conformance/<store>/}.
 */
@Beta
package io.consumptionledger.conformance;

import io.consumptionledger.Beta;
