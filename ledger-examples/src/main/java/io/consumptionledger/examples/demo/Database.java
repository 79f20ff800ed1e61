package io.consumptionledger.examples.demo;

import io.consumptionledger.spi.LedgerStore;
import java.util.List;

/** Where the demo's ledger keeps its rows. */
interface Database extends AutoCloseable {
  /** The store, on tables that are empty. */
  LedgerStore store();

  /** Every row, read past the ledger. */
  List<TableRow> rows();

  /** What it is, for people. */
  String description();

  /** Removes what the demo made; does nothing the second time. */
  @Override
  void close();
}
