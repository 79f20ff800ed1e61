package io.consumptionledger.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.LedgerStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What was written is still there after every connection was closed and opened again. */
class ReopenedStoreTest {
  @Test
  void givenRowsOnPostgreSql_whenAllConnectionsAreClosed_thenANewStoreReadsTheSame() {
    rowsSurvive("postgresql");
  }

  @Test
  void givenRowsOnMySql_whenAllConnectionsAreClosed_thenANewStoreReadsTheSame() {
    rowsSurvive("mysql");
  }

  private static void rowsSurvive(String product) {
    try (JdbcFixture fixture = JdbcFixture.on(product)) {
      Map<ConsumptionKey, Picture> written = new LinkedHashMap<>();
      try (HikariDataSource pool = fixture.space().pool(2)) {
        Scenario s = new Scenario(new OnOneStore(fixture, store(pool)), "reopened");
        for (ConsumptionState state : ConsumptionState.values()) {
          written.put(s.inState(state, "e-" + state), null);
        }
        written.put(s.scheduled("odd", Duration.ofDays(1).plusNanos(123_457_000)), null);
        written.replaceAll((key, none) -> s.picture(key));
      }
      try (HikariDataSource pool = fixture.space().pool(2)) {
        LedgerStore reopened = store(pool);
        assertThat(written).hasSize(ConsumptionState.values().length + 1);
        written.forEach(
            (key, picture) ->
                assertThat(Picture.of(reopened, key)).as("%s", key).isEqualTo(picture));
      }
    }
  }

  private static LedgerStore store(HikariDataSource pool) {
    return JdbcLedgerStoreBuilder.on(pool).build();
  }
}
