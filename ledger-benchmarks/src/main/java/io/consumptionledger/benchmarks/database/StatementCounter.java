package io.consumptionledger.benchmarks.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * Counts statements, commits and rollbacks that go to a database, by standing before the driver.
 * That costs time, so it is done in rounds that are not measured. Thread-safe.
 */
final class StatementCounter {
  private final LongAdder count = new LongAdder();

  double count() {
    return count.sum();
  }

  DataSource before(DataSource source) {
    return before(DataSource.class, source);
  }

  private <T> T before(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              String name = method.getName();
              if (name.startsWith("execute") || name.equals("commit") || name.equals("rollback")) {
                count.increment();
              }
              try {
                return behind(method.invoke(target, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private Object behind(Object result) {
    if (result instanceof Connection connection) {
      return before(Connection.class, connection);
    } else if (result instanceof CallableStatement statement) {
      return before(CallableStatement.class, statement);
    } else if (result instanceof PreparedStatement statement) {
      return before(PreparedStatement.class, statement);
    } else if (result instanceof Statement statement) {
      return before(Statement.class, statement);
    }
    return result;
  }
}
