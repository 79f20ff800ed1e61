package io.consumptionledger.conformance;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

/**
 * Hands out connections as a pool does that has autocommit off, REPEATABLE READ, and a test query
 * which leaves a transaction with a snapshot open.
 */
final class OpenedSource {
  private final DataSource source;
  private final AtomicReference<Runnable> then = new AtomicReference<>();

  OpenedSource(DataSource source) {
    this.source = source;
  }

  /** What happens after the next connection was opened, and before anything is done with it. */
  void onceOpened(Runnable action) {
    then.set(action);
  }

  DataSource proxy() {
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> {
              if (method.getName().equals("getConnection")) {
                return open();
              }
              try {
                return method.invoke(source, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private Connection open() throws SQLException {
    Connection connection = source.getConnection();
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM event_consumption")) {
      rows.next();
    }
    Runnable action = then.getAndSet(null);
    if (action != null) {
      action.run();
    }
    return connection;
  }
}
