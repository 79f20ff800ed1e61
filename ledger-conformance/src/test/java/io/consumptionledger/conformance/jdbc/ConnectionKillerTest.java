package io.consumptionledger.conformance.jdbc;

import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * A run under load while connections are killed: {@code -Dledger.killer.seconds} says for how long
 * (default 5), {@code -Dledger.killer.millis} how far apart the strikes are (default 200).
 */
class ConnectionKillerTest {
  @Nested
  class OnPostgreSql extends Runs {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Runs {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Runs extends OnServer {
    Runs(String product) {
      super(product);
    }

    @Test
    void givenKilledConnections_whenTheyStop_thenNothingIsHeldAndEveryEffectIsThereOnce() {
      Duration lasts = Duration.ofSeconds(Long.getLong("ledger.killer.seconds", 5));
      Duration between = Duration.ofMillis(Long.getLong("ledger.killer.millis", 200));
      Killer killer = new Killer(fixture().space(), isPostgreSql());
      new KillerRun(fixture(), killer, lasts, between).run();
    }
  }
}
