package io.consumptionledger.operations;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.operations.Status.HandlerStatus;
import io.consumptionledger.operations.Status.LiveNode;
import io.consumptionledger.operations.Status.Pause;
import io.consumptionledger.spi.InspectionVerbs.HandlerLoad;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.OrderVerbs.BlockingHead;
import io.consumptionledger.spi.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Looks at how things stand: counts, claims in flight, who waits for whom, and what should not have
 * happened. None of it reads what messages hold. Thread-safe.
 */
public final class Overview {
  private static final int MOST_NODES = 1_000;
  private static final Comparator<Blocked> MOST_WAITING_FIRST =
      Comparator.comparingLong(Blocked::waiting)
          .reversed()
          .thenComparing(blocked -> blocked.head().key());
  private static final Comparator<Claimed> BY_NODE =
      Comparator.comparing(Claimed::nodeId)
          .thenComparing(claimed -> claimed.incarnation().toString())
          .thenComparing(Comparator.comparing(Claimed::held).reversed())
          .thenComparing(Claimed::key);

  private final LedgerStore store;
  private final Handlers handlers;

  Overview(LedgerStore store) {
    this.store = store;
    this.handlers = new Handlers(store);
  }

  /**
   * How a tenant's handlers stand, and which nodes run. Its cost grows with the number of handlers
   * and the limit, not with the number of rows.
   *
   * @param tenant whose; not null
   * @param limit up to where to count, from 1 to 1,000,000
   * @return the status
   * @throws io.consumptionledger.InvalidFieldException if the limit is not valid
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public Status status(Tenant tenant, int limit) {
    Objects.requireNonNull(tenant, "tenant");
    Limits.count(limit);
    List<HandlerStatus> loads =
        handlers.of(tenant, null).stream()
            .map(handler -> status(handler, store.load(tenant, handler, limit)))
            .toList();
    List<Pause> pauses =
        store.pausedHandlers().stream()
            .filter(paused -> paused.tenant().equals(tenant))
            .map(
                paused ->
                    new Pause(
                        paused.handlerId(),
                        paused.by(),
                        paused.reason(),
                        paused.since(),
                        paused.left()))
            .toList();
    List<LiveNode> nodes =
        store.nodes(MOST_NODES).stream()
            .map(
                seen ->
                    new LiveNode(
                        seen.node().id(),
                        seen.node().incarnation(),
                        seen.startedAt(),
                        seen.sinceRenewal()))
            .toList();
    return new Status(loads, pauses, nodes);
  }

  private static HandlerStatus status(String handlerId, HandlerLoad load) {
    Map<ConsumptionState, Count> counts = new EnumMap<>(ConsumptionState.class);
    load.states().forEach((state, counted) -> counts.put(state, Count.of(counted)));
    return new HandlerStatus(handlerId, counts, load.oldestDue());
  }

  /**
   * Aggregates in which rows wait for their turn, and the row that each of them waits for.
   *
   * @param tenant whose; not null
   * @param handlerId only of this handler; null for all
   * @param limit how many at the most, from 1 to 1,000
   * @return those with the most waiting first
   * @throws io.consumptionledger.InvalidFieldException if the limit is not valid
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public List<Blocked> blocked(Tenant tenant, String handlerId, int limit) {
    Objects.requireNonNull(tenant, "tenant");
    Limits.page(limit);
    List<BlockingHead> heads = new ArrayList<>();
    for (String handler : handlers.of(tenant, handlerId)) {
      heads.addAll(store.blockingHeads(tenant, handler, limit));
    }
    heads.sort(Comparator.comparingLong(BlockingHead::waiting).reversed());
    List<BlockingHead> most = heads.stream().limit(limit).toList();
    Map<ConsumptionKey, Row> rows =
        store.list(most.stream().map(BlockingHead::key).toList()).stream()
            .collect(Collectors.toMap(row -> row.summary().key(), Function.identity()));
    return most.stream()
        .filter(head -> rows.containsKey(head.key()))
        .map(
            head ->
                new Blocked(
                    head.order().aggregateType(),
                    head.order().aggregateId(),
                    ListedRow.of(rows.get(head.key())),
                    head.waiting()))
        .sorted(MOST_WAITING_FIRST)
        .toList();
  }

  /**
   * Claims that are not settled, by node. Claims older than the newest rows of a handler are shown
   * only if their rows store content.
   *
   * @param tenant whose; not null
   * @param handlerId only of this handler; null for all
   * @param limit how many of each handler at the most, from 1 to 1,000
   * @return the claims, node by node, those held longest first
   * @throws io.consumptionledger.InvalidFieldException if the limit is not valid
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public List<Claimed> inFlight(Tenant tenant, String handlerId, int limit) {
    Objects.requireNonNull(tenant, "tenant");
    Limits.page(limit);
    return handlers.of(tenant, handlerId).stream()
        .flatMap(handler -> store.inFlight(tenant, handler, limit).stream())
        .map(
            claim ->
                new Claimed(
                    claim.node().id(),
                    claim.node().incarnation(),
                    claim.key(),
                    claim.attempt(),
                    claim.held(),
                    claim.leaseLeft(),
                    claim.leaseExpiresAt()))
        .sorted(BY_NODE)
        .toList();
  }

  /**
   * What should not have happened, the newest first.
   *
   * @param tenant whose; not null
   * @param kinds which kinds; not empty
   * @param from seen at or after this, by the store's clock; null for no bound
   * @param before seen before this; null for no bound
   * @param page the token of the page, or null for the first one
   * @param limit how many at the most, from 1 to 1,000
   * @return the page
   * @throws io.consumptionledger.InvalidFieldException if the limit or the token is not valid
   * @throws io.consumptionledger.StoreException if the store fails
   */
  public Page<Anomaly> anomalies(
      Tenant tenant, Set<AnomalyKind> kinds, Instant from, Instant before, String page, int limit) {
    Objects.requireNonNull(tenant, "tenant");
    Limits.page(limit);
    List<Anomaly> found =
        store.anomalyPage(tenant, kinds, from, before, place(tenant, page), limit + 1);
    return Page.of(found, limit, Function.identity(), Overview::token);
  }

  private static String token(Anomaly last) {
    return new PageToken(
            last.seenAt(),
            List.of(
                last.key().handlerId(),
                last.key().eventId(),
                last.key().itemKey(),
                Long.toString(last.epoch()),
                last.kind().name()))
        .text();
  }

  private static Anomaly place(Tenant tenant, String token) {
    PageToken place = PageToken.of(token, 5);
    if (place == null) {
      return null;
    }
    List<String> parts = place.parts();
    try {
      return new Anomaly(
          new ConsumptionKey(tenant, parts.get(0), parts.get(1), parts.get(2)),
          PageToken.number(parts.get(3)),
          AnomalyKind.valueOf(parts.get(4)),
          null,
          place.at());
    } catch (IllegalArgumentException e) {
      throw PageToken.invalid();
    }
  }
}
