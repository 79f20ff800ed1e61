package io.consumptionledger.conformance.database;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.DirtyHands;
import io.consumptionledger.conformance.StoreFixture;
import io.consumptionledger.conformance.StoreInfo;
import io.consumptionledger.conformance.TransactionEnd;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.spi.LedgerStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Stores on JDBC under test, run as the run-time account, in a schema of their own. */
public final class JdbcFixture implements StoreFixture {
  private static final int POOL_SIZE = 5;
  private static final List<String> CLEAR =
      List.of(
          "DELETE FROM event_consumption",
          "DELETE FROM consumption_aggregate_leases",
          "DELETE FROM consumption_audit",
          "DELETE FROM consumption_anomalies",
          "DELETE FROM raw_message_quarantine",
          "DELETE FROM consumption_nodes",
          "DELETE FROM consumption_handler_control",
          "DELETE FROM consumption_replay_request_items",
          "DELETE FROM consumption_replay_requests");

  private final String name;
  private final Space space;
  private final StoreMaker maker;
  private final JdbcTransactionRunner runner;
  private final HikariDataSource source;
  private final LedgerStore store;
  private final LedgerStore second;
  private final String elapse;
  private final Map<ZoneId, LedgerStore> zoned = new ConcurrentHashMap<>();

  private JdbcFixture(String name, Database database, StoreMaker maker, String parameters) {
    this.name = name;
    this.maker = maker;
    this.space = database.newSpace();
    try {
      this.elapse = elapse(database.kind().name());
      this.source = space.pool(POOL_SIZE, parameters, null);
      this.runner = new JdbcTransactionRunner(source);
      this.store = maker.make(source, runner);
      this.second = independent(space.pool(POOL_SIZE, parameters, null));
    } catch (RuntimeException e) {
      space.close();
      throw e;
    }
  }

  /**
   * The store as applications make it, on a server of a product.
   *
   * @param product the product's name in properties
   * @return the fixture; the test is aborted if there is no such server
   */
  public static JdbcFixture on(String product) {
    return on(product, product, StoreMaker.DEFAULT);
  }

  /**
   * A store of one's own making, on a server of a product.
   *
   * @param product the product's name in properties
   * @param name the name for the report
   * @param maker makes the store
   * @return the fixture; the test is aborted if there is no such server
   */
  public static JdbcFixture on(String product, String name, StoreMaker maker) {
    return new JdbcFixture(name, Databases.get(product), maker, "");
  }

  /**
   * The store as applications make it, on connections with more parameters.
   *
   * @param product the product's name in properties
   * @param name the name for the report
   * @param parameters parameters of the URL, such as {@code a=1&b=2}
   * @return the fixture; the test is aborted if there is no such server
   */
  public static JdbcFixture with(String product, String name, String parameters) {
    return new JdbcFixture(name, Databases.get(product), StoreMaker.DEFAULT, parameters);
  }

  private static String elapse(String folder) {
    String file = "META-INF/ledger-conformance/" + folder + "/elapse.sql";
    try (InputStream in = JdbcFixture.class.getClassLoader().getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  private LedgerStore independent(HikariDataSource pool) {
    return maker.make(pool, new JdbcTransactionRunner(pool));
  }

  /**
   * The schema, for tests that need more than the fixture.
   *
   * @return the space
   */
  public Space space() {
    return space;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StoreInfo info() {
    return space.database().info();
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public LedgerStore store() {
    return store;
  }

  @Override
  public LedgerStore secondStore() {
    return second;
  }

  @Override
  public void elapse(Duration time) {
    String micros = Long.toString(time.toNanos() / 1000);
    List<String> statements = Space.statements(elapse.replace(":micros", micros));
    inOneTransaction(statements);
  }

  @Override
  public void clear() {
    inOneTransaction(CLEAR);
  }

  private void inOneTransaction(List<String> statements) {
    space.asOwner(
        connection -> {
          connection.setAutoCommit(false);
          Space.run(connection, statements);
          connection.commit();
          connection.setAutoCommit(true);
        });
  }

  /** Ends a transaction without being anybody's error. */
  private static final class RolledBack extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RolledBack() {
      super(null, null, false, false);
    }
  }

  @Override
  public void inTransaction(TransactionEnd end, Runnable work) {
    try {
      runner.inTransaction(
          connection -> {
            space.database().kind().prepareCaller(connection);
            work.run();
            if (end == TransactionEnd.ROLLBACK) {
              throw new RolledBack();
            }
            return null;
          });
    } catch (RolledBack wanted) {
      // That is how the caller wanted it to end.
      return;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the caller's transaction failed: " + e.getMessage(), e);
    }
  }

  @Override
  public void rollBackBehind() {
    try {
      runner.current().orElseThrow().rollback();
    } catch (SQLException e) {
      throw new IllegalStateException("it could not be rolled back: " + e.getMessage(), e);
    }
  }

  @Override
  public LedgerStore storeInZone(ZoneId zone) {
    return zoned.computeIfAbsent(
        zone,
        z -> {
          AtomicReference<String> init = new AtomicReference<>();
          ServerKind kind = space.database().kind();
          space.asOwner(connection -> init.set(kind.setZone(connection, z)));
          return independent(space.pool(2, "", init.get()));
        });
  }

  @Override
  public void storeOnTransactionBoundSource() {
    try (HikariDataSource pool = space.pool(1)) {
      independentOf(new BoundDataSource(pool));
    }
  }

  private void independentOf(BoundDataSource bound) {
    try (bound) {
      maker.make(bound, new JdbcTransactionRunner(bound));
    }
  }

  @Override
  public void withoutAudit(Runnable action) {
    rename("consumption_audit", "audit_elsewhere");
    try {
      action.run();
    } finally {
      rename("audit_elsewhere", "consumption_audit");
    }
  }

  private void rename(String from, String to) {
    space.asOwner(c -> Space.run(c, List.of("ALTER TABLE " + from + " RENAME TO " + to)));
  }

  @Override
  public DirtyHands dirtyHands() {
    return new JdbcDirtyHands(space);
  }

  @Override
  public void close() {
    space.close();
  }
}
