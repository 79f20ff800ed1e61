/**
 * Runs waiting rows when they are due, and gives rows of dead owners back. Talks to the store and
 * to {@link io.consumptionledger.internal.DueRunner}; knows nothing of how a row is run.
 */
package io.consumptionledger.internal.replay;
