/**
 * The store in memory: the reference that other stores are compared with, and a store for tests.
 */
@Beta
package io.consumptionledger.memory;

import io.consumptionledger.Beta;
