package io.consumptionledger.internal;

import io.consumptionledger.Alerter;
import io.consumptionledger.Batching;
import io.consumptionledger.ErrorClassifier;
import io.consumptionledger.LedgerListener;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import java.util.concurrent.ThreadFactory;

/** What an engine is put together from; nothing is null. */
public record EngineParts(
    LedgerStore store,
    Node node,
    ErrorClassifier classifier,
    LedgerListener listener,
    Alerter alerter,
    Timing timing,
    LeaseTimes times,
    ThreadFactory threads,
    DueHints hints,
    Batching batching) {}
