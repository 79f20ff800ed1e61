package io.consumptionledger.internal.replay;

import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.internal.DueRunner;
import io.consumptionledger.internal.Reports;
import io.consumptionledger.internal.Timing;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import java.util.Map;

/** What replay and recovery are put together from; nothing is null. */
public record ReplayParts(
    LedgerStore store,
    Node node,
    Map<String, HandlerDeclaration<?>> handlers,
    Timing timing,
    Reports reports,
    DueRunner runner) {}
