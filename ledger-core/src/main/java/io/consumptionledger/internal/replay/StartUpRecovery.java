package io.consumptionledger.internal.replay;

import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.LiveTwinException;
import io.consumptionledger.RecoveryResult;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.NodeVerbs.Twin;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Releases what an earlier incarnation of this node left behind. Never runs a handler. */
final class StartUpRecovery {
  private static final int BATCH = 1_000;
  private static final int PAGE = 500;

  private final LedgerStore store;
  private final Node node;
  private final Map<String, HandlerDeclaration<?>> handlers;
  private final RecoverySweep sweep;

  StartUpRecovery(ReplayParts parts, RecoverySweep sweep) {
    this.store = parts.store();
    this.node = parts.node();
    this.handlers = parts.handlers();
    this.sweep = sweep;
  }

  RecoveryResult recover(Duration twinSilent, Duration receivedWithin) {
    refuseBesideTwin(twinSilent);
    int expired = 0;
    for (String handlerId : handlers.keySet()) {
      expired += expire(handlerId, receivedWithin);
    }
    return new RecoveryResult(expired, sweep.all());
  }

  private void refuseBesideTwin(Duration silent) {
    List<Twin> alive = store.liveTwins(node, silent);
    alive.stream()
        .min(Comparator.comparing(Twin::sinceRenewal))
        .ifPresent(
            twin -> {
              throw new LiveTwinException(node.id(), twin.sinceRenewal(), silent);
            });
  }

  private int expire(String handlerId, Duration receivedWithin) {
    int expired = 0;
    List<Tenant> page;
    Tenant after = null;
    do {
      page = store.tenants(handlerId, after, PAGE);
      for (Tenant tenant : page) {
        int some;
        do {
          some = store.expire(tenant, handlerId, node, receivedWithin, BATCH);
          expired += some;
        } while (some > 0);
        after = tenant;
      }
    } while (page.size() == PAGE);
    return expired;
  }
}
