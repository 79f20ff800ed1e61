package io.consumptionledger.conformance.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Compares each connection that comes back with how it was given, before the pool repairs it. */
final class AsFound implements Tapped.Tap {
  private final Map<Connection, State> given = new ConcurrentHashMap<>();
  private final Map<Connection, String> open = new ConcurrentHashMap<>();
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private final AtomicInteger returned = new AtomicInteger();

  private record State(
      boolean autoCommit,
      int isolation,
      boolean readOnly,
      int networkTimeout,
      String schema,
      String catalog) {}

  @Override
  public void given(Connection connection) throws SQLException {
    given.put(connection, state(connection));
  }

  @Override
  public Object around(Tapped.Call call) throws Throwable {
    Connection connection = call.connection();
    String name = call.method().getName();
    if (call.isExecution() && !call.commits() && !connection.getAutoCommit()) {
      open.put(connection, name);
    } else if (call.commits() || (call.is("rollback") && call.method().getParameterCount() == 0)) {
      open.remove(connection);
    } else if (call.is("close") && given.containsKey(connection) && call.isOfConnection()) {
      compare(connection);
    }
    return call.make();
  }

  private void compare(Connection connection) throws SQLException {
    if (open.remove(connection) != null) {
      changes.add("a transaction was left open");
      connection.rollback();
    }
    State before = given.remove(connection);
    State now = state(connection);
    if (!before.equals(now)) {
      changes.add(before + " became " + now);
    }
    returned.incrementAndGet();
  }

  /** To ask may begin a transaction, which is ended again. */
  private static State state(Connection connection) throws SQLException {
    State state =
        new State(
            connection.getAutoCommit(),
            connection.getTransactionIsolation(),
            connection.isReadOnly(),
            connection.getNetworkTimeout(),
            connection.getSchema(),
            connection.getCatalog());
    if (!connection.getAutoCommit()) {
      connection.rollback();
    }
    return state;
  }

  List<String> changes() {
    return List.copyOf(changes);
  }

  int returned() {
    return returned.get();
  }
}
