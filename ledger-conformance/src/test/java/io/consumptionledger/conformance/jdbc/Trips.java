package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.conformance.database.Space;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The trips that one thread makes to the server, those that end and mark transactions too, and the
 * breaking of one of them. Other threads, such as the heartbeat's, go through untouched.
 */
final class Trips implements Tapped.Tap {
  /** What goes wrong on the trip. */
  enum Fault {
    /** The server ends the session before it hears of it. */
    KILLED,
    /** The server does it and the reply is dropped. */
    REPLY_DROPPED
  }

  private static final Set<String> OTHERS =
      Set.of("commit", "rollback", "setSavepoint", "releaseSavepoint");

  private final Space space;
  private final String whoAmI;
  private final String kill;
  private final Map<Connection, Long> sessions = new ConcurrentHashMap<>();
  private final List<String> made = new ArrayList<>();
  private Thread watched;
  private int breakAt;
  private Fault fault;

  Trips(Space space, boolean isPostgreSql) {
    this.space = space;
    this.whoAmI = isPostgreSql ? "SELECT pg_backend_pid()" : "SELECT CONNECTION_ID()";
    this.kill = isPostgreSql ? "SELECT pg_terminate_backend(%d)" : "KILL %d";
  }

  /** From now on the trips of the calling thread count; that of this number is broken. */
  void watch(int number, Fault how) {
    made.clear();
    breakAt = number;
    fault = how;
    watched = Thread.currentThread();
  }

  /** What was done since, in order. */
  List<String> stop() {
    watched = null;
    return List.copyOf(made);
  }

  @Override
  public void given(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(whoAmI)) {
      row.next();
      sessions.put(connection, row.getLong(1));
    }
  }

  @Override
  public Object around(Tapped.Call call) throws Throwable {
    boolean counts = call.isExecution() || OTHERS.contains(call.method().getName());
    if (Thread.currentThread() != watched || !counts) {
      return call.make();
    }
    made.add(call.method().getName());
    boolean breaks = made.size() == breakAt;
    if (breaks && fault == Fault.KILLED) {
      long id = sessions.get(call.connection());
      space.asOwner(owner -> Space.run(owner, List.of(String.format(kill, id))));
    }
    Object result = call.make();
    if (breaks && fault == Fault.REPLY_DROPPED) {
      call.connection().abort(Runnable::run);
      throw new SQLNonTransientConnectionException("the reply was dropped", "08006");
    }
    return result;
  }
}
