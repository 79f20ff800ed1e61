package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Pending;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.JdbcHandler;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.jdbc.JdbiTransactionRunner;
import io.consumptionledger.jdbc.TransactionRunner;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestFactory;

/** Handlers that consume messages of their own: each has its own mark in the one transaction. */
class NestedConsumeTest {
  private static final int MESSAGES = 6;

  @Nested
  class OnPostgreSql extends Nest {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Nest {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Nest extends OnServer {
    private final Queue<String> marks = new ConcurrentLinkedQueue<>();
    private final Queue<Pending> inside = new ConcurrentLinkedQueue<>();
    private HikariDataSource pool;

    Nest(String product) {
      super(product);
    }

    @BeforeEach
    void openShop() {
      pool = fixture().space().pool(4);
      Shop.open(fixture().space());
    }

    @AfterEach
    void closeShop() {
      pool.close();
      fixture()
          .space()
          .asOwner(owner -> Space.run(owner, List.of("DROP TABLE business", "DROP TABLE stock")));
    }

    private Object noteMarks(Tapped.Call call) throws Throwable {
      if (call.is("setSavepoint")) {
        marks.add(call.arguments() == null ? "without a name" : (String) call.arguments()[0]);
      }
      return call.make();
    }

    /** A message "a" brings "a+", which brings "a++"; what ends with "!" fails. */
    @TestFactory
    Stream<DynamicTest> givenHandlersThatConsume_whenOneFails_thenOnlyItsWorkIsUndone() {
      DataSource source = Tapped.of(pool::getConnection, this::noteMarks);
      return Stream.of(
              new JdbcTransactionRunner(source), new JdbiTransactionRunner(Jdbi.create(source)))
          .flatMap(
              runner ->
                  Stream.of(ConsumptionMode.TRANSACTIONAL, ConsumptionMode.SINGLE_TRANSACTION)
                      .map(
                          mode ->
                              DynamicTest.dynamicTest(
                                  runner.getClass().getSimpleName() + " " + mode,
                                  () -> consume(source, runner, mode))));
    }

    private void consume(DataSource source, TransactionRunner runner, ConsumptionMode mode) {
      fixture().clear();
      Shop.clear(fixture().space());
      marks.clear();
      try (Shop shop = new Shop(fixture().space(), source, runner)) {
        Ledger[] ledger = new Ledger[1];
        JdbcHandler<Delivery> handler =
            (message, attempt, connection) -> {
              String event = message.key().eventId();
              Shop.half(connection, event, 1);
              if (event.endsWith("!")) {
                throw new IllegalStateException("as asked");
              }
              if (!event.endsWith("++")) {
                inside(ledger[0].consume(Shop.order(event + "+")));
                inside(ledger[0].consume(Shop.order(event + "!")));
              }
              Shop.half(connection, event, 2);
            };
        ledger[0] = shop.ledger(mode, handler);
        for (int i = 0; i < MESSAGES; i++) {
          String event = "e" + i;
          assertThat(ledger[0].consume(Shop.order(event)))
              .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
          assertThat(inside).hasSize(4);
          inside.forEach(Pending::confirm);
          inside.clear();
          for (String whole : List.of(event, event + "+", event + "++")) {
            assertThat(shop.sold(whole)).as(whole).isEqualTo(Shop.WHOLE);
            assertThat(shop.state(whole)).as(whole).contains(ConsumptionState.SUCCEEDED);
          }
          for (String failed : List.of(event + "!", event + "+!")) {
            assertThat(shop.sold(failed)).as(failed).isZero();
            assertThat(shop.state(failed)).as(failed).contains(ConsumptionState.DEAD_LETTER);
          }
        }
      }
      assertThat(marks).as("marks").hasSizeGreaterThanOrEqualTo(4 * MESSAGES);
      assertThat(marks.stream().distinct()).as("their names").hasSizeLessThanOrEqualTo(3);
    }

    private void inside(Outcome outcome) {
      assertThat(outcome).isInstanceOf(Pending.class);
      inside.add((Pending) outcome);
      if (((Pending) outcome).ending() == Pending.Ending.ROLL_BACK) {
        throw new IllegalStateException("the transaction of a message inside cannot go on");
      }
    }
  }
}
