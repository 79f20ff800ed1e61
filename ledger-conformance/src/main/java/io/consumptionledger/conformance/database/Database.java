package io.consumptionledger.conformance.database;

import io.consumptionledger.conformance.StoreInfo;

/**
 * A server that answers.
 *
 * @param kind its product
 * @param server how to reach it
 * @param version its version
 * @param driver the driver's name and version
 */
public record Database(ServerKind kind, Server server, String version, String driver) {
  /**
   * What reports say about it.
   *
   * @return product, version, driver and source
   */
  public StoreInfo info() {
    return new StoreInfo(kind.product(), version, driver, server.source());
  }

  /**
   * Makes a schema with the ledger's tables, and a run-time account that has what grants.sql gives.
   *
   * @return the schema; to be closed
   */
  public Space newSpace() {
    return new Space(this);
  }
}
