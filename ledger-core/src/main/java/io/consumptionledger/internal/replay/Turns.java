package io.consumptionledger.internal.replay;

import io.consumptionledger.Tenant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * Whose rows get the next free workers. Handlers take turns, and within a handler its tenants; each
 * round goes on after the one that was served last. While several handlers have due rows none holds
 * more than its share of the workers, and where there is more than one handler, none ever holds the
 * last quarter of them: so neither a long backlog nor a handler that hangs keeps the others
 * waiting. Not thread-safe.
 */
final class Turns {
  /** Content is read with the claim, so a batch is kept small. */
  static final int LARGEST_BATCH = 50;

  private static final Comparator<Tenant> BY_ID = Comparator.comparing(Tenant::id);

  private final int workers;
  private final int mostPerHandler;
  private final NavigableMap<String, NavigableSet<Tenant>> open = new TreeMap<>();
  private final Map<String, Tenant> lastTenant = new HashMap<>();
  private String lastHandler = "";

  Turns(int workers, int handlers) {
    this.workers = workers;
    boolean alone = handlers == 1 || workers == 1;
    this.mostPerHandler = alone ? workers : workers - Math.max(1, workers / 4);
  }

  /**
   * A permission to claim.
   *
   * @param queue whose rows
   * @param atMost how many, at least 1
   */
  record Turn(Queue queue, int atMost) {}

  /** Starts a round over queues that have due rows. */
  void begin(Collection<Queue> queues) {
    open.clear();
    for (Queue queue : queues) {
      open.computeIfAbsent(queue.handlerId(), id -> new TreeSet<>(BY_ID)).add(queue.tenant());
    }
  }

  boolean isOver() {
    return open.isEmpty();
  }

  /**
   * Who is next.
   *
   * @param free how many workers are free
   * @param running how many workers a handler holds
   * @return the turn, or null if nobody may take a worker now
   */
  Turn next(int free, ToIntFunction<String> running) {
    String first = after(open.navigableKeySet(), lastHandler);
    String handler = first;
    do {
      int limit = Math.min(mostPerHandler, ceil(workers, open.size()));
      int room = Math.min(free, limit - running.applyAsInt(handler));
      if (room > 0) {
        return take(handler, room);
      }
      handler = after(open.navigableKeySet(), handler);
    } while (!handler.equals(first));
    return null;
  }

  private Turn take(String handler, int room) {
    NavigableSet<Tenant> tenants = open.get(handler);
    Tenant last = lastTenant.get(handler);
    Tenant tenant = last == null ? tenants.first() : after(tenants, last);
    lastHandler = handler;
    lastTenant.put(handler, tenant);
    return new Turn(
        new Queue(handler, tenant), Math.min(LARGEST_BATCH, ceil(room, tenants.size())));
  }

  /** This queue has nothing more for now. */
  void done(Queue queue) {
    NavigableSet<Tenant> tenants = open.get(queue.handlerId());
    tenants.remove(queue.tenant());
    if (tenants.isEmpty()) {
      open.remove(queue.handlerId());
    }
  }

  private static <E> E after(NavigableSet<E> ring, E last) {
    E next = ring.higher(last);
    return next == null ? ring.first() : next;
  }

  private static int ceil(int parts, int by) {
    return (parts + by - 1) / by;
  }
}
