package io.consumptionledger.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.StatementContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FittingStatementsTest {
  private final List<String> called = new ArrayList<>();

  private final PreparedStatement plain =
      (PreparedStatement)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {PreparedStatement.class},
              (self, method, arguments) -> {
                called.add(method.getName());
                if (method.getName().equals("getUpdateCount")) {
                  throw new SQLException("no count", "55000");
                }
                Class<?> type = method.getReturnType();
                return type == boolean.class ? Boolean.TRUE : type == int.class ? 0 : null;
              });

  private final Connection connection =
      (Connection)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Connection.class},
              (self, method, arguments) ->
                  method.getName().equals("prepareStatement")
                      ? plain
                      : method.getReturnType() == boolean.class ? Boolean.TRUE : null);

  private PreparedStatement statement(String sql) throws SQLException {
    try (StatementContext context = Jdbi.create(connection).open().createUpdate(sql).getContext()) {
      return new FittingStatements().create(connection, sql, context);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "select 1, executeQuery, true",
    "UPDATE t SET a = 1, executeUpdate, false",
    "INSERT INTO t VALUES (1), executeUpdate, false",
    "DELETE FROM t, executeUpdate, false",
    "INSERT INTO t VALUES (1) RETURNING a, execute, true",
    "WITH x AS (SELECT 1) SELECT 1, execute, true",
    "SET TRANSACTION READ ONLY, execute, true"
  })
  void givenAStatement_whenExecuted_thenByTheMethodThatFits(
      String sql, String method, boolean hasRows) throws SQLException {
    assertThat(statement(sql).execute()).isEqualTo(hasRows);
    assertThat(called).containsExactly(method);
  }

  @Test
  void givenAnErrorOfTheDriver_whenItSurfaces_thenItIsTheDriversOwn() throws SQLException {
    PreparedStatement statement = statement("UPDATE t SET a = 1");

    assertThatThrownBy(statement::getUpdateCount)
        .isInstanceOf(SQLException.class)
        .hasMessage("no count");
  }
}
