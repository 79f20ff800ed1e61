package io.consumptionledger.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Metadata;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.ReadVerbs;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A row that somebody wrote by hand, against the rules, stops none of the others. */
class OddRowsTest {
  @Test
  void givenOddMetadata_whenTheRowIsDue_thenItIsHandedOutAsDamagedWithTheOthers() {
    metadata("postgresql");
    metadata("mysql");
  }

  private static void metadata(String product) {
    try (JdbcFixture fixture = JdbcFixture.on(product)) {
      Scenario s = new Scenario(fixture, "odd");
      ConsumptionKey odd = s.scheduled("odd", Duration.ZERO);
      s.scheduled("even", Duration.ZERO);
      fixture.dirtyHands().write(odd, "topic", "two\nlines");

      assertThat(s.store().get(odd).orElseThrow().metadata()).isEqualTo(Metadata.NONE);
      assertThat(s.claimDue(10))
          .extracting(due -> due.claim().key().eventId(), DueClaim::contentIntact)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple("odd", false),
              org.assertj.core.groups.Tuple.tuple("even", true));
    }
  }

  @Test
  void givenOddKeysAtTheHead_whenOneRowIsClaimed_thenItIsTheFirstThatCanBe() {
    keys("postgresql");
    keys("mysql");
  }

  private static void keys(String product) {
    try (JdbcFixture fixture = JdbcFixture.on(product)) {
      Scenario s = new Scenario(fixture, "odd");
      for (int i = 0; i < 3; i++) {
        ConsumptionKey odd = s.scheduled("odd" + i, Duration.ZERO);
        fixture.dirtyHands().write(odd, "event_id", "two\nlines" + i);
      }
      s.scheduled("even", Duration.ZERO);

      ReadVerbs.Filter all =
          new ReadVerbs.Filter(
              Tenant.DEFAULT, s.handler(), Set.of(ConsumptionState.values()), null, null);
      List<Row> listed = s.store().list(all, 10);
      assertThat(listed).extracting(row -> row.summary().key().eventId()).containsExactly("even");
      assertThat(s.claimDue(1))
          .extracting(due -> due.claim().key().eventId())
          .containsExactly("even");
    }
  }
}
