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
 * hands its place to the first of them, who takes along all that are queued. Nobody runs more than
 * one trip for others.
 *
 * <p>A trip that fails is no answer for anybody: each of its calls then goes by itself, on its own
 * thread, and gets its own result or error. So nothing in one call can fail another.
 *
 * <p>Thread-safe. A call that is interrupted, or has waited too long, while nobody has taken it
 * along yet goes by itself; once it is under way it is waited for, because it may be committed.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
final class Lane<Q, R> {
  private static final int FEW = 1;
  private static final int MANY = 3;

  private final Limits limits;
  private final Trip<Q, R> trip;
  private final ArrayDeque<Ticket<Q, R>> queue = new ArrayDeque<>();
  private int underWay;

  /** Whether the last trip for others was a large one: then one place makes the next one large. */
  private boolean crowded;

  /**
   * Bounds.
   *
   * @param trips how many trips may be under way at once
   * @param rows how many calls one trip takes along
   * @param bytes how many bytes it takes along
   * @param waitNanos how long a call waits for its turn
   */
  record Limits(int trips, int rows, long bytes, long waitNanos) {}

  /** How calls are made together. */
  interface Trip<Q, R> {
    /** What no two calls of one trip may share. */
    Object key(Q call);

    /** How much a call carries. */
    long bytes(Q call);

    /** Makes the calls; answers in their order. */
    List<R> make(List<Q> calls);

    /** A trip has ended, whose first call waited so long for it; the error is null if it worked. */
    void ended(int calls, long waitedNanos, Throwable error);
  }

  private enum State {
    QUEUED,
    LEADS,
    TAKEN,
    ANSWERED,
    ALONE
  }

  private static final class Ticket<Q, R> {
    private final Q call;
    private final long bytes;
    private final Thread thread = Thread.currentThread();
    private final long since = System.nanoTime();
    private volatile State state;
    private R answer;

    Ticket(Q call, long bytes, State state) {
      this.call = call;
      this.bytes = bytes;
      this.state = state;
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
    Ticket<Q, R> ticket = null;
    synchronized (this) {
      boolean goes = underWay < places() && queue.isEmpty();
      if (goes) {
        underWay++;
      }
      if (!goes || crowded) {
        ticket = new Ticket<>(call, bytes, goes ? State.LEADS : State.QUEUED);
        queue.addLast(ticket);
      }
    }
    if (ticket == null) {
      return byItself(call, alone);
    }
    if (ticket.state == State.LEADS) {
      Thread.yield(); // those who are on their way come along, if they can run now
    }
    State state = await(ticket);
    if (state == State.LEADS) {
      List<Ticket<Q, R>> party = new ArrayList<>();
      try {
        board(ticket, party);
      } catch (RuntimeException | Error e) {
        handOver();
        party.forEach(each -> each.become(State.ALONE));
        throw e;
      }
      if (party.size() == 1) {
        return byItself(call, alone);
      }
      state = lead(ticket, party);
    }
    return state == State.ANSWERED ? ticket.answer : alone.apply(call);
  }

  /**
   * While few calls meet, those few go side by side, each by itself, as fast as without a lane.
   * When many do, one trip at a time gathers the most calls into each commit.
   */
  private int places() {
    return crowded ? 1 : limits.trips();
  }

  private R byItself(Q call, Function<Q, R> alone) {
    Throwable error = null;
    try {
      return alone.apply(call);
    } catch (RuntimeException | Error e) {
      error = e;
      throw e;
    } finally {
      handOver();
      trip.ended(1, 0, error);
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
        } else {
          long left = ticket.since + limits.waitNanos() - System.nanoTime();
          if ((interrupted || left <= 0) && withdrawn(ticket)) {
            return State.ALONE;
          }
          LockSupport.parkNanos(this, Math.max(1, left));
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

  /** Makes one trip with everybody who can come along. */
  private State lead(Ticket<Q, R> leader, List<Ticket<Q, R>> party) {
    long waited = System.nanoTime() - leader.since;
    Throwable error = null;
    List<R> answers = null;
    try {
      answers = trip.make(party.stream().map(each -> each.call).toList());
    } catch (RuntimeException | Error e) {
      error = e;
    }
    handOver();
    boolean answered = answers != null && answers.size() == party.size();
    for (int i = 0; i < party.size(); i++) {
      Ticket<Q, R> each = party.get(i);
      each.answer = answered ? answers.get(i) : null;
      each.become(answered ? State.ANSWERED : State.ALONE);
    }
    trip.ended(party.size(), waited, error);
    return leader.state;
  }

  /** Those who do not fit keep their places. */
  private synchronized void board(Ticket<Q, R> leader, List<Ticket<Q, R>> party) {
    Set<Object> keys = new HashSet<>();
    long bytes = leader.bytes;
    queue.remove(leader);
    party.add(leader);
    keys.add(trip.key(leader.call));
    Iterator<Ticket<Q, R>> waiting = queue.iterator();
    while (waiting.hasNext() && party.size() < limits.rows()) {
      Ticket<Q, R> next = waiting.next();
      long together = bytes + next.bytes;
      if (next.state == State.QUEUED
          && together <= limits.bytes()
          && keys.add(trip.key(next.call))) {
        party.add(next);
        waiting.remove();
        next.state = State.TAKEN;
        bytes = together;
      }
    }
    crowded = party.size() > (crowded ? FEW : MANY);
  }

  private Ticket<Q, R> firstQueued() {
    for (Ticket<Q, R> each : queue) {
      if (each.state == State.QUEUED) {
        return each;
      }
    }
    return null;
  }

  /** How many places are taken. */
  synchronized int underWay() {
    return underWay;
  }

  /** How many wait. */
  synchronized int queued() {
    return queue.size();
  }

  /**
   * Gives a place to the first who waits, who stays in the queue until it leaves with the others.
   */
  private void handOver() {
    Ticket<Q, R> next = null;
    synchronized (this) {
      if (underWay <= places()) {
        next = firstQueued();
      }
      if (next == null) {
        underWay--; // whoever is still under way looks at the queue afterwards
      } else {
        next.state = State.LEADS;
      }
    }
    if (next != null) {
      LockSupport.unpark(next.thread);
    }
  }
}
