package io.consumptionledger.memory;

import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.InspectionVerbs.SeenNode;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.NodeVerbs.Twin;
import io.consumptionledger.spi.RenewResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which nodes run. Not thread-safe: the store's lock guards it. */
final class MemoryNodes {
  private final StoreClock clock;
  private final Map<Node, Instant> started = new HashMap<>();
  private final Map<Node, Instant> renewed = new HashMap<>();
  private final Set<Node> stopped = new HashSet<>();

  MemoryNodes(StoreClock clock) {
    this.clock = clock;
  }

  /** A start and a later sign of life are the same: the first one there is records the node. */
  void renew(Node node) {
    Instant now = clock.now();
    started.putIfAbsent(node, now);
    renewed.put(node, now);
  }

  void stop(Node node) {
    if (renewed.containsKey(node)) {
      stopped.add(node);
    }
  }

  List<Twin> liveTwins(Node node, Duration renewedWithin) {
    Instant now = clock.now();
    Instant earliest = StoreClock.before(now, renewedWithin);
    return renewed.entrySet().stream()
        .filter(each -> each.getKey().id().equals(node.id()))
        .filter(each -> !each.getKey().incarnation().equals(node.incarnation()))
        .filter(each -> !stopped.contains(each.getKey()))
        .filter(each -> !each.getValue().isBefore(earliest))
        .map(
            each -> new Twin(each.getKey().incarnation(), StoreClock.between(each.getValue(), now)))
        .sorted(Comparator.comparing(Twin::sinceRenewal))
        .toList();
  }

  /** Those that have not stopped, the last heard of first. */
  List<SeenNode> running() {
    Instant now = clock.now();
    return renewed.entrySet().stream()
        .filter(each -> !stopped.contains(each.getKey()))
        .sorted(
            Map.Entry.<Node, Instant>comparingByValue()
                .reversed()
                .thenComparing(each -> each.getKey().id(), Rows.TEXT))
        .map(
            each ->
                new SeenNode(
                    each.getKey(),
                    started.get(each.getKey()),
                    StoreClock.between(each.getValue(), now)))
        .toList();
  }

  /** A session that has nothing of its own: in memory there is no connection to wait for. */
  static final class Session implements HeartbeatSession {
    private final InMemoryLedgerStore store;
    private boolean isClosed;

    Session(InMemoryLedgerStore store, Duration timeout) {
      if (timeout.isZero() || timeout.isNegative()) {
        throw new IllegalArgumentException("the timeout must be positive, not " + timeout);
      }
      this.store = store;
    }

    private InMemoryLedgerStore open() {
      if (isClosed) {
        throw new IllegalStateException("the heartbeat is closed");
      }
      return store;
    }

    @Override
    public Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease) {
      return open().renew(claims, lease);
    }

    @Override
    public void beat(Node node) {
      open().startNode(node);
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }
}
