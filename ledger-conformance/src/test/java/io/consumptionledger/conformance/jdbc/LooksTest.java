package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.TransactionEnd;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.operations.ListedRow;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Page;
import io.consumptionledger.spi.LedgerStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What operators look at on databases, where rows share an instant and replies get lost. */
class LooksTest {
  @Nested
  class OnPostgreSql extends Looks {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Looks {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Looks extends OnServer {
    Looks(String product) {
      super(product);
    }

    private List<String> turn(RowFilter filter, int size) {
      List<String> seen = new ArrayList<>();
      String next = null;
      int pages = 0;
      do {
        Page<ListedRow> page =
            Operations.on(fixture().store())
                .build()
                .rows()
                .list(Tenant.DEFAULT, filter, next, size);
        page.items().forEach(row -> seen.add(row.key().toString()));
        next = page.next();
      } while (next != null && ++pages < 100);
      return seen;
    }

    private void receivedAtOnce() {
      fixture()
          .space()
          .asOwner(
              connection ->
                  Space.run(
                      connection,
                      List.of(
                          "UPDATE event_consumption SET"
                              + " received_at = TIMESTAMP '2026-03-01 12:00:00.000001'")));
    }

    @Test
    void givenRowsOfOneInstant_whenPagesAreTurned_thenEachAppearsOnce() {
      Scenario s = new Scenario(fixture(), "pages");
      List<String> names = new ArrayList<>();
      for (String handler : List.of("b", "a", "B", "\ud83d\ude80", "\uffee")) {
        for (String event : List.of("e", "E", "e ", "\u00e9")) {
          ConsumptionKey key = new ConsumptionKey(Tenant.DEFAULT, handler, event, "");
          s.store().recordTerminal(s.full(key), s.failure(ErrorClass.POISON));
          names.add(key.toString());
        }
      }
      receivedAtOnce();
      for (RowFilter filter :
          List.of(RowFilter.all(), RowFilter.in(ConsumptionState.DEAD_LETTER))) {
        for (int size : new int[] {1, 3, 7, 20}) {
          assertThat(turn(filter, size))
              .as("pages of " + size)
              .doesNotHaveDuplicates()
              .containsExactlyInAnyOrderElementsOf(names);
        }
      }
    }

    @Test
    void givenRowsThatNobodyCanRead_whenPagesAreTurned_thenTheOthersAreAllThere() {
      Scenario s = new Scenario(fixture(), "odd");
      for (int i = 0; i < 9; i++) {
        ConsumptionKey key = s.dead("e" + i);
        if (i % 3 != 0) {
          fixture().dirtyHands().write(key, "event_id", "two\nlines" + i);
        }
      }
      fixture().dirtyHands().write(s.dead("elsewhere"), "handler_id", "two\nlines");
      for (int size : new int[] {1, 2, 4}) {
        assertThat(turn(RowFilter.all(), size))
            .as("pages of " + size)
            .containsExactly(
                s.key("e6").toString(), s.key("e3").toString(), s.key("e0").toString());
      }
    }

    @Test
    void givenALostReply_whenContentIsLookedAt_thenItIsShownAndAudited() {
      Scenario s = new Scenario(fixture(), "look");
      ConsumptionKey key = s.dead("e1");
      LosesReply wire = new LosesReply();
      try (HikariDataSource pool = fixture().space().pool(3)) {
        LedgerStore store = JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, wire)).build();
        wire.arm(1);
        assertThat(store.lookAtContent(key, s.action())).contains(s.content("e1"));
        assertThat(wire.lost()).isEqualTo(1);
      }
      assertThat(s.store().audit(key))
          .isNotEmpty()
          .allSatisfy(entry -> assertThat(entry.action()).isEqualTo("LOOK"));
    }

    @Test
    void givenACallersTransaction_whenItRollsBack_thenTheLookInItIsAuditedAllTheSame() {
      Scenario s = new Scenario(fixture(), "look");
      ConsumptionKey key = s.dead("e1");
      fixture()
          .inTransaction(
              TransactionEnd.ROLLBACK,
              () -> assertThat(s.store().lookAtContent(key, s.action())).isPresent());
      assertThat(s.store().audit(key)).hasSize(1);
    }
  }
}
