package io.consumptionledger;

import static io.consumptionledger.EngineFixture.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redeliver;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A log that throws changes no state and no answer. */
class BrokenLogTest {
  @RegisterExtension final EngineFixture fixture = new EngineFixture();
  private final Logger logger = Logger.getLogger("io.consumptionledger");

  private final java.util.logging.Handler broken =
      new java.util.logging.Handler() {
        @Override
        public void publish(LogRecord record) {
          throw new StackOverflowError("the disk is full, and so on");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private Ledger ledger() {
    Ledger ledger =
        fixture.ledger(
            EngineFixture.handler(
                    ReplaySafety.IDEMPOTENT,
                    (m, a) -> {
                      throw HandlerSignal.retryable("later", null);
                    })
                .retryPolicy(
                    (attempt, failure) -> {
                      throw new IllegalStateException("no policy");
                    })
                .build());
    logger.addHandler(broken);
    return ledger;
  }

  @BeforeEach
  @AfterEach
  void mend() {
    logger.removeHandler(broken);
  }

  @Test
  void givenAPolicyThatThrows_whenTheLogThrowsToo_thenTheFailureIsRecorded() {
    assertThat(ledger().consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));
  }

  @Test
  void givenASettleThatIsNotAnswered_whenTheLogThrows_thenTheListenerHearsOfIt() {
    Ledger ledger = ledger();
    fixture.failNext("scheduleRetry", Integer.MAX_VALUE);

    assertThat(ledger.consume(delivery("e1", "x"))).isInstanceOf(Redeliver.class);

    assertThat(fixture.heard).hasAtLeastOneElementOfType(LedgerEvent.NotRecorded.class);
  }

  @Test
  void givenAnAnomalyThatCannotBeRecorded_whenTheStoreThrowsAnError_thenItIsStillHeard() {
    Ledger ledger = ledger();
    ledger.consume(delivery("e1", "x"));
    fixture.faults.put(
        "recordAnomaly",
        () -> {
          throw new StackOverflowError();
        });

    ledger.consume(delivery("e1", "another"));

    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.PAYLOAD_MISMATCH);
  }
}
