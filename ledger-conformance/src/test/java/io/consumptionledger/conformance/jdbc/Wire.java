package io.consumptionledger.conformance.jdbc;

import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Stands between the store and the driver: notes every trip to the server, can break any of them,
 * and compares each connection's settings when it goes back with those when it came.
 */
final class Wire implements DataSource {
  private final DataSource source;
  private final List<String> trips = new CopyOnWriteArrayList<>();
  private final List<String> leftOvers = new CopyOnWriteArrayList<>();
  private volatile Fault fault = Fault.NONE;

  Wire(DataSource source) {
    this.source = source;
  }

  /** What may go wrong on a trip. */
  interface Fault {
    /** Nothing. */
    Fault NONE = new Fault() {};

    /** Before the server hears of it. */
    default void before(Connection connection, String trip) throws SQLException {}

    /** After the server did it, before the caller hears of it. */
    default void after(Connection connection, String trip) throws SQLException {}
  }

  /** From now on, this may go wrong. */
  void use(Fault next) {
    fault = next;
  }

  /** Forgets the trips so far. */
  void forget() {
    trips.clear();
  }

  /** Statements by their text, and COMMIT, ROLLBACK and SET for what drivers send themselves. */
  List<String> trips() {
    return List.copyOf(trips);
  }

  /** Settings that differed when a connection went back. */
  List<String> leftOvers() {
    return List.copyOf(leftOvers);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection real = source.getConnection();
    String settings = settings(real);
    return proxy(
        Connection.class,
        real,
        (method, arguments) -> {
          switch (method.getName()) {
            case "prepareStatement":
              String sql = (String) arguments[0];
              return statement(
                  PreparedStatement.class,
                  real,
                  (PreparedStatement) invoke(real, method, arguments),
                  sql);
            case "createStatement":
              return statement(
                  Statement.class, real, (Statement) invoke(real, method, arguments), null);
            case "commit":
            case "rollback":
              return trip(real, real, method, arguments, method.getName().toUpperCase());
            case "setTransactionIsolation":
            case "setReadOnly":
              return trip(real, real, method, arguments, "SET");
            case "close":
              if (!real.isClosed() && !settings.equals(settings(real))) {
                leftOvers.add(settings + " became " + settings(real));
              }
              return invoke(real, method, arguments);
            default:
              return invoke(real, method, arguments);
          }
        });
  }

  /** Asking may itself begin a transaction, which must be ended again. */
  private static String settings(Connection connection) throws SQLException {
    String settings = readSettings(connection);
    if (!connection.getAutoCommit()) {
      connection.rollback();
    }
    return settings;
  }

  private static String readSettings(Connection connection) throws SQLException {
    return "autocommit "
        + connection.getAutoCommit()
        + ", isolation "
        + connection.getTransactionIsolation()
        + ", schema "
        + connection.getSchema()
        + ", catalog "
        + connection.getCatalog()
        + ", read-only "
        + connection.isReadOnly();
  }

  private <T extends Statement> T statement(
      Class<T> type, Connection connection, T real, String sql) {
    return proxy(
        type,
        real,
        (method, arguments) -> {
          if (!method.getName().startsWith("execute")) {
            return invoke(real, method, arguments);
          }
          String text = sql == null ? (String) arguments[0] : sql;
          return trip(connection, real, method, arguments, text);
        });
  }

  private Object trip(
      Connection connection, Object target, Method method, Object[] arguments, String trip)
      throws Throwable {
    trips.add(trip);
    fault.before(connection, trip);
    Object result = invoke(target, method, arguments);
    fault.after(connection, trip);
    return result;
  }

  /** A handler without the proxy itself. */
  private interface Handler {
    Object call(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, T real, Handler handler) {
    InvocationHandler calls = (proxy, method, arguments) -> handler.call(method, arguments);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("one user only");
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {
    throw new UnsupportedOperationException("no log writer");
  }

  @Override
  public void setLoginTimeout(int seconds) {
    throw new UnsupportedOperationException("no login time-out");
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("no parent logger");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps nothing that is a " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
