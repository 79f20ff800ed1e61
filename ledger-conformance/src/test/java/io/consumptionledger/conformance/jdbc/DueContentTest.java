package io.consumptionledger.conformance.jdbc;

import static io.consumptionledger.conformance.jdbc.RoundTrips.STATEMENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Headers;
import io.consumptionledger.conformance.OnOneStore;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.NewRow;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Small content of due rows comes along with them; larger content is asked for in one more trip.
 */
class DueContentTest {
  private static final int SMALL = 64 << 10;
  private static final byte[] DAMAGED = {9, 9, 9};

  @Nested
  class OnPostgreSql extends Due {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Due {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Due extends OnServer {
    private final RoundTrips trips = new RoundTrips();
    private final Map<ConsumptionKey, Content> stored = new HashMap<>();

    Due(String product) {
      super(product);
    }

    private void withStore(Consumer<Scenario> work) {
      stored.clear();
      try (HikariDataSource pool = Pools.committing(fixture().space(), 3, false)) {
        work.accept(
            new Scenario(
                new OnOneStore(
                    fixture(),
                    JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, trips)).build()),
                "content"));
      }
    }

    /** A row that is due, whose content has so many bytes in all. */
    private ConsumptionKey due(Scenario s, String event, int bytes) {
      long around = content(s, event, 0).content().size();
      NewRow row = content(s, event, (int) (bytes - around));
      assertThat(row.content().size()).isEqualTo(bytes);
      s.store().recordFailure(row, s.failure(ErrorClass.RETRYABLE), Duration.ZERO);
      stored.put(row.key(), row.content());
      return row.key();
    }

    private static NewRow content(Scenario s, String event, int bytes) {
      byte[] payload = new byte[bytes];
      new Random(event.hashCode()).nextBytes(payload);
      Delivery delivery =
          Delivery.to(s.handler(), event)
              .headers(Headers.none().with("event", event))
              .rawKey(event.getBytes(StandardCharsets.UTF_8))
              .payload(payload)
              .build();
      return NewRow.of(delivery, Content.of(delivery, 2 * SMALL + bytes));
    }

    private void asOne(List<DueClaim> claimed) {
      assertThat(claimed).hasSize(stored.size()).allMatch(DueClaim::contentIntact);
      for (DueClaim each : claimed) {
        Content content = stored.get(each.claim().key());
        assertThat(each.content().payload().orElseThrow())
            .isEqualTo(content.payload().orElseThrow());
        assertThat(each.content().headers()).isEqualTo(content.headers());
        assertThat(each.content().rawKey().orElseThrow()).isEqualTo(content.rawKey().orElseThrow());
      }
    }

    /** A claim's trips: those around it, and its statements. */
    private void asked(int statements) {
      List<String> expected = new ArrayList<>(List.of("rollback"));
      if (!isPostgreSql()) { // there, what sets the isolation travels with the next statement
        expected.add(STATEMENT);
      }
      for (int i = 0; i < statements; i++) {
        expected.add(STATEMENT);
      }
      expected.add("commit");
      assertThat(trips.take()).isEqualTo(expected);
    }

    @Test
    void givenContentUpToTheLimit_whenClaimed_thenItComesAlongWithItsRow() {
      withStore(
          s -> {
            due(s, "tiny", 100);
            due(s, "below", SMALL - 1);
            due(s, "at", SMALL);
            trips.take();
            asOne(s.claimDue(10));
            asked(2);
          });
    }

    @Test
    void givenOneContentAboveTheLimit_whenClaimedWithSmallOnes_thenItIsAskedForAndAllAreWhole() {
      withStore(
          s -> {
            due(s, "below", SMALL - 1);
            due(s, "above", SMALL + 1);
            due(s, "at", SMALL);
            due(s, "large", 20 * SMALL);
            due(s, "tiny", 100);
            trips.take();
            asOne(s.claimDue(10));
            asked(3);
          });
    }

    @Test
    void givenManyRowsAreAskedFor_whenClaimed_thenLessComesAlongWithEach() {
      withStore(
          s -> {
            due(s, "half", SMALL / 2);
            due(s, "tiny", 100);
            trips.take();
            asOne(s.claimDue(2_000));
            asked(3);
          });
    }

    @Test
    void givenDamagedHeaders_whenClaimed_thenSmallAndLargeRowsComeWithoutThemAndSaySo() {
      withStore(
          s -> {
            ConsumptionKey small = due(s, "small", 100);
            ConsumptionKey large = due(s, "large", 2 * SMALL);
            due(s, "whole", 100);
            for (ConsumptionKey key : List.of(small, large)) {
              assertThat(fixture().dirtyHands().write(key, "headers", DAMAGED)).isTrue();
            }
            Map<String, Boolean> intact = new HashMap<>();
            for (DueClaim each : s.claimDue(10)) {
              ConsumptionKey key = each.claim().key();
              intact.put(key.eventId(), each.contentIntact());
              assertThat(each.content().payload().orElseThrow())
                  .isEqualTo(stored.get(key).payload().orElseThrow());
            }
            assertThat(intact)
                .containsExactlyInAnyOrderEntriesOf(
                    Map.of("small", false, "large", false, "whole", true));
          });
    }
  }
}
