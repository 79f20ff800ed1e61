package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.conformance.database.JdbcFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Tests that share one schema on a server. Without the server they are aborted, or fail. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnServer {
  private final String product;
  private JdbcFixture fixture;

  OnServer(String product) {
    this.product = product;
  }

  @BeforeAll
  final void open() {
    fixture = JdbcFixture.on(product);
  }

  @BeforeEach
  final void clear() {
    if (clearsBetween()) {
      fixture.clear();
    }
  }

  @AfterAll
  final void close() {
    if (fixture != null) {
      fixture.close();
    }
  }

  boolean clearsBetween() {
    return true;
  }

  boolean isPostgreSql() {
    return "postgresql".equals(product);
  }

  final JdbcFixture fixture() {
    return fixture;
  }
}
