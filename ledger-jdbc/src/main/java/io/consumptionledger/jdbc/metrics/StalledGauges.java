package io.consumptionledger.jdbc.metrics;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.OrderVerbs.BlockingHead;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What gauges show of one ordered handler's aggregates in which rows wait for a head. */
final class StalledGauges {
  private static final int MOST_HEADS = 1_000;

  /** The states of an unresolved row. */
  private static final List<ConsumptionState> STATES =
      List.of(
          ConsumptionState.PROCESSING,
          ConsumptionState.RETRY_SCHEDULED,
          ConsumptionState.DEAD_LETTER);

  private final Reading blocked;
  private final Map<ConsumptionState, Reading> aggregates = new EnumMap<>(ConsumptionState.class);
  private final Map<ConsumptionState, Reading> longest = new EnumMap<>(ConsumptionState.class);

  StalledGauges(
      Reading blocked,
      Function<ConsumptionState, Reading> aggregates,
      Function<ConsumptionState, Reading> longest) {
    this.blocked = blocked;
    STATES.forEach(state -> this.aggregates.put(state, aggregates.apply(state)));
    STATES.forEach(state -> this.longest.put(state, longest.apply(state)));
  }

  void read(LedgerStore store, Set<Tenant> tenants, String handler, Duration believedFor) {
    long waiting = 0;
    Map<ConsumptionState, Integer> counts = new EnumMap<>(ConsumptionState.class);
    Map<ConsumptionState, Duration> ages = new EnumMap<>(ConsumptionState.class);
    for (Tenant tenant : tenants) {
      List<BlockingHead> heads = store.blockingHeads(tenant, handler, MOST_HEADS);
      Instant now = heads.isEmpty() ? null : now(store, heads);
      for (BlockingHead head : heads) {
        waiting += head.waiting();
        counts.merge(head.state(), 1, Integer::sum);
        ages.merge(head.state(), age(head, now), StalledGauges::longer);
      }
    }
    blocked.set(waiting, believedFor);
    for (ConsumptionState state : STATES) {
      aggregates.get(state).set(counts.getOrDefault(state, 0), believedFor);
      longest.get(state).set(ages.getOrDefault(state, Duration.ZERO), believedFor);
    }
  }

  /**
   * The store's clock, which judged the heads; this node's may be minutes off. A row tells it: when
   * it was received, and how long ago that is.
   */
  private static Instant now(LedgerStore store, List<BlockingHead> heads) {
    return heads.stream()
        .map(head -> store.get(head.key()))
        .flatMap(Optional::stream)
        .findFirst()
        .map(row -> row.receivedAt().plus(row.summary().age()))
        .orElseGet(Instant::now);
  }

  private static Duration age(BlockingHead head, Instant now) {
    Duration age = Duration.between(head.since(), now);
    return age.isNegative() ? Duration.ZERO : age;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
