package io.consumptionledger.conformance.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.conformance.database.Space;
import java.util.function.Consumer;

/** Pools that differ from the usual one. */
final class Pools {
  private Pools() {}

  /** A pool of the run-time account; whoever asks for it closes it. */
  static HikariDataSource of(
      Space space, int size, String parameters, String init, Consumer<HikariConfig> change) {
    HikariConfig config = new HikariConfig();
    try (HikariDataSource usual = space.pool(size, parameters, init)) {
      usual.copyStateTo(config);
    }
    change.accept(config);
    return new HikariDataSource(config);
  }

  static HikariDataSource committing(Space space, int size, boolean autoCommit) {
    return of(space, size, "", null, config -> config.setAutoCommit(autoCommit));
  }
}
