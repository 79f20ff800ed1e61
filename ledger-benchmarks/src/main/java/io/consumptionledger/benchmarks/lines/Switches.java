package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.Ledger;
import io.consumptionledger.jdbc.JdbcLedger;
import javax.sql.DataSource;

/** How a ledger is made here, with its switches: the one place that knows them. */
final class Switches {
  /** Whether concurrent calls share statements and commits. */
  enum Batching {
    /** As by default. */
    ON,
    /** Each call by itself. */
    OFF
  }

  private Switches() {}

  static Ledger.Builder ledger(DataSource pool, Batching batching) {
    return JdbcLedger.on(pool).replayWorkers(0);
  }
}
