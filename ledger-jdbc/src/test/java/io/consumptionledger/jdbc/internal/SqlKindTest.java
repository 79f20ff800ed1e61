package io.consumptionledger.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlKindTest {
  private final List<String> called = new ArrayList<>();

  private final PreparedStatement plain =
      (PreparedStatement)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {PreparedStatement.class},
              (self, method, arguments) -> {
                called.add(method.getName());
                Class<?> type = method.getReturnType();
                return type == boolean.class ? Boolean.TRUE : type == int.class ? 0 : null;
              });

  @ParameterizedTest
  @CsvSource({
    "select 1, executeQuery",
    "UPDATE t SET a = 1, executeUpdate",
    "INSERT INTO t VALUES (1), executeUpdate",
    "DELETE FROM t, executeUpdate",
    "WITH x AS (SELECT 1) SELECT 1, execute",
    "SET TRANSACTION READ ONLY, execute"
  })
  void givenAStatement_whenExecuted_thenByTheMethodThatFits(String sql, String method)
      throws SQLException {
    SqlKind.of(sql).execute(plain);

    assertThat(called).containsExactly(method);
  }
}
