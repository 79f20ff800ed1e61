package io.consumptionledger.internal;

import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;

/** What a poll is consumed with; nothing is null. */
record PollParts(
    LedgerStore store,
    Node node,
    Timing timing,
    Reports reports,
    RunningClaims running,
    Starts starts,
    Execution execution,
    Judge judge,
    Settler settler) {}
