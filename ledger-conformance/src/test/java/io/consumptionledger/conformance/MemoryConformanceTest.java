package io.consumptionledger.conformance;

class MemoryConformanceTest implements LedgerConformance {
  @Override
  public StoreFixture openFixture() {
    return new MemoryFixture();
  }
}
