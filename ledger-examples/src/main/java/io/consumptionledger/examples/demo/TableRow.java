package io.consumptionledger.examples.demo;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;

/**
 * What a row of the ledger's table says.
 *
 * @param key whose
 * @param state its state
 * @param errorClass how it failed last, or null
 * @param message what was recorded of the failure, or null
 */
public record TableRow(
    ConsumptionKey key, ConsumptionState state, ErrorClass errorClass, String message) {}
