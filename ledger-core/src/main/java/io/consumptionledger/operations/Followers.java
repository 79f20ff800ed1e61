package io.consumptionledger.operations;

import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.ReplayItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rows that wait until earlier ones of their aggregate are settled. Used by one thread. */
final class Followers {
  private final Map<Aggregate, TreeMap<Place, ReplayItem>> waiting = new LinkedHashMap<>();

  private record Aggregate(String handlerId, String type, String id) {}

  /** Rows may share a place; the request's order decides between them. */
  private record Place(long sequence, int position) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int c = Long.compare(sequence, other.sequence);
      return c != 0 ? c : Integer.compare(position, other.position);
    }
  }

  /** A row and where it waits. */
  record Follower(ReplayItem item, Order order) {}

  void add(Follower follower) {
    waiting
        .computeIfAbsent(aggregate(follower), a -> new TreeMap<>())
        .put(place(follower), follower.item());
  }

  void remove(Follower follower) {
    TreeMap<Place, ReplayItem> rows = waiting.get(aggregate(follower));
    rows.remove(place(follower));
    if (rows.isEmpty()) {
      waiting.remove(aggregate(follower));
    }
  }

  private static Aggregate aggregate(Follower follower) {
    Order order = follower.order();
    return new Aggregate(
        follower.item().row().key().handlerId(), order.aggregateType(), order.aggregateId());
  }

  private static Place place(Follower follower) {
    return new Place(follower.order().sequence(), follower.item().position());
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** The first row of each aggregate. */
  List<Follower> heads() {
    List<Follower> heads = new ArrayList<>();
    waiting.forEach(
        (aggregate, rows) ->
            heads.add(
                new Follower(
                    rows.firstEntry().getValue(),
                    new Order(
                        aggregate.type, aggregate.id, rows.firstEntry().getKey().sequence()))));
    return heads;
  }

  List<ReplayItem> all() {
    return waiting.values().stream().flatMap(rows -> rows.values().stream()).toList();
  }
}
