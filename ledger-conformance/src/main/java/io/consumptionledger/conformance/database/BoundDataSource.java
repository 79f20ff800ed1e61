package io.consumptionledger.conformance.database;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Always gives the connection of one open transaction, as a transaction-aware proxy does. */
final class BoundDataSource implements DataSource, AutoCloseable {
  private final Connection bound;

  BoundDataSource(DataSource source) {
    try {
      bound = source.getConnection();
      bound.setAutoCommit(false);
    } catch (SQLException e) {
      throw new IllegalStateException("no connection to bind", e);
    }
  }

  @Override
  public Connection getConnection() {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                return null;
              }
              try {
                return method.invoke(bound, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public Connection getConnection(String user, String password) {
    return getConnection();
  }

  @Override
  public void close() {
    try {
      bound.rollback();
      bound.close();
    } catch (SQLException e) {
      throw new IllegalStateException("the bound connection cannot be closed", e);
    }
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
