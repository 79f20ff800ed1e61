package io.consumptionledger.conformance;

import io.consumptionledger.conformance.database.JdbcFixture;

class MySqlConformanceTest implements LedgerConformance {
  @Override
  public StoreFixture openFixture() {
    return JdbcFixture.on("mysql");
  }
}
