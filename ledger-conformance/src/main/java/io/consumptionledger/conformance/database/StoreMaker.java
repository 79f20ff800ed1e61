package io.consumptionledger.conformance.database;

import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.jdbc.TransactionRunner;
import io.consumptionledger.spi.LedgerStore;
import javax.sql.DataSource;

/** Makes the store under test on a data source; vendors may make theirs differently. */
@FunctionalInterface
public interface StoreMaker {
  /** As applications do it. */
  StoreMaker DEFAULT =
      (source, runner) -> JdbcLedgerStoreBuilder.on(source).transactionRunner(runner).build();

  /**
   * Makes a store.
   *
   * @param source independent connections
   * @param runner the transactions to take part in
   * @return the store
   */
  LedgerStore make(DataSource source, TransactionRunner runner);
}
