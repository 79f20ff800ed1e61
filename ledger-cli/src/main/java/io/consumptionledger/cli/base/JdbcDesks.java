package io.consumptionledger.cli.base;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConfigurationException;
import io.consumptionledger.StoreException;
import io.consumptionledger.cli.output.Words;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.jdbc.LedgerSchema;
import io.consumptionledger.jdbc.SchemaDifference;
import io.consumptionledger.jdbc.dialect.Dialects;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.spi.LedgerStore;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import java.util.ServiceLoader;

/** Ledgers on databases. */
public final class JdbcDesks implements Desks {
  private static final long PATIENCE_MILLIS = 10_000;
  private static final int CONNECTIONS = 3;
  private static final String MAIN_TABLE = "event_consumption";

  @Override
  public Desk open(Connecting connecting, Environment environment) {
    HikariDataSource pool = connect(connecting, environment);
    try {
      Operator operator = operator(pool);
      return new Desk(Operations.on(store(pool, connecting)).build(), operator, pool::close);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  private static LedgerStore store(HikariDataSource pool, Connecting connecting) {
    try {
      return JdbcLedger.store(pool)
          .schema(connecting.schema())
          .tablePrefix(connecting.prefix())
          .build();
    } catch (ConfigurationException e) {
      List<SchemaDifference> wrong =
          LedgerSchema.of(pool, connecting.schema(), connecting.prefix()).verify();
      if (wrong.isEmpty()) {
        throw e;
      }
      throw new CommandException(Exit.UNAVAILABLE, notAsExpected(wrong, connecting.prefix()), e);
    } catch (StoreException e) {
      throw withReason(e);
    }
  }

  private static String notAsExpected(List<SchemaDifference> wrong, String prefix) {
    boolean isMissing =
        wrong.stream()
            .anyMatch(each -> each.object().equals(prefix + MAIN_TABLE) && each.actual() == null);
    return isMissing
        ? "there is no ledger in this schema: name another with --schema and --prefix, or create"
            + " its tables with \"ledger schema apply\""
        : "the ledger's tables are not as they should be: \"ledger schema verify\" lists "
            + Words.count(wrong.size(), "difference");
  }

  /**
   * Adds what the database has said. Only for errors before rows are read or written, because a
   * database may quote values.
   *
   * @param error what went wrong with the tables
   * @return one sentence for people
   */
  public static CommandException withReason(StoreException error) {
    return new CommandException(
        Exit.UNAVAILABLE,
        error.getCause() == null ? error.getMessage() : error.getMessage() + ": " + root(error),
        error);
  }

  /**
   * Connects.
   *
   * @param connecting what the command line says
   * @param environment where a password may come from
   * @return connections that work, to be closed
   */
  public static HikariDataSource connect(Connecting connecting, Environment environment) {
    String url = connecting.url(environment);
    HikariDataSource pool = new HikariDataSource();
    pool.setPoolName("ledger-cli");
    pool.setDriverClassName(driver(url));
    pool.setJdbcUrl(url);
    checkNames(pool, connecting);
    pool.setUsername(connecting.user(environment));
    pool.setPassword(Passwords.find(connecting, environment));
    pool.setMaximumPoolSize(CONNECTIONS);
    pool.setMinimumIdle(0);
    pool.setConnectionTimeout(PATIENCE_MILLIS);
    pool.setInitializationFailTimeout(1);
    try {
      pool.getConnection().close();
      return pool;
    } catch (SQLException | RuntimeException e) {
      pool.close();
      throw unavailable(e);
    }
  }

  /** Before anybody is asked for a password. */
  private static void checkNames(HikariDataSource pool, Connecting connecting) {
    try {
      LedgerSchema.of(pool, connecting.schema(), connecting.prefix());
    } catch (ConfigurationException e) {
      throw new CommandException(Exit.USAGE, e.getMessage(), e);
    }
  }

  /** Found by the class path of this class, wherever the JVM was started from. */
  private static String driver(String url) {
    for (Driver driver : ServiceLoader.load(Driver.class, JdbcDesks.class.getClassLoader())) {
      try {
        if (driver.acceptsURL(url)) {
          return driver.getClass().getName();
        }
      } catch (SQLException e) {
        throw new CommandException(
            Exit.USAGE, "the URL of the database is not one that its driver takes", e);
      }
    }
    throw new CommandException(Exit.USAGE, "there is no driver here for the URL of the database");
  }

  private static CommandException unavailable(Exception error) {
    return new CommandException(
        Exit.UNAVAILABLE, "the database cannot be reached: " + root(error), error);
  }

  private static String root(Exception error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text = root.getMessage();
    return text == null || text.isBlank()
        ? root.getClass().getSimpleName()
        : Words.line(text.strip().lines().findFirst().orElseThrow());
  }

  private static Operator operator(HikariDataSource pool) {
    try (Connection connection = pool.getConnection()) {
      String login = Dialects.detect(connection).login(connection);
      if (login == null || login.isBlank()) {
        throw new CommandException(
            Exit.UNAVAILABLE, "the login to the database has no name, so nobody would be acting");
      }
      return new Operator(login);
    } catch (SQLException e) {
      throw unavailable(e);
    }
  }
}
