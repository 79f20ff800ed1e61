package io.consumptionledger.conformance.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the trips to the server, statements and commits, and breaks the one it is told to. */
final class Breaker implements Tapped.Tap {
  private final AtomicInteger trips = new AtomicInteger();
  private volatile Fault fault = Fault.NONE;

  /** What may go wrong on a trip; trips are counted from 1. */
  interface Fault {
    /** Nothing. */
    Fault NONE = new Fault() {};

    /** Before the server hears of it. */
    default void before(Connection connection, int trip) throws SQLException {}

    /** After the server did it, before the caller hears of it. */
    default void after(Connection connection, int trip) throws SQLException {}
  }

  /** From now on this may go wrong; trips are counted anew. */
  void use(Fault next) {
    trips.set(0);
    fault = next;
  }

  int trips() {
    return trips.get();
  }

  @Override
  public Object around(Tapped.Call call) throws Throwable {
    if (!call.isExecution() && !call.is("commit")) {
      return call.make();
    }
    int trip = trips.incrementAndGet();
    fault.before(call.connection(), trip);
    Object result = call.make();
    fault.after(call.connection(), trip);
    return result;
  }
}
