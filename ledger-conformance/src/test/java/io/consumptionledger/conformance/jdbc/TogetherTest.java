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
import io.consumptionledger.conformance.OnOneStore;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.JdbcHandler;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Where several statements travel in one text, it is as if each had gone by itself. */
class TogetherTest extends OnServer {
  /** More than it takes until the driver has the server prepare what it sends again and again. */
  private static final int OFTEN = 8;

  private final List<String> isolations = new ArrayList<>();
  private HikariDataSource pool;
  private Shop shop;
  private Scenario scenario;

  TogetherTest() {
    super("postgresql");
  }

  @BeforeEach
  void openShop() {
    pool = pool("");
    Shop.open(fixture().space());
    use(pool);
  }

  @AfterEach
  void closeShop() {
    shop.close();
    pool.close();
    fixture()
        .space()
        .asOwner(owner -> Space.run(owner, List.of("DROP TABLE business", "DROP TABLE stock")));
  }

  private HikariDataSource pool(String parameters) {
    return fixture()
        .space()
        .pool(
            3,
            parameters,
            "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE");
  }

  private void use(HikariDataSource next) {
    DataSource source = Tapped.of(next::getConnection, this::asksForIsolation);
    shop = new Shop(fixture().space(), source);
    scenario = new Scenario(new OnOneStore(fixture(), shop.store()), "together");
  }

  private Object asksForIsolation(Tapped.Call call) throws Throwable {
    if (call.is("commit")) {
      isolations.add(isolation(call.connection()));
    }
    return call.make();
  }

  private static String isolation(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW transaction_isolation")) {
      row.next();
      return row.getString(1);
    }
  }

  @Test
  void givenASerializableSession_whenTheStoreRunsATransaction_thenItIsReadCommitted() {
    for (int i = 0; i < OFTEN; i++) {
      scenario.scheduled("e" + i, Duration.ZERO);
      isolations.clear();
      assertThat(scenario.claimDue(10)).hasSize(1);
      assertThat(isolations).isNotEmpty().containsOnly("read committed");
    }
  }

  /** The handler asks past the ledger, so that nothing is sent because it asks. */
  @TestFactory
  Stream<DynamicTest> givenASerializableSession_whenAHandlerRuns_thenItIsReadCommitted() {
    return inBothModes(
        mode -> {
          isolations.clear();
          for (int i = 0; i < OFTEN; i++) {
            String event = mode + "-" + i;
            assertThat(
                    consume(
                        mode,
                        event,
                        (message, attempt, connection) -> {
                          Connection raw = shop.runner().current().orElseThrow();
                          isolations.add(isolation(raw));
                          Shop.sell(raw, event);
                        }))
                .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
            assertThat(shop.sold(event)).isEqualTo(Shop.WHOLE);
          }
          assertThat(isolations).hasSizeGreaterThanOrEqualTo(OFTEN).containsOnly("read committed");
        });
  }

  @TestFactory
  Stream<DynamicTest> givenAMarkThatIsGone_whenItIsReleasedOnTheWay_thenNothingIsCommitted() {
    return inBothModes(mode -> nothingOf(mode, "ROLLBACK", "SELECT 1"));
  }

  @TestFactory
  Stream<DynamicTest> givenAnotherTransactionInItsPlace_whenItIsReleased_thenThatIsNotCommitted() {
    return inBothModes(mode -> nothingOf(mode, "ROLLBACK", "BEGIN"));
  }

  /** In this mode of the driver each statement of a text is a message of its own. */
  @TestFactory
  Stream<DynamicTest> givenTheSimpleProtocol_whenTheMarkIsGone_thenNothingIsCommitted() {
    shop.close();
    pool.close();
    pool = pool("preferQueryMode=simple");
    use(pool);
    return inBothModes(mode -> nothingOf(mode, "ROLLBACK", "SELECT 1"));
  }

  /** What the handler committed itself cannot be undone, but the rest is, and it is told. */
  @TestFactory
  Stream<DynamicTest> givenAHandlerThatCommitsByText_whenItEnds_thenTheRestIsNotCommitted() {
    return inBothModes(
        mode -> {
          for (int i = 0; i < OFTEN; i++) {
            String event = mode + "-" + i;
            Outcome answer = hiding(mode, event, "COMMIT", "SELECT 1");
            assertThat(shop.sold(event)).as("the half before its COMMIT").isEqualTo(1);
            // In one transaction with its row, the message was committed as done by the handler.
            boolean withRow = mode == ConsumptionMode.SINGLE_TRANSACTION;
            assertThat(shop.state(event))
                .contains(withRow ? ConsumptionState.SUCCEEDED : ConsumptionState.RETRY_SCHEDULED);
            assertThat(answer)
                .isEqualTo(
                    new Acknowledge(
                        withRow ? Acknowledged.DUPLICATE : Acknowledged.STORED_FOR_RETRY));
          }
        });
  }

  private void nothingOf(ConsumptionMode mode, String... texts) {
    for (int i = 0; i < OFTEN; i++) {
      String event = mode + "-" + i;
      assertThat(hiding(mode, event, texts))
          .isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));
      assertThat(shop.sold(event)).isZero();
      assertThat(shop.state(event)).contains(ConsumptionState.RETRY_SCHEDULED);
    }
  }

  /** Writes one half, runs the texts and writes the other half. */
  private Outcome hiding(ConsumptionMode mode, String event, String... texts) {
    return consume(
        mode,
        event,
        (message, attempt, connection) -> {
          Shop.half(connection, event, 1);
          Space.run(connection, List.of(texts));
          Shop.half(connection, event, 2);
        });
  }

  private Outcome consume(ConsumptionMode mode, String event, JdbcHandler<Delivery> handler) {
    try (Ledger ledger = shop.ledger(mode, handler)) {
      return ledger.consume(Shop.order(event));
    }
  }

  private interface Check {
    void in(ConsumptionMode mode) throws Exception;
  }

  private static Stream<DynamicTest> inBothModes(Check check) {
    return Stream.of(ConsumptionMode.TRANSACTIONAL, ConsumptionMode.SINGLE_TRANSACTION)
        .map(mode -> DynamicTest.dynamicTest(mode.name(), () -> check.in(mode)));
  }
}
