package io.consumptionledger.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.StoreException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcLedgerStoreBuilderTest {
  private final DataSource down =
      (DataSource)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {DataSource.class},
              (self, method, arguments) -> {
                throw new SQLException("the server is down", "08001");
              });

  @ParameterizedTest
  @ValueSource(strings = {"Ledger", "a.b", "a b", "1a", "a;drop table x", "a\"", "ä"})
  void givenANameThatWouldNeedQuotes_whenSet_thenRefused(String name) {
    JdbcLedgerStoreBuilder builder = JdbcLedgerStoreBuilder.on(down);

    assertThatThrownBy(() -> builder.schema(name)).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> builder.tablePrefix(name)).isInstanceOf(ConfigurationException.class);
  }

  @Test
  void givenAPrefixThatWouldMakeNamesTooLong_whenSet_thenRefused() {
    assertThatThrownBy(() -> JdbcLedgerStoreBuilder.on(down).tablePrefix("a".repeat(21)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("allowed are 1 to 20");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT0.9S", "P2D", "-PT1S"})
  void givenATimeOutOutOfRange_whenSet_thenRefused(Duration timeout) {
    assertThatThrownBy(() -> JdbcLedgerStoreBuilder.on(down).statementTimeout(timeout))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(timeout.toString());
  }

  @Test
  void givenNoServer_whenBuilt_thenAStoreExceptionSaysSo() {
    assertThatThrownBy(() -> JdbcLedgerStoreBuilder.on(down).build())
        .isInstanceOf(StoreException.class)
        .hasMessage("the data source gave no connection");
  }
}
