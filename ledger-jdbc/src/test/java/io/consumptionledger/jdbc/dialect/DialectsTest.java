package io.consumptionledger.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.ConfigurationException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectsTest {
  @ParameterizedTest
  @CsvSource({
    "PostgreSQL, 14.0, postgresql",
    "PostgreSQL, 18.6, postgresql",
    "MySQL, 8.0.19, mysql",
    "MySQL, 8.4.2-commercial, mysql",
    "MySQL, 9.7.4-2, mysql",
    "MySQL, 10.0, mysql"
  })
  void givenAKnownServer_whenDetected_thenItsDialect(String product, String version, String folder)
      throws SQLException {
    assertThat(Dialects.detect(Servers.server(product, version), Dialects.known()).folder())
        .isEqualTo(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "MariaDB, 11.4.5-MariaDB, MariaDB is not supported",
    "MySQL, 11.4.5-MariaDB-ubu2404, MariaDB is not supported",
    "MySQL, 5.5.5-10.11.6-MariaDB, MariaDB is not supported",
    "MySQL, 8.0.11-TiDB-v7.5.0, TiDB is not supported",
    "H2, 2.3.232, H2 is not supported",
    "Oracle, 23.4, the database Oracle 23.4 is unknown"
  })
  void givenAnotherProduct_whenDetected_thenRefusedByNameAndTheKnownOnesListed(
      String product, String version, String message) {
    assertThatThrownBy(() -> Dialects.detect(Servers.server(product, version), Dialects.known()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(message)
        .hasMessageEndingWith("; known are: PostgreSQL 14 or later, MySQL 8.0.19 or later");
  }

  @ParameterizedTest
  @CsvSource({
    "PostgreSQL, 13.14, PostgreSQL 14 or later",
    "MySQL, 8.0.18, MySQL 8.0.19 or later",
    "MySQL, 5.7.44-log, MySQL 8.0.19 or later",
    "MySQL, unknown, MySQL 8.0.19 or later"
  })
  void givenAnOldServer_whenDetected_thenBothVersionsAreNamed(
      String product, String version, String needed) {
    assertThatThrownBy(() -> Dialects.detect(Servers.server(product, version), Dialects.known()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("the server is " + product + " " + version + "; the ledger needs " + needed);
  }

  @Test
  void givenTwoDialectsForOneProduct_whenDetected_thenRefused() {
    List<Dialect> twice = List.of(new PostgreSqlDialect(), new PostgreSqlDialect());

    assertThatThrownBy(() -> Dialects.detect(Servers.server("PostgreSQL", "18.0"), twice))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("several dialects answer for PostgreSQL 18.0");
  }
}
