package io.consumptionledger.conformance.jdbc;

import com.zaxxer.hikari.HikariConfig;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A fixture whose stores reach the database over wires that can be watched and broken. */
final class WiredFixture {
  private WiredFixture() {}

  /** Opens it; the wires of the first and the second store are added to the list. */
  static JdbcFixture open(
      String product, String name, List<Wire> wires, Consumer<HikariConfig> tuning) {
    return JdbcFixture.on(
        product,
        name,
        (source, runner) -> {
          Wire wire = new Wire(source);
          wires.add(wire);
          return JdbcLedgerStoreBuilder.on(wire).transactionRunner(runner).build();
        },
        tuning);
  }

  /** A list for the wires. */
  static List<Wire> wires() {
    return new CopyOnWriteArrayList<>();
  }
}
