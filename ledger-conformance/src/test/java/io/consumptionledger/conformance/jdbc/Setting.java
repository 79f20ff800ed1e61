package io.consumptionledger.conformance.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.conformance.database.Space;
import java.util.function.Consumer;

/** How a pool, or the driver below it, may be set up. */
record Setting(String name, String parameters, String init, Consumer<HikariConfig> change) {
  private static final int SIZE = 4;

  static Setting pool(String name, Consumer<HikariConfig> change) {
    return new Setting(name, "", null, change);
  }

  static Setting url(String parameters) {
    return new Setting(parameters, parameters, null, config -> {});
  }

  static Setting init(String statement) {
    return new Setting(statement, "", statement, config -> {});
  }

  HikariDataSource pool(Space space) {
    return Pools.of(space, SIZE, parameters, init, change);
  }
}
