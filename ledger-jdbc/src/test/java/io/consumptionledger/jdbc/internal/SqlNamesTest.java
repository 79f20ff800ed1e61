package io.consumptionledger.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SqlNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Shop_",
        "SHOP",
        "1_",
        "_x",
        "a b",
        "a-b",
        "a.b",
        "a\"b",
        "a`b",
        "a'b",
        "x; DROP TABLE y",
        "a--",
        "a/*",
        "é",
        "a\n",
        "a\u0000",
        "${prefix}",
        "ａ"
      })
  void givenAnythingThatCouldBeReadAsSqlOrFolded_whenUsedAsAName_thenItIsRefused(String name) {
    assertThatThrownBy(() -> SqlNames.prefix(name))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("prefix is \"");
    assertThatThrownBy(() -> SqlNames.schema(name))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("schema is \"");
  }

  @Test
  void givenALongName_whenItIsOneOverTheLimit_thenItIsRefusedWithTheLimit() {
    assertThat(SqlNames.prefix("p".repeat(20))).hasSize(20);
    assertThat(SqlNames.schema("s".repeat(63))).hasSize(63);
    assertThatThrownBy(() -> SqlNames.prefix("p".repeat(21))).hasMessageContaining("1 to 20");
    assertThatThrownBy(() -> SqlNames.schema("s".repeat(64))).hasMessageContaining("1 to 63");
  }

  @Test
  void givenNothing_whenUsedAsAName_thenOnlyThePrefixMayBeEmptyAndOnlyTheSchemaNull() {
    assertThat(SqlNames.prefix("")).isEmpty();
    assertThat(SqlNames.schema(null)).isNull();
    assertThatThrownBy(() -> SqlNames.prefix(null)).hasMessageContaining("prefix is null");
    assertThatThrownBy(() -> SqlNames.schema("")).hasMessageContaining("schema is \"\"");
  }
}
