package io.consumptionledger.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.consumptionledger.jdbc.TransactionRunner;
import io.consumptionledger.jdbc.dialect.Dialects;
import io.consumptionledger.jdbc.dialect.SqlErrors;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A transaction runner that does its work again, as some do after a serialization failure. */
class RepeatingRunnerTest {
  private final Connection connection =
      (Connection)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Connection.class},
              (self, method, arguments) ->
                  method.getReturnType() == boolean.class ? Boolean.FALSE : null);

  private final class Repeating implements TransactionRunner {
    private Connection open;

    @Override
    public Optional<Connection> current() {
      return Optional.ofNullable(open);
    }

    @Override
    public <T> T inTransaction(Work<T> work) throws Exception {
      open = connection;
      try {
        return work.run(connection);
      } catch (SQLException e) {
        return work.run(connection);
      } finally {
        open = null;
      }
    }
  }

  @Test
  void givenAFailure_whenTheRunnerRepeats_thenTheWorkIsDoneOnceAndItIsTold() {
    AtomicInteger runs = new AtomicInteger();
    JdbcTransactions transactions =
        new JdbcTransactions(new Repeating(), null, new SqlErrors(Dialects.known().get(0)));

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                transactions.inTransaction(
                    transaction -> {
                      runs.incrementAndGet();
                      throw new SQLException("serialization failure", "40001");
                    }))
        .withMessageContaining("the transaction runner");

    assertThat(runs).hasValue(1);
  }
}
