package io.consumptionledger.internal;

import io.consumptionledger.Batching;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.spi.BatchVerbs.NewClaim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Settlement;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Claims and settles by way of a lane, so that calls of the moment share commits. What has an order
 * goes by itself, because it has a gate to lock; so does what stands in a caller's transaction, and
 * what carries so much that a commit is the least of its cost. Thread-safe.
 */
final class HotPath {
  /** Measured: docs/decisions/0013. */
  private static final Lane.Limits LIMITS =
      new Lane.Limits(
          2,
          32,
          256,
          256 << 10,
          TimeUnit.MILLISECONDS.toNanos(250),
          TimeUnit.MICROSECONDS.toNanos(250));

  private final LedgerStore store;
  private final Node node;
  private final Lane<Call<?>, Object> lane;

  HotPath(LedgerStore store, Node node, Reports reports, Batching batching) {
    this.store = store;
    this.node = node;
    this.lane =
        batching == Batching.NATURAL ? new Lane<>(LIMITS, new Trips(store, node, reports)) : null;
  }

  ClaimResult claim(NewRow row, ClaimToken token, Duration lease) {
    if (lane == null || row.order() != null || store.inCallerTransaction()) {
      return store.claim(row, token, node, lease);
    }
    return submit(new Claiming(new NewClaim(row, token, lease)));
  }

  /** Settles outside of a caller's transaction. */
  TransitionResult settle(Settlement settlement) {
    if (lane == null || settlement.claim().order() != null) {
      return settlement.by(store);
    }
    return submit(new Settling(settlement));
  }

  private <R> R submit(Call<R> call) {
    return call.cast(lane.submit(call, each -> each.alone(store, node)));
  }

  /** What goes by the lane: claims together, settles together. */
  private sealed interface Call<R> {
    LedgerEvent.Batch.Kind kind();

    ConsumptionKey key();

    Content content();

    R alone(LedgerStore store, Node node);

    R cast(Object answer);
  }

  private record Claiming(NewClaim claim) implements Call<ClaimResult> {
    @Override
    public LedgerEvent.Batch.Kind kind() {
      return LedgerEvent.Batch.Kind.CLAIM;
    }

    @Override
    public ConsumptionKey key() {
      return claim.row().key();
    }

    @Override
    public Content content() {
      return claim.row().content();
    }

    @Override
    public ClaimResult alone(LedgerStore store, Node node) {
      return store.claim(claim.row(), claim.token(), node, claim.lease());
    }

    @Override
    public ClaimResult cast(Object answer) {
      return (ClaimResult) answer;
    }
  }

  private record Settling(Settlement settlement) implements Call<TransitionResult> {
    @Override
    public LedgerEvent.Batch.Kind kind() {
      return LedgerEvent.Batch.Kind.SETTLE;
    }

    @Override
    public ConsumptionKey key() {
      return settlement.claim().key();
    }

    @Override
    public Content content() {
      return settlement.content();
    }

    @Override
    public TransitionResult alone(LedgerStore store, Node node) {
      return settlement.by(store);
    }

    @Override
    public TransitionResult cast(Object answer) {
      return (TransitionResult) answer;
    }
  }

  private record Trips(LedgerStore store, Node node, Reports reports)
      implements Lane.Trip<Call<?>, Object> {
    @Override
    public Object kind(Call<?> call) {
      return call.kind();
    }

    @Override
    public Object key(Call<?> call) {
      return call.key();
    }

    @Override
    public long bytes(Call<?> call) {
      return call.content() == null ? 0 : call.content().size();
    }

    @Override
    public List<Object> make(List<Call<?>> calls) {
      return switch (calls.get(0).kind()) {
        case CLAIM ->
            List.copyOf(
                store.claimAll(
                    calls.stream().map(call -> ((Claiming) call).claim()).toList(), node));
        case SETTLE ->
            List.copyOf(
                store.settleAll(
                    calls.stream().map(call -> ((Settling) call).settlement()).toList()));
      };
    }

    @Override
    public void ended(Call<?> first, int calls, long waitedNanos, Throwable error) {
      reports.batch(first.kind(), calls, Duration.ofNanos(waitedNanos), error);
    }
  }
}
