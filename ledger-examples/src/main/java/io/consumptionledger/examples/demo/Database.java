package io.consumptionledger.examples.demo;

import io.consumptionledger.spi.LedgerStore;
import java.util.List;

/** Where the demo's ledger keeps its rows. */
public interface Database extends AutoCloseable {
  /**
   * The store, on tables that are empty.
   *
   * @return the store
   */
  LedgerStore store();

  /**
   * Every row, read past the ledger.
   *
   * @return the rows
   */
  List<TableRow> rows();

  /**
   * What it is, for people.
   *
   * @return product, version and place
   */
  String description();

  /** Removes what the demo made; does nothing the second time. */
  @Override
  void close();
}
