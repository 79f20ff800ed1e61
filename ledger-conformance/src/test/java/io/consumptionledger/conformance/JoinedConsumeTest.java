package io.consumptionledger.conformance;

import static io.consumptionledger.Outcome.Acknowledged.DUPLICATE;
import static io.consumptionledger.Outcome.Acknowledged.PROCESSED;
import static io.consumptionledger.Outcome.Acknowledged.STORED_FOR_RETRY;
import static io.consumptionledger.Outcome.Redelivered.LEASE_LOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Handler;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Redeliver;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.jdbc.TransactionRunner;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RowSummary;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The engine in the caller's transaction, on real databases: the handler's row and the ledger's row
 * are both there or neither is. A row of the table for paused handlers stands for the handler's
 * work.
 */
class JoinedConsumeTest {
  private static final String HANDLER = "account.deposit";

  private JdbcFixture fixture;
  private LedgerStore store;
  private TransactionRunner transactions;
  private Ledger ledger;

  @AfterEach
  void close() {
    if (ledger != null) {
      ledger.close();
    }
    if (fixture != null) {
      fixture.close();
    }
  }

  private Ledger ledger(String product, Handler<Delivery> handler) {
    fixture = JdbcFixture.on(product);
    HikariDataSource pool = fixture.space().pool(4);
    transactions = new JdbcTransactionRunner(pool);
    store = JdbcLedger.store(pool).transactionRunner(transactions).build();
    ledger =
        Ledger.on(store)
            .handler(
                HandlerDeclaration.of(HANDLER, ReplaySafety.NEEDS_TX_CLAIM, Decoder.none(), handler)
                    .mode(ConsumptionMode.TRANSACTIONAL)
                    .lease(Duration.ofSeconds(30))
                    .build())
            .start();
    return ledger;
  }

  private static Outcome consume(Ledger ledger) {
    return ledger.consume(delivery());
  }

  private static Delivery delivery() {
    return Delivery.to(HANDLER, "e1").payload(new byte[] {1}).build();
  }

  private void work() throws SQLException {
    insert(transactions.current().orElseThrow(), "work");
  }

  private static void insert(Connection connection, String name) throws SQLException {
    String sql =
        "INSERT INTO consumption_handler_control"
            + " (tenant_id, handler_id, mode, changed_by, reason, changed_at)"
            + " VALUES ('t', ?, 'PAUSED', 'p', 'r', CURRENT_TIMESTAMP)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, name);
      statement.executeUpdate();
    }
  }

  private int worked() throws Exception {
    return transactions.inTransaction(
        connection -> {
          String sql = "SELECT count(*) FROM consumption_handler_control";
          try (PreparedStatement statement = connection.prepareStatement(sql);
              ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
          }
        });
  }

  private RowSummary row() {
    return store.get(ConsumptionKey.of(HANDLER, "e1")).orElseThrow().summary();
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void givenASuccess_whenCommitted_thenBothRowsAreThereOnce(String product) throws Exception {
    Ledger ledger = ledger(product, (m, a) -> work());

    assertThat(consume(ledger)).isEqualTo(new Acknowledge(PROCESSED));
    assertThat(consume(ledger)).isEqualTo(new Acknowledge(DUPLICATE));

    assertThat(worked()).isEqualTo(1);
    assertThat(row().state()).isEqualTo(ConsumptionState.SUCCEEDED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void givenAHandlerThatFailsAfterWriting_whenConsumed_thenItsRowIsGoneAndItsFailureStored(
      String product) throws Exception {
    Ledger ledger =
        ledger(
            product,
            (m, a) -> {
              work();
              throw HandlerSignal.retryable("the account is frozen", null);
            });

    assertThat(consume(ledger)).isEqualTo(new Acknowledge(STORED_FOR_RETRY));

    assertThat(worked()).isZero();
    assertThat(row().state()).isEqualTo(ConsumptionState.RETRY_SCHEDULED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void givenAnSqlErrorInTheTransaction_whenConsumed_thenTheFailureIsStoredAllTheSame(String product)
      throws Exception {
    Ledger ledger =
        ledger(
            product,
            (m, a) -> {
              work();
              work();
            });

    assertThat(consume(ledger)).isEqualTo(new Acknowledge(Outcome.Acknowledged.DEAD_LETTERED));

    assertThat(worked()).isZero();
    assertThat(row().errorClass()).isEqualTo(ErrorClass.CONFLICT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void givenALeaseThatIsLostWhileTheHandlerRuns_whenItEnds_thenItsRowIsRolledBack(String product)
      throws Exception {
    Ledger ledger =
        ledger(
            product,
            (m, a) -> {
              fixture.elapse(Duration.ofSeconds(31));
              work();
              store.takeOver(
                  row(), ClaimToken.random(), Node.start("other"), Duration.ofMinutes(1), 15);
            });

    assertThat(consume(ledger)).isEqualTo(new Redeliver(LEASE_LOST, Duration.ZERO));

    assertThat(worked()).isZero();
    assertThat(row().epoch()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void givenASuccess_whenTheCallerRollsBack_thenItIsScheduledAgain(String product)
      throws Exception {
    Ledger ledger = ledger(product, (m, a) -> work());
    Outcome.Pending[] pending = new Outcome.Pending[1];

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                transactions.inTransaction(
                    connection -> {
                      pending[0] = (Outcome.Pending) ledger.consume(delivery());
                      assertThatIllegalStateException().isThrownBy(pending[0]::confirm);
                      throw new IllegalStateException("changed my mind");
                    }))
        .withMessage("changed my mind");

    assertThat(pending[0].failure()).isEmpty();
    assertThat(pending[0].confirm()).isEqualTo(new Acknowledge(STORED_FOR_RETRY));
    assertThat(worked()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void givenARefusalOfWhatTheSameTransactionSettled_whenRolledBack_thenNothingWasAcknowledged(
      String product) throws Exception {
    Ledger ledger = ledger(product, (m, a) -> work());
    Outcome[] refusal = new Outcome[1];

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                transactions.inTransaction(
                    connection -> {
                      ledger.consume(delivery());
                      refusal[0] = ledger.refuse(delivery(), new IllegalArgumentException("bad"));
                      throw new IllegalStateException("changed my mind");
                    }));

    assertThat(refusal[0]).isInstanceOf(Outcome.Pending.class);
    assertThat(((Outcome.Pending) refusal[0]).confirm())
        .isInstanceOfSatisfying(
            Redeliver.class, r -> assertThat(r.reason()).isEqualTo(Outcome.Redelivered.BUSY));
  }
}
