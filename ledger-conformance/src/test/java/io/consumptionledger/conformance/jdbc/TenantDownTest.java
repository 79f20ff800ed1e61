package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.Attempt;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.Tenant;
import io.consumptionledger.TenantLedgers;
import io.consumptionledger.TenantResolver;
import io.consumptionledger.conformance.OnOneStore;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.PurgeReport;
import io.consumptionledger.operations.PurgeReport.Part;
import io.consumptionledger.operations.Retention;
import io.consumptionledger.operations.RetentionPlan;
import io.consumptionledger.spi.LedgerStore;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** One tenant's database goes away beside another one, which two tenants share. */
class TenantDownTest {
  private static final Tenant ANN = new Tenant("ann");
  private static final Tenant BOB = new Tenant("bob");
  private static final Tenant CAROL = new Tenant("carol");

  @Nested
  class OnPostgreSql extends Down {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Down {
    OnMySql() {
      super("mysql");
    }
  }

  /** Lets nothing through while it is cut: no connection is made, and those there are break. */
  private static final class Cut implements Tapped.Tap {
    private volatile boolean isCut;

    static SQLException lost() {
      return new SQLNonTransientConnectionException("the database is down", "08006");
    }

    @Override
    public Object around(Tapped.Call call) throws Throwable {
      if (isCut && (call.isExecution() || call.is("commit") || call.is("isValid"))) {
        call.connection().abort(Runnable::run);
        throw lost();
      }
      return call.make();
    }
  }

  abstract static class Down extends OnServer {
    private final String product;

    Down(String product) {
      super(product);
      this.product = product;
    }

    @Test
    void givenATenantWhoseDatabaseGoesAway_whenTheOthersAreServed_thenTheyAreAndItIsOnceItIsBack() {
      Cut cut = new Cut();
      try (JdbcFixture theirs = JdbcFixture.on(product);
          HikariDataSource pool = theirs.space().pool(4)) {
        LedgerStore ofAnn =
            JdbcLedgerStoreBuilder.on(
                    Tapped.of(
                        () -> {
                          if (cut.isCut) {
                            throw Cut.lost();
                          }
                          return pool.getConnection();
                        },
                        cut))
                .build();
        Scenario anns = new Scenario(new OnOneStore(theirs, theirs.store()), "down");
        Scenario s = new Scenario(fixture(), "down");
        TenantResolver resolver =
            TenantResolver.builder().serve(ofAnn, ANN).serve(s.store(), BOB, CAROL).build();

        cut.isCut = true;
        try (TenantLedgers ledgers = TenantLedgers.start(resolver, store -> ledger(s, store))) {
          assertThat(ledgers.running()).as("ledgers that could be started").hasSize(1);
          others(s, "1", ledgers, resolver);
          cut.isCut = false;
          assertThat(ledgers.startMissing()).isZero();
          runs(anns, ANN, "1");
          cut.isCut = true;
          others(s, "2", ledgers, resolver);
          cut.isCut = false;
          runs(anns, ANN, "2");
          assertThat(ledgers.consume(delivery(s, ANN, "3")))
              .isInstanceOf(Outcome.Acknowledge.class);
        }
      }
    }

    /** Bob and Carol are swept, consumed and purged although Ann's database is down. */
    private void others(Scenario s, String round, TenantLedgers ledgers, TenantResolver resolver) {
      runs(s, BOB, round);
      runs(s, CAROL, round);
      assertThat(ledgers.consume(delivery(s, ANN, "c" + round)))
          .isInstanceOf(Outcome.Redeliver.class);
      assertThat(ledgers.consume(delivery(s, BOB, "c" + round)))
          .isInstanceOf(Outcome.Acknowledge.class);
      s.fixture().elapse(Duration.ofDays(2));
      RetentionPlan plan =
          RetentionPlan.builder()
              .keep(s.handler(), ConsumptionState.SUCCEEDED, Duration.ofDays(1))
              .pause(Duration.ZERO)
              .build();
      Retention retention = Retention.across(resolver);

      PurgeReport report =
          retention.purge(retention.tenants(plan), plan, new Operator("paula"), "nightly").pass();

      assertThat(report.deleted()).as("rows of Bob and Carol").isEqualTo(3);
      assertThat(report.parts())
          .filteredOn(part -> part.problem() != null)
          .extracting(Part::tenant)
          .containsExactly(ANN);
    }

    /** A row that is due is run by whoever serves its tenant. */
    private static void runs(Scenario s, Tenant tenant, String event) {
      Delivery delivery = delivery(s, tenant, event);
      ConsumptionKey key = delivery.key();
      s.store().recordFailure(s.full(key), s.failure(ErrorClass.RETRYABLE), Duration.ZERO);
      Together.await(
          () -> s.summary(key).state() == ConsumptionState.SUCCEEDED, "the due row of " + tenant);
    }

    private static Delivery delivery(Scenario s, Tenant tenant, String event) {
      return s.delivery(event).tenant(tenant).build();
    }

    private static Ledger ledger(Scenario s, LedgerStore store) {
      return Ledger.on(store)
          .handler(
              HandlerDeclaration.of(
                      s.handler(),
                      ReplaySafety.IDEMPOTENT,
                      Decoder.none(),
                      (Delivery message, Attempt attempt) ->
                          assertThat(attempt.isOwned()).as("owned").isTrue())
                  .build())
          .pollInterval(Duration.ofMillis(50))
          .start();
    }
  }
}
