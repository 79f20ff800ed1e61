package io.consumptionledger.internal;

import io.consumptionledger.Batching;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.spi.BatchVerbs.NewClaim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Settlement;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Claims and settles by way of lanes, so that calls of the moment share commits. What has an order
 * goes by itself, because it has a gate to lock; so does what stands in a caller's transaction, and
 * what carries so much that a commit is the least of its cost. Thread-safe.
 */
final class HotPath {
  /** Measured: docs/decisions/0013. */
  private static final int TRIPS = 4;

  private static final int ROWS = 256;
  private static final long BYTES = 256 << 10;
  private static final long WAIT = TimeUnit.SECONDS.toNanos(2);

  private final LedgerStore store;
  private final Node node;
  private final Lane<NewClaim, ClaimResult> claims;
  private final Lane<Settlement, TransitionResult> settlements;

  HotPath(LedgerStore store, Node node, Reports reports, Batching batching) {
    this.store = store;
    this.node = node;
    boolean on = batching == Batching.NATURAL;
    Lane.Limits limits = new Lane.Limits(TRIPS, ROWS, BYTES, WAIT);
    this.claims = on ? new Lane<>(limits, new Claims(store, node, reports)) : null;
    this.settlements = on ? new Lane<>(limits, new Settlements(store, reports)) : null;
  }

  ClaimResult claim(NewRow row, ClaimToken token, Duration lease) {
    if (claims == null || row.order() != null || store.inCallerTransaction()) {
      return store.claim(row, token, node, lease);
    }
    return claims.submit(
        new NewClaim(row, token, lease), claim -> store.claim(row, token, node, lease));
  }

  /** Settles outside of a caller's transaction. */
  TransitionResult settle(Settlement settlement) {
    if (settlements == null || settlement.claim().order() != null) {
      return settlement.by(store);
    }
    return settlements.submit(settlement, each -> each.by(store));
  }

  private record Claims(LedgerStore store, Node node, Reports reports)
      implements Lane.Trip<NewClaim, ClaimResult> {
    @Override
    public Object key(NewClaim call) {
      return call.row().key();
    }

    @Override
    public long bytes(NewClaim call) {
      return call.row().content() == null ? 0 : call.row().content().size();
    }

    @Override
    public List<ClaimResult> make(List<NewClaim> calls) {
      return store.claimAll(calls, node);
    }

    @Override
    public void ended(int calls, long waitedNanos, Throwable error) {
      reports.batch(LedgerEvent.Batch.Kind.CLAIM, calls, Duration.ofNanos(waitedNanos), error);
    }
  }

  private record Settlements(LedgerStore store, Reports reports)
      implements Lane.Trip<Settlement, TransitionResult> {
    @Override
    public Object key(Settlement call) {
      return call.claim().key();
    }

    @Override
    public long bytes(Settlement call) {
      return call.content() == null ? 0 : call.content().size();
    }

    @Override
    public List<TransitionResult> make(List<Settlement> calls) {
      return store.settleAll(calls);
    }

    @Override
    public void ended(int calls, long waitedNanos, Throwable error) {
      reports.batch(LedgerEvent.Batch.Kind.SETTLE, calls, Duration.ofNanos(waitedNanos), error);
    }
  }
}
