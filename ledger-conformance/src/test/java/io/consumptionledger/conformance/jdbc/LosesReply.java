package io.consumptionledger.conformance.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets the server commit once, and then cuts the connection instead of telling. */
final class LosesReply implements Tapped.Tap {
  private final AtomicInteger armed = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();

  /** The next so many commits, by statement or by themselves, will not be heard of. */
  void arm(int times) {
    armed.set(times);
    lost.set(0);
  }

  int lost() {
    return lost.get();
  }

  @Override
  public Object around(Tapped.Call call) throws Throwable {
    Connection connection = call.connection();
    boolean commits = call.commits() || (call.isExecution() && connection.getAutoCommit());
    if (!commits || armed.get() == 0) {
      return call.make();
    }
    call.make();
    armed.decrementAndGet();
    lost.incrementAndGet();
    connection.abort(Runnable::run);
    throw new SQLException("the connection broke before the reply came", "08006");
  }
}
