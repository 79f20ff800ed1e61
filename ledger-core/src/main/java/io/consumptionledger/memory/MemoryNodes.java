package io.consumptionledger.memory;

import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.NodeVerbs.Twin;
import io.consumptionledger.spi.RenewResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which nodes run. Not thread-safe: the store's lock guards it. */
final class MemoryNodes {
  private final StoreClock clock;
  private final Map<Node, Instant> renewed = new HashMap<>();

  MemoryNodes(StoreClock clock) {
    this.clock = clock;
  }

  void start(Node node) {
    renewed.put(node, clock.now());
  }

  void stop(Node node) {
    renewed.remove(node);
  }

  void beat(Node node) {
    renewed.computeIfPresent(node, (same, at) -> clock.now());
  }

  List<Twin> liveTwins(Node node, Duration renewedWithin) {
    Instant now = clock.now();
    Instant earliest = StoreClock.before(now, renewedWithin);
    return renewed.entrySet().stream()
        .filter(each -> each.getKey().id().equals(node.id()))
        .filter(each -> !each.getKey().incarnation().equals(node.incarnation()))
        .filter(each -> !each.getValue().isBefore(earliest))
        .map(
            each -> new Twin(each.getKey().incarnation(), StoreClock.between(each.getValue(), now)))
        .toList();
  }

  /** A session that has nothing of its own: in memory there is no connection to wait for. */
  record Session(InMemoryLedgerStore store) implements HeartbeatSession {
    @Override
    public Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease) {
      return store.renew(claims, lease);
    }

    @Override
    public void beat(Node node) {
      store.beat(node);
    }

    @Override
    public void close() {
      // Nothing was opened.
    }
  }
}
