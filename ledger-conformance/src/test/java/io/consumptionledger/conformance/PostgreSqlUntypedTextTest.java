package io.consumptionledger.conformance;

import io.consumptionledger.conformance.database.JdbcFixture;

/** With a driver that leaves the type of text to the server, as enums and JSON columns need it. */
class PostgreSqlUntypedTextTest implements LedgerConformance {
  @Override
  public StoreFixture openFixture() {
    return JdbcFixture.with("postgresql", "postgresql-untyped", "stringtype=unspecified");
  }
}
