/**
 * What a store implements. The engine calls it with checked arguments; the conformance suite proves
 * that an implementation keeps the contracts.
 *
 * <p>Contracts that hold for every method:
 *
 * <ul>
 *   <li>Methods may be called from several threads at once.
 *   <li>A row is addressed by its key. Every write names the state it starts from and the proof in
 *       {@link io.consumptionledger.Transition}; when they do not fit, nothing changes.
 *   <li>Lease and due times are computed and judged by the store's own clock when the statement
 *       runs. Durations go in, never instants.
 *   <li>Every transition except RENEW raises the row version by one.
 *   <li>A failure of the store is a {@link io.consumptionledger.StoreException}, never a result. A
 *       lost reply is decided by asking again before anything is answered.
 *   <li>Methods that say so take part in a transaction that the calling thread has open; all others
 *       commit on their own, and their effect is visible to others when they return.
 * </ul>
 */
@Beta
package io.consumptionledger.spi;

import io.consumptionledger.Beta;
