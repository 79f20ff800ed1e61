package io.consumptionledger.conformance.jdbc;

import static io.consumptionledger.ConsumptionMode.LEASED;
import static io.consumptionledger.ConsumptionMode.SINGLE_TRANSACTION;
import static io.consumptionledger.ConsumptionMode.TRANSACTIONAL;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Pending.Ending;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.jdbc.JdbcHandler;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A handler that meets an error of the database, hides it and goes on writing. Never is its message
 * settled with half of its work, or with none.
 */
class HiddenErrorsTest {
  private static final String EVENT = "e1";

  @Nested
  class OnPostgreSql extends Hidden {
    OnPostgreSql() {
      super("postgresql");
    }

    @Override
    Set<String> deadlock() {
      return Set.of("40P01");
    }

    @Override
    Set<String> timeout() {
      return Set.of("55P03");
    }
  }

  @Nested
  class OnMySql extends Hidden {
    OnMySql() {
      super("mysql");
    }

    @Override
    Set<String> deadlock() {
      return Set.of("1213");
    }

    @Override
    Set<String> timeout() {
      return Set.of("1205");
    }
  }

  abstract static class Hidden extends OnServer {
    private final AtomicReference<SQLException> hidden = new AtomicReference<>();
    private HikariDataSource pool;
    private Shop shop;

    Hidden(String product) {
      super(product);
    }

    abstract Set<String> deadlock();

    abstract Set<String> timeout();

    @BeforeEach
    void openShop() {
      if (pool == null) {
        Shop.open(fixture().space());
        pool =
            fixture()
                .space()
                .pool(
                    4,
                    "",
                    isPostgreSql()
                        ? "SET lock_timeout = '5s'"
                        : "SET SESSION innodb_lock_wait_timeout = 1");
      }
      Shop.clear(fixture().space());
      hidden.set(null);
      shop = new Shop(fixture().space(), pool);
    }

    @AfterEach
    void closeShop() {
      shop.close();
    }

    /** What a handler does with a connection that may or may not be guarded. */
    private interface Work {
      void on(Connection connection) throws SQLException;
    }

    /** Writes, fails, hides that, and goes on writing what the database still lets it. */
    private void hiding(Connection connection, Work failing) throws SQLException {
      Shop.half(connection, EVENT, 1);
      try {
        failing.on(connection);
      } catch (SQLException e) {
        hidden.set(e);
      }
      try {
        Shop.half(connection, EVENT, 2);
      } catch (SQLException e) {
        hidden.get().addSuppressed(e);
      }
    }

    private void deadlock(Connection connection) throws SQLException {
      Shop.take(connection, 1);
      Rival rival = Rival.deadlocking(fixture().space(), isPostgreSql());
      try {
        Shop.take(connection, 2);
      } finally {
        rival.close();
      }
    }

    private void waitTooLong(Connection connection) throws SQLException {
      Rival rival = Rival.holding(fixture().space());
      try {
        if (isPostgreSql()) {
          try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL lock_timeout = '200ms'");
          }
        }
        Shop.take(connection, 2);
      } finally {
        rival.close();
      }
    }

    private void breakARule(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate("INSERT INTO stock VALUES (1, 1)");
      }
    }

    private void rollBackByText(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute("ROLLBACK");
      }
      throw new SQLException("only for this test");
    }

    private boolean was(Set<String> codes) {
      SQLException e = hidden.get();
      return e != null
          && (codes.contains(e.getSQLState())
              || codes.contains(Integer.toString(e.getErrorCode())));
    }

    private JdbcHandler<Delivery> guarded(Work failing) {
      return (message, attempt, connection) -> hiding(connection, failing);
    }

    /** The handler has its connection from elsewhere, so nothing sees its errors. */
    private JdbcHandler<Delivery> raw(Work failing) {
      return (message, attempt, connection) ->
          hiding(shop.runner().current().orElseThrow(), failing);
    }

    private void nothingIsDone(ConsumptionMode mode, JdbcHandler<Delivery> handler) {
      assertThat(shop.ledger(mode, handler).consume(Shop.order(EVENT)))
          .isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));
      assertThat(shop.sold(EVENT)).isZero();
      assertThat(shop.state(EVENT)).contains(ConsumptionState.RETRY_SCHEDULED);
    }

    private Stream<DynamicTest> inBothModes(Runnable check, JdbcHandler<Delivery> handler) {
      return Stream.of(TRANSACTIONAL, SINGLE_TRANSACTION)
          .map(
              mode ->
                  DynamicTest.dynamicTest(
                      mode.name(),
                      () -> {
                        fixture().clear();
                        Shop.clear(fixture().space());
                        nothingIsDone(mode, handler);
                        check.run();
                      }));
    }

    @TestFactory
    Stream<DynamicTest> givenADeadlockThatTheHandlerHides_whenItEnds_thenNothingIsCommitted() {
      return inBothModes(
          () -> assertThat(was(deadlock())).as("a deadlock: " + hidden).isTrue(),
          guarded(this::deadlock));
    }

    @TestFactory
    Stream<DynamicTest> givenADeadlockThatNobodySaw_whenTheHandlerEnds_thenNothingIsCommitted() {
      return inBothModes(
          () -> assertThat(was(deadlock())).as("a deadlock: " + hidden).isTrue(),
          raw(this::deadlock));
    }

    @TestFactory
    Stream<DynamicTest> givenALockWaitThatTheHandlerHides_whenItEnds_thenNothingIsCommitted() {
      return inBothModes(
          () -> assertThat(was(timeout())).as("a lock wait: " + hidden).isTrue(),
          guarded(this::waitTooLong));
    }

    @TestFactory
    Stream<DynamicTest> givenARollBackByText_whenTheHandlerEnds_thenNothingIsSettled() {
      return inBothModes(() -> {}, guarded(this::rollBackByText));
    }

    @ParameterizedTest
    @EnumSource(
        value = ConsumptionMode.class,
        names = {"TRANSACTIONAL", "SINGLE_TRANSACTION"})
    void givenAStatementThatFails_whenTheHandlerHidesIt_thenItsWorkIsWholeOrNotThere(
        ConsumptionMode mode) {
      Outcome answer = shop.ledger(mode, guarded(this::breakARule)).consume(Shop.order(EVENT));

      assertThat(hidden.get() == null).isFalse();
      boolean aborts = isPostgreSql();
      assertThat(answer)
          .isEqualTo(
              new Acknowledge(aborts ? Acknowledged.STORED_FOR_RETRY : Acknowledged.PROCESSED));
      assertThat(shop.sold(EVENT)).isEqualTo(aborts ? 0 : Shop.WHOLE);
    }

    @Test
    void givenTheCallersTransaction_whenADeadlockIsHidden_thenItMustBeRolledBack()
        throws Exception {
      Outcome.Pending pending = joined(LEASED, this::deadlock);

      assertThat(was(deadlock())).isTrue();
      assertThat(pending.ending()).isEqualTo(isPostgreSql() ? Ending.EITHER : Ending.ROLL_BACK);
      assertThat(pending.confirm()).isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));
      assertThat(shop.sold(EVENT)).isZero();
    }

    @Test
    void givenTheCallersTransaction_whenALockWaitIsHidden_thenOnlyTheHandlersWorkIsUndone()
        throws Exception {
      Outcome.Pending pending = joined(SINGLE_TRANSACTION, this::waitTooLong);

      assertThat(was(timeout())).isTrue();
      assertThat(pending.ending()).isEqualTo(Ending.EITHER);
      assertThat(pending.confirm()).isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));
      assertThat(shop.sold(EVENT)).isZero();
      assertThat(shop.sold("callers")).isEqualTo(1);
    }

    @Test
    void givenTheCallersTransaction_whenAnErrorAbortsIt_thenTheCallersWorkCanStillBeCommitted()
        throws Exception {
      Outcome.Pending pending =
          joined(
              TRANSACTIONAL,
              connection -> {
                try {
                  breakARule(connection);
                } catch (SQLException e) {
                  throw new IllegalStateException("no", e);
                }
              });

      assertThat(pending.ending()).isEqualTo(Ending.EITHER);
      assertThat(pending.confirm()).isEqualTo(new Acknowledge(Acknowledged.DEAD_LETTERED));
      assertThat(shop.sold(EVENT)).isZero();
      assertThat(shop.sold("callers")).isEqualTo(1);
    }

    /** The caller commits whenever it is allowed to. */
    private Outcome.Pending joined(ConsumptionMode mode, Work failing) throws Exception {
      AtomicReference<Outcome> outcome = new AtomicReference<>();
      ReplaySafety safety = ReplaySafety.IDEMPOTENT;
      Ledger ledger =
          mode == LEASED
              ? shop.start(
                  mode, safety, (m, a) -> hiding(shop.runner().current().orElseThrow(), failing))
              : shop.ledger(mode, guarded(failing));
      try {
        shop.runner()
            .inTransaction(
                connection -> {
                  fixture().space().database().kind().prepareCaller(connection);
                  Shop.half(connection, "callers", 1);
                  outcome.set(ledger.consume(Shop.order(EVENT)));
                  if (((Outcome.Pending) outcome.get()).ending() == Ending.ROLL_BACK) {
                    throw new IllegalStateException("roll back");
                  }
                  return null;
                });
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("roll back");
      }
      return (Outcome.Pending) outcome.get();
    }
  }
}
