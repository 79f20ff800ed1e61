package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Ledger;
import io.consumptionledger.OrderSource;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A follower's turn comes with the commit of its head's transaction, and not before it. */
class ModesOrderTest {
  @Nested
  class OnPostgreSql extends Orders {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Orders {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Orders extends OnServer {
    Orders(String product) {
      super(product);
    }

    @BeforeAll
    void openTables() {
      Shop.open(fixture().space());
    }

    private static Delivery order(String event, long sequence) {
      return Delivery.to(Shop.HANDLER, event)
          .aggregate("order", "o-1")
          .sequence(sequence)
          .payload(new byte[] {1})
          .build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenAHeadUnderWay_whenItEnds_thenItsFollowerIsDueOnlyIfItWasCommitted(boolean succeeds) {
      CountDownLatch running = new CountDownLatch(1);
      CountDownLatch go = new CountDownLatch(1);
      try (HikariDataSource pool = fixture().space().pool(5);
          Shop shop = new Shop(fixture().space(), pool);
          Ledger ledger =
              Ledger.on(shop.store())
                  .handler(
                      HandlerDeclaration.of(
                              Shop.HANDLER,
                              ReplaySafety.NEEDS_TX_CLAIM,
                              Decoder.none(),
                              JdbcLedger.<Delivery>withConnection(
                                  (message, attempt, connection) -> {
                                    Shop.sell(connection, "head");
                                    running.countDown();
                                    assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
                                    if (!succeeds) {
                                      throw HandlerSignal.retryable("no", null);
                                    }
                                  }))
                          .mode(ConsumptionMode.TRANSACTIONAL)
                          .orderedBy(OrderSource.SEQUENCE)
                          .build())
                  .start()) {
        Future<Outcome> head = Together.start(() -> ledger.consume(order("head", 1)));
        Together.await(() -> running.getCount() == 0, "the head runs");
        assertThat(ledger.consume(order("follower", 2)))
            .isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));
        assertThat(follower(shop).dueIn()).as("it waits for its turn").isNull();
        go.countDown();

        assertThat(Together.resultOf(head))
            .isEqualTo(
                new Acknowledge(succeeds ? Acknowledged.PROCESSED : Acknowledged.STORED_FOR_RETRY));
        assertThat(follower(shop).dueIn()).isEqualTo(succeeds ? Duration.ZERO : null);
      }
    }

    private static RowSummary follower(Shop shop) {
      return shop.store().get(ConsumptionKey.of(Shop.HANDLER, "follower")).orElseThrow().summary();
    }
  }
}
