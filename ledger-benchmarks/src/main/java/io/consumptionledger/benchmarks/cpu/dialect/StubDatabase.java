package io.consumptionledger.benchmarks.cpu.dialect;

import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder.SchemaCheck;
import io.consumptionledger.jdbc.dialect.Dialect;
import io.consumptionledger.jdbc.dialect.MySqlDialect;
import io.consumptionledger.spi.LedgerStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * A driver that does nothing: each statement changes one row at once. What is left is the cost of
 * preparing, binding and reading in this JVM. It answers as MySQL does, whose claims and settles
 * are decided by counts.
 */
public final class StubDatabase {
  private static final DatabaseMetaData META =
      stub(
          DatabaseMetaData.class,
          Map.of(
              "getDatabaseProductName", "MySQL",
              "getDatabaseProductVersion", "9.7.0",
              "getIdentifierQuoteString", "`"));

  private static final PreparedStatement STATEMENT =
      stub(PreparedStatement.class, Map.of("executeUpdate", 1, "getUpdateCount", 1));

  private static final AtomicLong SESSIONS = new AtomicLong();

  private static final Connection CONNECTION =
      stub(
          Connection.class,
          Map.of(
              "getMetaData",
              META,
              "prepareStatement",
              (Answer) arguments -> statement((String) arguments[0]),
              "getAutoCommit",
              true,
              "getTransactionIsolation",
              Connection.TRANSACTION_READ_COMMITTED));

  /** A URL of the product that it answers like. */
  public static final String URL = "jdbc:mysql:";

  private StubDatabase() {}

  /** An answer that depends on what was asked. */
  @FunctionalInterface
  private interface Answer {
    Object to(Object[] arguments);
  }

  /** A store asks once, at start, whether its connections are sessions of their own. */
  private static PreparedStatement statement(String sql) {
    if (!sql.contains("session_id")) {
      return STATEMENT;
    }
    Iterator<Boolean> rows = List.of(true, false).iterator();
    ResultSet result =
        stub(
            ResultSet.class,
            Map.of(
                "next",
                (Answer) arguments -> rows.next(),
                "getString",
                Long.toString(SESSIONS.incrementAndGet())));
    return stub(PreparedStatement.class, Map.of("getResultSet", result, "execute", true));
  }

  /** Its connection. */
  public static Connection connection() {
    return CONNECTION;
  }

  /** A store on it. */
  public static LedgerStore store() {
    return JdbcLedger.store(stub(DataSource.class, Map.of("getConnection", CONNECTION)))
        .dialect(dialect())
        .schemaCheck(SchemaCheck.SKIP)
        .build();
  }

  /** The real one, which has nothing against the settings of a server that has none. */
  private static Dialect dialect() {
    MySqlDialect real = new MySqlDialect();
    return (Dialect)
        Proxy.newProxyInstance(
            StubDatabase.class.getClassLoader(),
            new Class<?>[] {Dialect.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("objections")) {
                return List.of();
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static <T> T stub(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            StubDatabase.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Object answer = answers.get(method.getName());
              if (answer instanceof Answer asked) {
                return asked.to(arguments);
              }
              return answer == null ? nothing(method.getReturnType()) : answer;
            }));
  }

  private static Object nothing(Class<?> type) {
    if (type == boolean.class) {
      return false;
    } else if (type == int.class) {
      return 0;
    } else if (type == long.class) {
      return 0L;
    }
    return null;
  }
}
