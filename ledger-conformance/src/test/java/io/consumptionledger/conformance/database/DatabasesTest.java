package io.consumptionledger.conformance.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.conformance.LedgerConformance;
import io.consumptionledger.conformance.StoreFixture;
import io.consumptionledger.conformance.framework.SuiteRun;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is said when a database is not there, or cannot be reached. */
class DatabasesTest {
  private final Map<String, String> before = new HashMap<>();

  private void set(String property, String value) {
    before.put(property, System.getProperty(property));
    System.setProperty(property, value);
  }

  @AfterEach
  void restore() {
    before.forEach(
        (property, value) -> {
          if (value == null) {
            System.clearProperty(property);
          } else {
            System.setProperty(property, value);
          }
        });
  }

  @Test
  void givenNoServer_whenItIsNotRequired_thenTestsAreAbortedWithAllReasons() {
    set("ledger.source", "url,embedded");
    set("ledger.require", "");

    assertThatThrownBy(() -> Databases.get("missing"))
        .satisfies(e -> assertThat(e.getClass().getSimpleName()).isEqualTo("TestAbortedException"))
        .hasMessageContaining("Missing DB: not available")
        .hasMessageContaining("no -Dledger.missing.url")
        .hasMessageContaining("container is ruled out by -Dledger.source")
        .hasMessageContaining("nothing embedded");
  }

  @Test
  void givenNoServer_whenItIsRequired_thenThatIsAnError() {
    set("ledger.source", "url,embedded");
    set("ledger.require", "other, missingrequired");

    assertThatThrownBy(() -> Databases.get("missingrequired"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("required by -Dledger.require");
  }

  @Test
  void givenAnUnknownName_whenItIsAskedFor_thenTheKnownOnesAreListed() {
    assertThatThrownBy(() -> Databases.get("postgres"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no database is called postgres")
        .hasMessageContaining("postgresql")
        .hasMessageContaining("mysql");
  }

  static class OnUnreachable implements LedgerConformance {
    @Override
    public StoreFixture openFixture() {
      return JdbcFixture.on("unreachable");
    }
  }

  @Test
  void givenAServerThatCannotBeReached_whenTheSuiteStarts_thenItIsOneClearSetUpError() {
    set("ledger.source", "url");
    set("ledger.unreachable.url", "jdbc:postgresql://127.0.0.1:1/none");
    set("ledger.unreachable.user", "nobody");
    set("ledger.unreachable.password", "do-not-show");

    SuiteRun run = SuiteRun.of(OnUnreachable.class);

    assertThat(run.setUpErrors()).hasSize(1);
    assertThat(run.setUpErrors().get(0))
        .hasMessageContaining("Missing DB from url cannot be reached as user nobody")
        .hasMessageNotContaining("do-not-show");
    assertThat(run.failed()).isEmpty();
    assertThat(run.passed()).isEmpty();
  }
}
