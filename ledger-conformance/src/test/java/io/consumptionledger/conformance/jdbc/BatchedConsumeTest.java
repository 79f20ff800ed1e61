package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.Attempt;
import io.consumptionledger.Backoff;
import io.consumptionledger.Batching;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Ledger;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.Outcome;
import io.consumptionledger.PayloadPolicy;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.spi.Content;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many callers at once, with and without shared statements: each message has its own fate. */
class BatchedConsumeTest {
  private static final String HANDLER = "batched";
  private static final int CALLERS = 24;
  private static final int MESSAGES = 480;

  @Nested
  class OnPostgreSql extends Batched {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Batched {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Batched extends OnServer {
    private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    private final Queue<Integer> batches = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    Batched(String product) {
      super(product);
    }

    private void handle(Delivery message, Attempt attempt) throws HandlerSignal {
      String event = message.key().eventId();
      runs.computeIfAbsent(event, e -> new AtomicInteger()).incrementAndGet();
      switch (Fate.of(event)) {
        case POISON -> throw HandlerSignal.poison("bad", null);
        case RETRY -> throw HandlerSignal.retryable("not now", null);
        case LATER -> throw HandlerSignal.retryLater(Duration.ofHours(1), "later");
        default -> assertThat(attempt.isOwned()).isTrue();
      }
    }

    /** What becomes of a message, by its name. */
    private enum Fate {
      DONE(ConsumptionState.SUCCEEDED),
      LARGE(ConsumptionState.SUCCEEDED),
      POISON(ConsumptionState.DEAD_LETTER),
      RETRY(ConsumptionState.RETRY_SCHEDULED),
      LATER(ConsumptionState.RETRY_SCHEDULED);

      private final ConsumptionState state;

      Fate(ConsumptionState state) {
        this.state = state;
      }

      static Fate of(String event) {
        return valueOf(event.substring(0, event.indexOf('-')));
      }
    }

    private static Delivery message(int number) {
      Fate fate = number % 3 == 0 ? Fate.values()[number / 3 % Fate.values().length] : Fate.DONE;
      byte[] payload = new byte[fate == Fate.LARGE ? 400_000 : 20];
      new Random(number).nextBytes(payload);
      return Delivery.to(HANDLER, fate + "-\"" + number + "\\").payload(payload).build();
    }

    private void hear(LedgerEvent event) {
      if (event instanceof LedgerEvent.Batch batch) {
        batches.add(batch.size());
        if (batch.error() != null) {
          failures.add(batch.error());
        }
      }
    }

    @ParameterizedTest
    @EnumSource(Batching.class)
    void givenManyCallersAndDuplicates_whenConsumed_thenEachMessageRunsOnceAndEndsAsItMust(
        Batching batching) {
      runs.clear();
      batches.clear();
      try (HikariDataSource pool = fixture().space().pool(10);
          Ledger ledger =
              JdbcLedger.on(pool)
                  .batching(batching)
                  .listener(this::hear)
                  .replayWorkers(0)
                  .handler(
                      HandlerDeclaration.of(
                              HANDLER, ReplaySafety.IDEMPOTENT, Decoder.none(), this::handle)
                          .payloadPolicy(PayloadPolicy.AT_CLAIM)
                          .retryPolicy(Backoff.fixed(Duration.ofHours(1)))
                          .build())
                  .start()) {
        List<List<Outcome>> answers =
            Together.run(
                CALLERS,
                caller -> {
                  List<Outcome> mine = new ArrayList<>();
                  for (int i = caller / 2; i < MESSAGES; i += CALLERS / 2) {
                    mine.add(ledger.consume(message(i))); // each is delivered by two callers
                  }
                  return mine;
                });

        assertThat(answers.stream().mapToInt(List::size).sum()).isEqualTo(2 * MESSAGES);
        assertThat(runs).hasSize(MESSAGES);
        assertThat(runs.values()).allSatisfy(times -> assertThat(times).hasValue(1));
        for (int i = 0; i < MESSAGES; i++) {
          Delivery message = message(i);
          ConsumptionKey key = message.key();
          Fate fate = Fate.of(key.eventId());
          assertThat(ledger.store().get(key).orElseThrow().summary().state())
              .as(key.toString())
              .isEqualTo(fate.state);
          if (fate.state != ConsumptionState.SUCCEEDED) {
            assertThat(ledger.store().content(key)).contains(Content.of(message, 1 << 20));
          }
        }
      }
      assertThat(failures).isEmpty();
      int largest = batches.stream().mapToInt(Integer::intValue).max().orElse(0);
      if (batching == Batching.NATURAL) {
        assertThat(largest).as("calls in one batch").isGreaterThan(1);
      } else {
        assertThat(largest).as("calls in one batch").isZero();
      }
    }
  }
}
