package io.consumptionledger.operations;

import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.Progress;

/**
 * A request and how far it has come.
 *
 * @param request the request
 * @param progress its rows by outcome
 */
public record ReplayStatus(ReplayRequest request, Progress progress) {}
