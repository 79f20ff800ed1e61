package io.consumptionledger.internal;

import io.consumptionledger.ErrorClassifier;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;

/** What an engine is put together from; nothing is null. */
public record EngineParts(
    LedgerStore store,
    Node node,
    ErrorClassifier classifier,
    Reports reports,
    Timing timing,
    DueHints hints) {}
