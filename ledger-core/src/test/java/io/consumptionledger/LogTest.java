package io.consumptionledger;

import static io.consumptionledger.EngineFixture.HANDLER;
import static io.consumptionledger.EngineFixture.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** The log tells what happened and shows neither content nor secret nor token. */
class LogTest {
  private static final String SECRET = "hunter2x";
  private static final String MESSAGE = "no login with password=" + SECRET;

  private final EngineFixture fixture = new EngineFixture();
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private final java.util.logging.Handler writer =
      new java.util.logging.Handler() {
        @Override
        public void publish(LogRecord record) {
          StringWriter line = new StringWriter().append(record.getMessage());
          if (record.getThrown() != null) {
            record.getThrown().printStackTrace(new PrintWriter(line));
          }
          lines.add(line.toString());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @Test
  void nothingThatIsLoggedHoldsContentOrSecretOrToken() {
    Logger logger = Logger.getLogger("io.consumptionledger");
    Level before = logger.getLevel();
    logger.setLevel(Level.ALL);
    logger.addHandler(writer);
    ClaimToken token = ClaimToken.random();
    try {
      everythingGoesWrong(token);
    } finally {
      logger.removeHandler(writer);
      logger.setLevel(before);
    }

    String log = String.join("\n", lines);
    assertThat(log)
        .contains("handler " + HANDLER)
        .contains("the retry policy failed")
        .contains("PAYLOAD_MISMATCH of")
        .contains("LEASE_ORPHAN of")
        .contains("SCHEDULE_RETRY of")
        .contains("the listener failed")
        .contains("the alerter failed")
        .contains("could not be quarantined")
        .contains("PAYLOAD_MISMATCH of " + ConsumptionKey.of(HANDLER, "e3") + " could not");
    assertThat(log).doesNotContain(SECRET).doesNotContain(token.value().toString());
  }

  private void everythingGoesWrong(ClaimToken token) {
    Ledger ledger = fixture.ledger(failing(), b -> b.listener(this::rude).alerter(this::rude));
    ledger.consume(delivery("e1", SECRET));
    otherNodeClaims("e2", token);
    ledger.consume(delivery("e2", SECRET));
    fixture.elapse(Duration.ofSeconds(61));
    ledger.consume(delivery("e2", SECRET));
    otherNodeClaims("e3", ClaimToken.random());
    fixture.faults.put("recordAnomaly", LogTest::broken);
    ledger.consume(delivery("e3", SECRET));
    fixture.faults.put("scheduleRetry", LogTest::storeBroken);
    fixture.faults.put("quarantine", LogTest::storeBroken);
    ledger.consume(delivery("e4", SECRET));
    ledger.quarantine(
        Tenant.DEFAULT,
        HANDLER,
        delivery("e5", "x").metadata(),
        Headers.none().with("authorization", SECRET),
        SECRET.getBytes(),
        Payload.of(SECRET.getBytes()),
        broken("the key"));
  }

  private static HandlerDeclaration<Delivery> failing() {
    return EngineFixture.handler(
            ReplaySafety.IDEMPOTENT,
            (m, a) -> {
              throw HandlerSignal.retryable(MESSAGE, null);
            })
        .retryPolicy(
            (attempt, failure) -> {
              throw new IllegalStateException(MESSAGE);
            })
        .build();
  }

  private void otherNodeClaims(String eventId, ClaimToken token) {
    fixture.rows.claim(
        NewRow.of(delivery(eventId, "another"), null),
        token,
        Node.start("node-2"),
        Duration.ofSeconds(60));
  }

  private void rude(LedgerEvent event) {
    throw new IllegalStateException(MESSAGE);
  }

  private static Object broken() {
    throw new IllegalStateException(MESSAGE);
  }

  private static Object storeBroken() {
    throw new StoreException("no answer", new IllegalStateException(MESSAGE));
  }

  private static Throwable broken(String what) {
    return new IllegalArgumentException(what + ": " + MESSAGE);
  }
}
