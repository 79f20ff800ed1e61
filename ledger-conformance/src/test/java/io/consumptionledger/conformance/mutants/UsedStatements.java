package io.consumptionledger.conformance.mutants;

import io.consumptionledger.jdbc.TransactionRunner;
import io.consumptionledger.jdbc.internal.Sql;
import io.consumptionledger.jdbc.internal.SqlCatalog;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * Which statements each rule runs on a sound store. A rule that does not run a statement cannot
 * tell a mutant of it from the sound store.
 */
final class UsedStatements {
  private final Map<String, Set<String>> rulesByFile = new ConcurrentHashMap<>();
  private volatile String rule = "";

  /** What runs from now on belongs to a rule. */
  void begin(String id) {
    rule = id;
  }

  /** Whether a rule runs the statement of a file. */
  boolean isUsed(String file, String id) {
    return rulesByFile.getOrDefault(file, Set.of()).contains(id);
  }

  private static Map<String, String> files(SqlCatalog catalog) {
    Map<String, String> files = new HashMap<>();
    for (Sql each : Sql.values()) {
      files.put(catalog.text(each), each.fileName());
    }
    return files;
  }

  /** A data source whose statements are written down. */
  DataSource of(DataSource source, SqlCatalog catalog) {
    Map<String, String> files = files(catalog);
    return proxy(
        DataSource.class,
        source,
        (name, arguments, result) ->
            result instanceof Connection connection ? of(connection, files) : result);
  }

  /** A runner whose transactions' statements are written down. */
  TransactionRunner of(TransactionRunner runner, SqlCatalog catalog) {
    Map<String, String> files = files(catalog);
    return proxy(
        TransactionRunner.class,
        runner,
        (name, arguments, result) ->
            name.equals("current")
                ? ((Optional<?>) result).map(c -> of((Connection) c, files))
                : result);
  }

  private Connection of(Connection connection, Map<String, String> files) {
    return proxy(
        Connection.class,
        connection,
        (name, arguments, result) -> {
          if (name.equals("prepareStatement")) {
            note(files.get(arguments[0]), (String) arguments[0], files);
          }
          return result;
        });
  }

  /** A statement may be one of several that travel in one text. */
  private void note(String file, String text, Map<String, String> files) {
    if (file != null) {
      rulesByFile.computeIfAbsent(file, f -> ConcurrentHashMap.newKeySet()).add(rule);
    } else {
      files.forEach(
          (part, its) -> {
            if (text.endsWith(part) || text.startsWith(part)) {
              note(its, part, files);
            }
          });
    }
  }

  @FunctionalInterface
  private interface After {
    Object returned(String method, Object[] arguments, Object result);
  }

  private static <T> T proxy(Class<T> type, T real, After after) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              try {
                return after.returned(method.getName(), arguments, method.invoke(real, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
