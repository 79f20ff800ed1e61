package io.consumptionledger.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.StoreException;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.LedgerStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** An error of the database is told as one: never as a conflict, a refusal or a busy row. */
class StoreErrorsTest {
  @Nested
  class OnPostgreSql extends Errors {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Errors {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Errors {
    private final String product;

    Errors(String product) {
      this.product = product;
    }

    @Test
    void givenNoTable_whenAnyVerbIsTried_thenTheErrorIsThrownAndNothingIsAnswered() {
      try (JdbcFixture fixture = JdbcFixture.on(product)) {
        Scenario s = new Scenario(new OnOneStore(fixture, seesNoRow(fixture.store())), "errors");
        fixture
            .space()
            .asOwner(c -> Space.run(c, List.of("ALTER TABLE event_consumption RENAME TO gone")));
        for (Transition transition : Transition.values()) {
          if (transition != Transition.PARK) {
            assertThatThrownBy(() -> Verbs.refused(s, transition, s.key("e1"), null))
                .as(transition.name())
                .isInstanceOf(StoreException.class);
          }
        }
      }
    }

    /** Reads answer that there is no row, so that the verb itself meets the error. */
    private static LedgerStore seesNoRow(LedgerStore store) {
      return (LedgerStore)
          Proxy.newProxyInstance(
              LedgerStore.class.getClassLoader(),
              new Class<?>[] {LedgerStore.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("get")) {
                  return Optional.empty();
                }
                try {
                  return method.invoke(store, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    @Test
    void givenARowThatAnotherHasLocked_whenTheStatementIsCancelled_thenThatIsThrown() {
      try (JdbcFixture fixture = JdbcFixture.on(product);
          HikariDataSource pool = fixture.space().pool(3)) {
        Scenario s = new Scenario(fixture, "cancelled");
        LedgerStore impatient =
            JdbcLedgerStoreBuilder.on(pool).statementTimeout(Duration.ofSeconds(1)).build();
        Claim claim = s.claim("e1");
        Picture before = s.picture(claim.key());

        fixture
            .dirtyHands()
            .whileLocked(
                claim.key(),
                () ->
                    assertThatThrownBy(() -> impatient.succeed(claim))
                        .isInstanceOf(StoreException.class));

        s.unchanged(before, claim.key());
        Expect.done(impatient.succeed(claim));
        assertThat(s.summary(claim.key()).state()).isEqualTo(ConsumptionState.SUCCEEDED);
      }
    }
  }
}
