package io.consumptionledger.benchmarks.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A pool of connections.
 *
 * @param hikari the pool
 * @param source gives its connections, which may be watched
 */
public record Pool(HikariDataSource hikari, DataSource source) implements AutoCloseable {
  /** A connection; closing it gives it back. */
  public Connection connection() throws SQLException {
    return source.getConnection();
  }

  @Override
  public void close() {
    hikari.close();
  }
}
