package io.consumptionledger.conformance.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A data source whose every call, down to those of its statements, goes through a tap. */
final class Tapped {
  private Tapped() {}

  /** Where connections come from. */
  @FunctionalInterface
  interface Source {
    Connection get() throws SQLException;
  }

  /** One call of a connection or of one of its statements; it happens when it is made. */
  interface Call {
    Connection connection();

    Method method();

    /** What the method was called with; null for nothing. */
    Object[] arguments();

    Object make() throws Throwable;

    /** The text of the statement that this is a call of; null for one that is not prepared. */
    String sql();

    /** Whether it commits, by the connection's method or with the text of a statement. */
    default boolean commits() {
      return is("commit") || (isExecution() && sql() != null && sql().endsWith("COMMIT"));
    }

    default boolean isExecution() {
      return method().getName().startsWith("execute");
    }

    /** Whether it is the connection that is called, and not one of its statements. */
    boolean isOfConnection();

    default boolean is(String name) {
      return method().getName().equals(name);
    }
  }

  /** Sees each call and decides what comes of it. */
  @FunctionalInterface
  interface Tap {
    Object around(Call call) throws Throwable;

    /** Sees each connection that is handed out. */
    default void given(Connection connection) throws SQLException {}
  }

  static DataSource of(Source source, Tap tap) {
    return proxy(
        DataSource.class,
        (self, method, arguments) -> {
          if (method.getName().equals("getConnection")) {
            Connection real = source.get();
            tap.given(real);
            return proxy(Connection.class, new Tapping(real, real, null, tap));
          }
          throw new UnsupportedOperationException(method.getName());
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Tapped.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private record Made(
      Connection connection, Object target, String sql, Method method, Object[] arguments)
      implements Call {
    @Override
    public boolean isOfConnection() {
      return target == connection;
    }

    @Override
    public Object make() throws Throwable {
      try {
        return method.invoke(target, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  private record Tapping(Connection connection, Object target, String sql, Tap tap)
      implements InvocationHandler {
    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
      Object result = tap.around(new Made(connection, target, sql, method, arguments));
      if (result instanceof PreparedStatement) {
        return proxy(
            PreparedStatement.class, new Tapping(connection, result, (String) arguments[0], tap));
      }
      if (result instanceof Statement) {
        return proxy(Statement.class, new Tapping(connection, result, null, tap));
      }
      return result;
    }
  }
}
