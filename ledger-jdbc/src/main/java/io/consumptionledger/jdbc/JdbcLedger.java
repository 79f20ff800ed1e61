package io.consumptionledger.jdbc;

import io.consumptionledger.Ledger;
import javax.sql.DataSource;

/**
 * The short way to a ledger on a database: the schema is compared, the product recognised, and the
 * connections are checked to be independent before the first message is consumed.
 */
public final class JdbcLedger {
  private JdbcLedger() {}

  /**
   * Begins a ledger on a data source with everything as by default: tables without prefix in the
   * schema that connections start in, and transactions run by a {@link JdbcTransactionRunner}.
   *
   * @param dataSource gives independent connections, at least two at once; not null
   * @return a builder for the ledger; add handlers, then start it
   * @throws io.consumptionledger.ConfigurationException if the database cannot be used as it is
   * @throws io.consumptionledger.StoreException if there is no connection
   */
  public static Ledger.Builder on(DataSource dataSource) {
    return Ledger.on(store(dataSource).build());
  }

  /**
   * Begins a store with settings of its own, for {@link Ledger#on}.
   *
   * @param dataSource gives independent connections, at least two at once; not null
   * @return a builder for the store
   */
  public static JdbcLedgerStoreBuilder store(DataSource dataSource) {
    return JdbcLedgerStoreBuilder.on(dataSource);
  }
}
