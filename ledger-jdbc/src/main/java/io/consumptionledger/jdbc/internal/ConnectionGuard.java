package io.consumptionledger.jdbc.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The connection as a handler sees it: it cannot end the transaction or change the session, and the
 * errors that go through it and what it makes are seen. Used by one thread.
 */
final class ConnectionGuard {
  private static final Set<String> REFUSED =
      Set.of(
          "commit",
          "close",
          "abort",
          "setAutoCommit",
          "setTransactionIsolation",
          "setReadOnly",
          "setSchema",
          "setCatalog");

  /** The most special first. */
  private static final List<Class<?>> GUARDED =
      List.of(
          Connection.class,
          CallableStatement.class,
          PreparedStatement.class,
          Statement.class,
          ResultSet.class,
          DatabaseMetaData.class);

  private final Connection real;
  private final Predicate<SQLException> spoils;
  private final Connection guarded;
  private boolean closed;
  private SQLException spoiledBy;
  private SQLException lastError;

  ConnectionGuard(Connection real, Predicate<SQLException> spoils) {
    this.real = real;
    this.spoils = spoils;
    this.guarded = (Connection) proxy(Connection.class, real);
  }

  Connection connection() {
    return guarded;
  }

  /** The handler has returned: from now on nothing goes through. */
  void close() {
    closed = true;
  }

  /** The first error after which the transaction must not be committed, or null. */
  SQLException spoiledBy() {
    return spoiledBy;
  }

  /** The last error of any kind, or null. */
  SQLException lastError() {
    return lastError;
  }

  private Object proxy(Class<?> type, Object target) {
    return Proxy.newProxyInstance(
        ConnectionGuard.class.getClassLoader(), new Class<?>[] {type}, new Guarding(target));
  }

  private final class Guarding implements InvocationHandler {
    private final Object target;

    Guarding(Object target) {
      this.target = target;
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
      if (method.getDeclaringClass() == Object.class) {
        return ofObject(self, method, arguments);
      }
      if (closed) {
        throw new IllegalStateException(
            "the connection was the handler's only until it returned; it is not to be kept");
      }
      if (target == real) {
        refuse(method, arguments);
      }
      try {
        Object result = method.invoke(target, arguments);
        return isOfTheDriver(method, arguments) ? result : guard(result);
      } catch (InvocationTargetException e) {
        throw seen(e.getCause());
      }
    }

    private Object ofObject(Object self, Method method, Object[] arguments) {
      return switch (method.getName()) {
        case "equals" -> self == arguments[0];
        case "hashCode" -> System.identityHashCode(self);
        default -> "guarded " + target;
      };
    }
  }

  private static void refuse(Method method, Object[] arguments) {
    boolean wholeRollback = method.getName().equals("rollback") && arguments == null;
    if (wholeRollback || REFUSED.contains(method.getName())) {
      throw new IllegalStateException(
          method.getName()
              + " is not the handler's to call: the ledger ends the transaction, together with the"
              + " message's row. Throw to have it rolled back");
    }
  }

  /** Who unwraps wants a type of the driver's own, which no proxy has: it is given as it is. */
  private static boolean isOfTheDriver(Method method, Object[] arguments) {
    return method.getName().equals("unwrap") && !GUARDED.contains(arguments[0]);
  }

  private Object guard(Object result) {
    if (result == real) {
      return guarded;
    }
    for (Class<?> type : GUARDED) {
      if (type.isInstance(result)) {
        return type == Connection.class ? guarded : proxy(type, result);
      }
    }
    return result;
  }

  private Throwable seen(Throwable error) {
    if (error instanceof SQLException sql) {
      lastError = sql;
      if (spoiledBy == null && spoils.test(sql)) {
        spoiledBy = sql;
      }
    }
    return error;
  }
}
