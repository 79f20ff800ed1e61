package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.Batching;
import io.consumptionledger.Delivery;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.spi.LedgerStore;
import java.util.List;
import javax.sql.DataSource;

/** How a ledger is made and called here: the one place that knows its switches. */
public final class Switches {
  private Switches() {}

  static LedgerStore store(DataSource source, String prefix) {
    return JdbcLedger.store(source).tablePrefix(prefix).build();
  }

  static Ledger.Builder ledger(DataSource source, String prefix, Batching batching) {
    return Ledger.on(store(source, prefix)).nodeId("bench").replayWorkers(0).batching(batching);
  }

  static List<Outcome> consumeAll(Ledger ledger, List<Delivery> deliveries) {
    return ledger.consumeAll(deliveries);
  }
}
