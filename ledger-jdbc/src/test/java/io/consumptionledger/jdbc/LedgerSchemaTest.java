package io.consumptionledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.ConfigurationException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LedgerSchemaTest {
  @ParameterizedTest
  @ValueSource(strings = {"Shop_", "x; DROP TABLE y; --", "a\"", "a`", "public.a"})
  void givenANameThatIsNotPlain_whenTheSchemaIsMade_thenItIsRefusedWithoutAConnection(String name) {
    DataSource untouched = product("PostgreSQL", "18.0");

    assertThatThrownBy(() -> LedgerSchema.of(untouched, name, ""))
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> LedgerSchema.of(untouched, null, name))
        .isInstanceOf(ConfigurationException.class);
  }

  @ParameterizedTest
  @CsvSource({"MariaDB, 11.4.5", "MySQL, 5.5.5-11.4.5-MariaDB", "H2, 2.3", "postgresql, 18"})
  void givenAnotherProduct_whenAsked_thenItIsRefusedByName(String product, String version) {
    LedgerSchema schema = LedgerSchema.of(product(product, version));

    assertThatThrownBy(() -> schema.print(LedgerSchema.Script.UP))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(product + " " + version);
    assertThatThrownBy(schema::verify).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(schema::apply).isInstanceOf(ConfigurationException.class);
  }

  @Test
  void givenSchemaAndPrefix_whenPrinted_thenTheScriptNamesBoth() {
    LedgerSchema onOne = LedgerSchema.of(product("PostgreSQL", "18.0"), "order", "shop_");
    LedgerSchema onOther = LedgerSchema.of(product("MySQL", "9.7.0"), "order", "shop_");

    assertThat(onOne.print(LedgerSchema.Script.UP))
        .startsWith("SET search_path TO \"order\";\n")
        .contains("CREATE TABLE shop_event_consumption (")
        .doesNotContain("${prefix}");
    assertThat(onOther.print(LedgerSchema.Script.DOWN))
        .startsWith("USE `order`;\n")
        .contains("DROP TABLE IF EXISTS shop_event_consumption;");
  }

  /** A data source that can only tell what it leads to. */
  private static DataSource product(String product, String version) {
    DatabaseMetaData metaData =
        proxy(
            DatabaseMetaData.class,
            method ->
                switch (method) {
                  case "getDatabaseProductName" -> product;
                  case "getDatabaseProductVersion" -> version;
                  case "getDatabaseMajorVersion" -> Integer.parseInt(version.split("\\.")[0]);
                  default -> throw new AssertionError(method);
                });
    Connection connection =
        proxy(
            Connection.class,
            method -> {
              if (method.equals("getMetaData")) {
                return metaData;
              }
              if (method.equals("close")) {
                return null;
              }
              throw new AssertionError(method);
            });
    return proxy(DataSource.class, method -> connection);
  }

  private static <T> T proxy(Class<T> type, Function<String, Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (it, method, args) -> answer.apply(method.getName())));
  }
}
