package io.consumptionledger.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTemplateTest {
  @Test
  void givenNames_whenParsed_thenEachIsAPlaceInOrder() {
    SqlTemplate.Parsed parsed = SqlTemplate.parse("f", "SELECT :b, :a FROM t WHERE c = :b\n");

    assertThat(parsed.sql()).isEqualTo("SELECT ?, ? FROM t WHERE c = ?");
    assertThat(parsed.places()).containsExactly("b", "a", "b");
  }

  @Test
  void givenCastsQuotesAndComments_whenParsed_thenTheyHoldNoParameters() {
    SqlTemplate.Parsed parsed =
        SqlTemplate.parse(
            "f", "-- what :x means; is it?\nSELECT c::text, ':y -- \"' , \":z\", `:q` -- end :e\n");

    assertThat(parsed.sql()).isEqualTo("SELECT c::text, ':y -- \"' , \":z\", `:q`");
    assertThat(parsed.places()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT ?", "SELECT 1; DELETE FROM t", "SELECT 'open"})
  void givenWhatIsNotOneNamedStatement_whenParsed_thenRefused(String text) {
    assertThatThrownBy(() -> SqlTemplate.parse("bad.sql", text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("bad.sql: ");
  }
}
