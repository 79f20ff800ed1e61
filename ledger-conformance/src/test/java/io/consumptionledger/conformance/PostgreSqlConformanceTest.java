package io.consumptionledger.conformance;

import io.consumptionledger.conformance.database.JdbcFixture;

class PostgreSqlConformanceTest implements LedgerConformance {
  @Override
  public StoreFixture openFixture() {
    return JdbcFixture.on("postgresql");
  }
}
