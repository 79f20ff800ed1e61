/**
 * What people see of a ledger and do with it: for tools, consoles and scripts of operators.
 *
 * <p>{@link io.consumptionledger.operations.Operations} is where to begin. It hands out small
 * services; what holds for all of them:
 *
 * <ul>
 *   <li>They may be used by several threads at once.
 *   <li>Every call names a {@link io.consumptionledger.Tenant}. What belongs to another tenant is
 *       not there: neither listed nor counted, nor found by guessing its identity.
 *   <li>Whoever does something, or looks at what a message holds, is named as an {@link
 *       io.consumptionledger.operations.Operator}; it is appended to the audit in the same
 *       transaction. If that fails, nothing is done and nothing is shown.
 *   <li>Lists and details are records of columns that may be seen by everybody who operates: no
 *       payload, no headers, no raw key, no token, no authorisation.
 *   <li>A failure of the store is a {@link io.consumptionledger.StoreException}.
 * </ul>
 */
@Beta
package io.consumptionledger.operations;

import io.consumptionledger.Beta;
