package io.consumptionledger.jdbc.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import org.jdbi.v3.core.statement.DefaultStatementBuilder;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Statements that Jdbi runs with {@code execute()}, whatever they are, run with the method that
 * fits. For {@code execute()} a driver may first ask the server whether the session is read-only,
 * which would double the round trips of the hot path.
 */
final class FittingStatements extends DefaultStatementBuilder {
  @Override
  public PreparedStatement create(Connection connection, String sql, StatementContext context)
      throws SQLException {
    PreparedStatement plain = super.create(connection, sql, context);
    return (PreparedStatement)
        Proxy.newProxyInstance(
            FittingStatements.class.getClassLoader(),
            new Class<?>[] {PreparedStatement.class},
            new Fitting(plain, Kind.of(sql)));
  }

  /** What a statement answers with. */
  enum Kind {
    ROWS,
    COUNT,
    EITHER;

    static Kind of(String sql) {
      String text = sql.stripLeading().toUpperCase(Locale.ROOT);
      if (text.startsWith("SELECT")) {
        return ROWS;
      }
      boolean writes =
          text.startsWith("INSERT") || text.startsWith("UPDATE") || text.startsWith("DELETE");
      return writes && !text.contains("RETURNING") ? COUNT : EITHER;
    }
  }

  private record Fitting(PreparedStatement plain, Kind kind) implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (arguments == null && method.getName().equals("execute")) {
        return execute();
      }
      try {
        return method.invoke(plain, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    private boolean execute() throws SQLException {
      switch (kind) {
        case ROWS:
          plain.executeQuery();
          return true;
        case COUNT:
          plain.executeUpdate();
          return false;
        default:
          return plain.execute();
      }
    }
  }
}
