package io.consumptionledger.internal;

import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RenewResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Stands in until every store has heartbeat sessions of its own. */
record BorrowedSession(LedgerStore store) implements HeartbeatSession {
  @Override
  public Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease) {
    return store.renew(claims, lease);
  }

  @Override
  public void beat(Node node) {
    // There is no record of nodes yet.
  }

  @Override
  public void close() {
    // Nothing was opened.
  }
}
