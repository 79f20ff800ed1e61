package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.Classification;
import io.consumptionledger.Decoder;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.OnOneStore;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.LedgerStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A server that became read-only, as after a fail-over: what writes fails as something that may
 * pass, and nothing is answered that did not happen; what only reads goes on.
 */
class ReadOnlyTest {
  @Nested
  class OnPostgreSql extends ReadOnly {
    OnPostgreSql() {
      super("postgresql", "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
    }
  }

  @Nested
  class OnMySql extends ReadOnly {
    OnMySql() {
      super("mysql", "SET SESSION TRANSACTION READ ONLY");
    }
  }

  abstract static class ReadOnly extends OnServer {
    private final String readOnly;
    private final AtomicBoolean isReadOnly = new AtomicBoolean();
    private HikariDataSource writing;
    private HikariDataSource reading;
    private LedgerStore store;

    ReadOnly(String product, String readOnly) {
      super(product);
      this.readOnly = readOnly;
    }

    @BeforeAll
    void makeTheStore() {
      writing = fixture().space().pool(3);
      reading = fixture().space().pool(3, "", readOnly);
      store =
          JdbcLedgerStoreBuilder.on(
                  Tapped.of(
                      () -> (isReadOnly.get() ? reading : writing).getConnection(),
                      call -> call.make()))
              .build();
    }

    @AfterAll
    void closeThePools() {
      if (writing != null) {
        writing.close();
        reading.close();
      }
    }

    private <T> T whileReadOnly(java.util.function.Supplier<T> action) {
      isReadOnly.set(true);
      try {
        return action.get();
      } finally {
        isReadOnly.set(false);
      }
    }

    @TestFactory
    Stream<DynamicTest>
        givenAReadOnlyServer_whenAVerbWrites_thenItFailsAsRetryableAndChangesNothing() {
      return Stream.of(FaultyVerb.values())
          .map(verb -> DynamicTest.dynamicTest(verb.name(), () -> failsAndChangesNothing(verb)));
    }

    private void failsAndChangesNothing(FaultyVerb verb) {
      fixture().clear();
      Scenario s = new Scenario(new OnOneStore(fixture(), store), "readonly");
      Prepared prepared = verb.prepare(s);
      List<Picture> before = prepared.keys().stream().map(s::picture).toList();
      String others = FaultyVerb.others(s);

      Throwable error = whileReadOnly(() -> catchThrowable(prepared::run));

      assertThat(error).isInstanceOf(StoreException.class);
      assertThat(store.errorClassifier().classify(error).map(Classification::errorClass))
          .as("what it is judged as: " + error.getCause())
          .hasValue(ErrorClass.RETRYABLE);
      assertThat(prepared.keys().stream().map(s::picture).toList()).isEqualTo(before);
      assertThat(FaultyVerb.others(s)).isEqualTo(others);
      prepared.run();
    }

    @Test
    void givenAReadOnlyServer_whenAVerbReads_thenItAnswers() {
      Scenario s = new Scenario(new OnOneStore(fixture(), store), "reads");
      s.scheduled("e1", Duration.ZERO);
      store.pause(Tenant.DEFAULT, s.handler(), s.action(), null);
      store.startNode(s.node());
      assertThat(whileReadOnly(() -> store.dueQueues(null, 10))).hasSize(1);
      assertThat(whileReadOnly(() -> store.tenants(s.handler(), null, 10))).hasSize(1);
      assertThat(whileReadOnly(() -> store.pausedHandlers())).hasSize(1);
      assertThat(whileReadOnly(() -> FaultyVerb.others(s))).contains("1 nodes");
      assertThat(whileReadOnly(() -> store.get(s.key("e1")))).isPresent();
      Set<String> handlers = Set.of(s.handler());
      Duration within = Duration.ofDays(1);
      assertThat(whileReadOnly(() -> store.brokerPositions(Tenant.DEFAULT, handlers, within)))
          .hasSize(1);
    }

    @Test
    void givenAReadOnlyServer_whenAMessageComes_thenItIsToBeRedeliveredAndTheHandlerDoesNotRun() {
      Scenario s = new Scenario(new OnOneStore(fixture(), store), "engine");
      AtomicInteger runs = new AtomicInteger();
      try (Ledger ledger =
          Ledger.on(store)
              .handler(
                  HandlerDeclaration.of(
                          s.handler(),
                          ReplaySafety.IDEMPOTENT,
                          Decoder.none(),
                          (message, attempt) -> runs.incrementAndGet())
                      .build())
              .start()) {
        Outcome refused = whileReadOnly(() -> ledger.consume(s.delivery("e1").build()));
        assertThat(refused)
            .isInstanceOfSatisfying(
                Outcome.Redeliver.class,
                r -> assertThat(r.reason()).isEqualTo(Outcome.Redelivered.STORE_UNAVAILABLE));
        assertThat(runs).hasValue(0);
        assertThat(ledger.consume(s.delivery("e1").build()))
            .isEqualTo(new Outcome.Acknowledge(Outcome.Acknowledged.PROCESSED));
        assertThat(runs).hasValue(1);
      }
    }
  }
}
