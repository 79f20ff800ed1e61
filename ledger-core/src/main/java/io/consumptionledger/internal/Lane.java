package io.consumptionledger.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Calls that wait at the same moment share one trip to the store. There is no timer and no thread:
 * a call that finds a free place goes at once, by itself; the others queue, and whoever ends a trip
 * hands its place to the first of them, who takes along all of its kind that are queued. Nobody
 * runs more than one trip for others, and nobody waits for company that is not on its way.
 *
 * <p>A trip that fails is no answer for anybody: each of its calls then goes by itself, on its own
 * thread, and gets its own result or error. So nothing in one call can fail another. Nor can it
 * hold up the others for long: a trip that is stuck, behind a lock for instance, loses its place.
 *
 * <p>Thread-safe. A call that is interrupted while nobody has taken it along yet goes by itself;
 * once it is under way it is waited for, because it may be committed.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
final class Lane<Q, R> {
  private static final int SMALL_PART = 4;
  private static final int MOST_MISSES = 6;

  private final Limits limits;
  private final Trip<Q, R> trip;
  private final ArrayDeque<Ticket<Q, R>> queue = new ArrayDeque<>();
  private final List<Place> taken = new ArrayList<>();

  /** How many calls the last trip carried or left waiting: more than one, and calls meet. */
  private int company;

  /** How long a leader gives way to company, and how often in a row nobody came. */
  private long patience;

  private int misses;
  private int skips;

  /**
   * Bounds.
   *
   * @param trips how many trips may be under way at once while few calls meet, or very many
   * @param crowd from how many calls on that is
   * @param rows how many calls one trip takes along
   * @param bytes how many bytes it takes along
   * @param stuckNanos after how long a trip is stuck
   * @param gatherNanos how long a leader gives way, at the most, to those whom the last trip has
   *     answered
   */
  record Limits(int trips, int crowd, int rows, long bytes, long stuckNanos, long gatherNanos) {}

  /** How calls are made together. */
  interface Trip<Q, R> {
    /** Calls of one kind can go together. */
    Object kind(Q call);

    /** What no two calls of one trip may share. */
    Object key(Q call);

    /** How much a call carries. */
    long bytes(Q call);

    /** Makes calls of one kind; answers in their order. */
    List<R> make(List<Q> calls);

    /**
     * A trip has ended.
     *
     * @param first one of its calls, which waited so long for it
     * @param calls how many it carried
     * @param error null if it worked
     */
    void ended(Q first, int calls, long waitedNanos, Throwable error);
  }

  private enum State {
    QUEUED,
    LEADS,
    TAKEN,
    ANSWERED,
    ALONE
  }

  /** The right to be under way. */
  private static final class Place {
    private final long since = System.nanoTime();
  }

  private static final class Ticket<Q, R> {
    private final Q call;
    private final long bytes;
    private final Thread thread = Thread.currentThread();
    private final long since = System.nanoTime();
    private Place place;
    private R answer;
    private volatile State state = State.QUEUED;

    Ticket(Q call, long bytes) {
      this.call = call;
      this.bytes = bytes;
    }

    void lead(Place its) {
      place = its;
      state = State.LEADS;
    }

    void become(State next) {
      state = next;
      if (thread != Thread.currentThread()) {
        LockSupport.unpark(thread);
      }
    }
  }

  Lane(Limits limits, Trip<Q, R> trip) {
    this.limits = limits;
    this.trip = trip;
  }

  /**
   * Makes a call, with others if there are any.
   *
   * @param call the call
   * @param alone makes it by itself
   */
  R submit(Q call, Function<Q, R> alone) {
    long bytes = trip.bytes(call);
    if (bytes > limits.bytes()) {
      return alone.apply(call);
    }
    Place place;
    Ticket<Q, R> ticket = null;
    synchronized (this) {
      place = queue.isEmpty() ? takePlace() : null;
      if (place == null || company > 1) {
        ticket = new Ticket<>(call, bytes);
        queue.addLast(ticket);
        if (place != null) {
          ticket.lead(place);
        }
      }
    }
    if (ticket == null) {
      return byItself(place, call, alone);
    }
    State state = await(ticket);
    if (state == State.LEADS) {
      gather();
      List<Ticket<Q, R>> party = new ArrayList<>();
      try {
        board(ticket, party);
      } catch (RuntimeException | Error e) {
        handOver(ticket.place, party.size());
        party.forEach(each -> each.become(State.ALONE));
        throw e;
      }
      if (party.size() == 1) {
        return byItself(ticket.place, call, alone);
      }
      state = lead(ticket, party);
    }
    return state == State.ANSWERED ? ticket.answer : alone.apply(call);
  }

  /**
   * While few calls meet, those few go side by side, each by itself, as fast as without a lane.
   * When more do, one trip at a time gathers the most calls into each commit. In a crowd it is not
   * the commit that takes the time, so one trip's rows are written while the other's callers go on.
   * Null if there is no place. Only under the lock.
   */
  private Place takePlace() {
    long now = System.nanoTime();
    long moving = taken.stream().filter(place -> now - place.since < limits.stuckNanos()).count();
    boolean oneAtATime = company > 1 && company < limits.crowd();
    if (moving >= (oneAtATime ? 1 : limits.trips())) {
      return null;
    }
    Place place = new Place();
    taken.add(place);
    return place;
  }

  private R byItself(Place place, Q call, Function<Q, R> alone) {
    Throwable error = null;
    try {
      return alone.apply(call);
    } catch (RuntimeException | Error e) {
      error = e;
      throw e;
    } finally {
      handOver(place, 1);
      trip.ended(call, 1, 0, error);
    }
  }

  private State await(Ticket<Q, R> ticket) {
    boolean interrupted = false;
    try {
      while (true) {
        State state = ticket.state;
        if (state == State.TAKEN) {
          LockSupport.park(this);
        } else if (state != State.QUEUED) {
          return state;
        } else if (interrupted && withdrawn(ticket)) {
          return State.ALONE;
        } else {
          LockSupport.parkNanos(this, limits.stuckNanos());
          leadPastTheStuck(ticket);
        }
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized boolean withdrawn(Ticket<Q, R> ticket) {
    return ticket.state == State.QUEUED && queue.remove(ticket);
  }

  private synchronized void leadPastTheStuck(Ticket<Q, R> ticket) {
    Place place = ticket.state == State.QUEUED ? takePlace() : null;
    if (place != null) {
      ticket.lead(place);
    }
  }

  /**
   * Gives way to those whom the last trip has answered and who may be back at once, so that all go
   * together instead of in two halves that wait for each other. For a small part of the time that
   * their trip took, and ever more rarely while nobody comes.
   */
  private void gather() {
    int there;
    int expected;
    long most;
    synchronized (this) {
      there = queue.size();
      expected = company;
      most = patience;
      if (there >= expected || most == 0) {
        return;
      }
      if (skips > 0) {
        skips--;
        return;
      }
    }
    long begin = System.nanoTime();
    while (queued() < expected && System.nanoTime() - begin < most) {
      Thread.yield();
    }
    synchronized (this) {
      misses = queue.size() > there ? 0 : Math.min(misses + 1, MOST_MISSES);
      skips = (1 << misses) - 1;
    }
  }

  /** Those who do not fit keep their places in the queue. */
  private synchronized void board(Ticket<Q, R> leader, List<Ticket<Q, R>> party) {
    Set<Object> keys = new HashSet<>();
    Object kind = trip.kind(leader.call);
    long bytes = leader.bytes;
    queue.remove(leader);
    party.add(leader);
    keys.add(trip.key(leader.call));
    Iterator<Ticket<Q, R>> waiting = queue.iterator();
    while (waiting.hasNext() && party.size() < limits.rows()) {
      Ticket<Q, R> next = waiting.next();
      long together = bytes + next.bytes;
      if (next.state == State.QUEUED
          && kind.equals(trip.kind(next.call))
          && together <= limits.bytes()
          && keys.add(trip.key(next.call))) {
        party.add(next);
        waiting.remove();
        next.state = State.TAKEN;
        bytes = together;
      }
    }
  }

  /** Makes one trip with everybody who can come along. */
  private State lead(Ticket<Q, R> leader, List<Ticket<Q, R>> party) {
    long begin = System.nanoTime();
    Throwable error = null;
    List<R> answers = null;
    try {
      answers = trip.make(party.stream().map(each -> each.call).toList());
    } catch (RuntimeException | Error e) {
      error = e;
    }
    long took = System.nanoTime() - begin;
    synchronized (this) {
      patience = Math.min(limits.gatherNanos(), took / SMALL_PART);
    }
    handOver(leader.place, party.size());
    boolean answered = answers != null && answers.size() == party.size();
    for (int i = 0; i < party.size(); i++) {
      Ticket<Q, R> each = party.get(i);
      each.answer = answered ? answers.get(i) : null;
      each.become(answered ? State.ANSWERED : State.ALONE);
    }
    trip.ended(leader.call, party.size(), begin - leader.since, error);
    return leader.state;
  }

  /** How many trips are under way. */
  synchronized int underWay() {
    return taken.size();
  }

  /** How many wait. */
  synchronized int queued() {
    return queue.size();
  }

  /**
   * Gives a place to the first who waits, who stays in the queue until it leaves with the others.
   * Whoever is still under way does the same afterwards.
   */
  private void handOver(Place place, int carried) {
    Ticket<Q, R> next;
    synchronized (this) {
      taken.remove(place);
      company = carried + queue.size();
      next = firstQueued();
      Place its = next == null ? null : takePlace();
      if (its == null) {
        return;
      }
      next.lead(its);
    }
    LockSupport.unpark(next.thread);
  }

  private Ticket<Q, R> firstQueued() {
    for (Ticket<Q, R> each : queue) {
      if (each.state == State.QUEUED) {
        return each;
      }
    }
    return null;
  }
}
