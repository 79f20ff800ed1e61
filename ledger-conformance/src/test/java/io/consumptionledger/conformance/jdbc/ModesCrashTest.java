package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One message whose transaction is cut off at each of its trips to the server, before and after the
 * server did it. What the handler wrote and a row in SUCCEEDED are there together or not at all,
 * never twice, and the answer to the broker says which.
 */
class ModesCrashTest {
  @Nested
  class OnPostgreSql extends Crashes {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Crashes {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Crashes extends OnServer {
    private Trips trips;
    private HikariDataSource pool;
    private Shop shop;

    Crashes(String product) {
      super(product);
    }

    @BeforeAll
    void openShop() {
      Shop.open(fixture().space());
      trips = new Trips(fixture().space(), isPostgreSql());
      pool = fixture().space().pool(3);
      shop = new Shop(fixture().space(), Tapped.of(pool::getConnection, trips));
    }

    @AfterAll
    void closeShop() {
      if (shop != null) {
        shop.close();
        pool.close();
      }
    }

    @Override
    boolean clearsBetween() {
      return false;
    }

    @TestFactory
    Stream<DynamicTest> givenTransactional_whenAnyTripBreaks_thenRowsAndBusinessAreOneAndOnce() {
      return broken(ConsumptionMode.TRANSACTIONAL);
    }

    @TestFactory
    Stream<DynamicTest>
        givenSingleTransaction_whenAnyTripBreaks_thenRowsAndBusinessAreOneAndOnce() {
      return broken(ConsumptionMode.SINGLE_TRANSACTION);
    }

    private Stream<DynamicTest> broken(ConsumptionMode mode) {
      Ledger ledger =
          shop.ledger(
              mode,
              (message, attempt, connection) ->
                  Shop.sell(connection, attempt.delivery().key().eventId()));
      trips.watch(0, null);
      String sound = mode + "-sound";
      assertThat(ledger.consume(Shop.order(sound)))
          .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
      List<String> made = trips.stop();
      assertThat(shop.sold(sound)).isEqualTo(Shop.WHOLE);
      if (!isPostgreSql()) { // there, they travel with other statements
        assertThat(made).contains("setSavepoint", "releaseSavepoint").endsWith("commit");
      }
      return Stream.of(Trips.Fault.values())
          .flatMap(
              fault ->
                  IntStream.rangeClosed(1, made.size())
                      .mapToObj(
                          number ->
                              DynamicTest.dynamicTest(
                                  fault + " at " + number + " " + made.get(number - 1),
                                  () -> survives(ledger, mode, number, fault, made))));
    }

    private void survives(
        Ledger ledger, ConsumptionMode mode, int number, Trips.Fault fault, List<String> made) {
      String event = mode + "-" + fault + "-" + number;
      trips.watch(number, fault);
      Outcome answer = ledger.consume(Shop.order(event));
      trips.stop();
      ConsumptionState state = shop.state(event).orElse(null);
      boolean done = state == ConsumptionState.SUCCEEDED;

      assertThat(shop.sold(event)).as("what the handler wrote").isEqualTo(done ? Shop.WHOLE : 0);
      assertThat(answer)
          .isEqualTo(
              new Acknowledge(done ? Acknowledged.PROCESSED : Acknowledged.STORED_FOR_RETRY));
      if (!done) {
        assertThat(state).isEqualTo(ConsumptionState.RETRY_SCHEDULED);
      }
      boolean commitReplyDropped = fault == Trips.Fault.REPLY_DROPPED && number == made.size();
      assertThat(done || !commitReplyDropped).as("a commit is found").isTrue();
    }

    @ParameterizedTest
    @EnumSource(
        value = ConsumptionMode.class,
        names = {"TRANSACTIONAL", "SINGLE_TRANSACTION"})
    void givenMessagesUnderWay_whenSessionsAreKilledAtTheServer_thenNoneIsHalfDoneOrTwice(
        ConsumptionMode mode) {
      new KilledShop(fixture(), mode, new Killer(fixture().space(), isPostgreSql())).run();
    }
  }
}
