package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.dialect.Dialects;
import io.consumptionledger.jdbc.internal.Sql;
import io.consumptionledger.jdbc.internal.SqlCatalog;
import io.consumptionledger.jdbc.internal.SqlSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** No statement reads or sorts more of a large table than it answers with. */
class PlanGateTest {
  /** They read no table: one sets the isolation, which has no plan; one asks for the session. */
  private static final Set<Sql> WITHOUT_TABLE = EnumSet.of(Sql.SET_ISOLATION, Sql.SESSION_ID);

  /**
   * Where a product may sort, and why. Purging walks rows in the order received, and those of one
   * microsecond by their keys, so that its cursor is exact; the index gives the first. Of what the
   * index on held rows, or on a window of received ones, gives, nearly nothing is to be recovered
   * or expired; the planner knows, and sorts the rest instead of reading in order. What it reads is
   * bounded by the rows in flight, or by the window. So is what positions are made of, which may be
   * sorted to be grouped. Which rows others wait for is counted over the unresolved rows of one
   * handler, for people; so are the kinds of errors over its dead letters. What people list is in
   * the order of the index, but for rows of the same instant; where their window holds few rows, or
   * they ask for much, the planner knows and sorts what is left.
   */
  private static final Map<Sql, PlanServer.Sorting> SORTING =
      Map.ofEntries(
          Map.entry(Sql.PURGE_PICK, PlanServer.Sorting.SAME_INSTANT),
          Map.entry(Sql.RECOVER_PICK, PlanServer.Sorting.FEW),
          Map.entry(Sql.RECOVER_ORDERED, PlanServer.Sorting.FEW),
          Map.entry(Sql.BLOCKING_HEADS, PlanServer.Sorting.COUNTED),
          Map.entry(Sql.EXPIRE_PICK, PlanServer.Sorting.FEW),
          Map.entry(Sql.BROKER_POSITIONS, PlanServer.Sorting.FEW),
          Map.entry(Sql.INSPECT, PlanServer.Sorting.FEW),
          Map.entry(Sql.INSPECT_DEAD, PlanServer.Sorting.SAME_INSTANT),
          Map.entry(Sql.INSPECT_REACH, PlanServer.Sorting.FEW),
          Map.entry(Sql.INSPECT_COUNT, PlanServer.Sorting.FEW),
          Map.entry(Sql.COUNT_HELD, PlanServer.Sorting.FEW),
          Map.entry(Sql.ERRORS, PlanServer.Sorting.COUNTED),
          Map.entry(Sql.BLOCKED_BY, PlanServer.Sorting.COUNTED),
          Map.entry(Sql.IN_FLIGHT, PlanServer.Sorting.COUNTED));

  /** Rows or pages, for some two dozen queues and tenants. */
  private static final long FEW_READS = 150;

  @Nested
  class OnPostgreSql extends Gate {
    OnPostgreSql() {
      super("postgresql", new PostgreSqlPlans());
    }
  }

  @Nested
  class OnMySql extends Gate {
    OnMySql() {
      super("mysql", new MySqlPlans());
    }
  }

  abstract static class Gate extends OnServer {
    private final PlanServer server;
    private final PlanValues values = new PlanValues();
    private final Map<Sql, List<String>> plans = new TreeMap<>();

    Gate(String product, PlanServer server) {
      super(product);
      this.server = server;
    }

    @Override
    boolean clearsBetween() {
      return false;
    }

    @BeforeAll
    void givenTwoHundredThousandFinishedAndTwoThousandWaitingRows() {
      Space space = fixture().space();
      space.asOwner(
          connection -> {
            Space.run(connection, server.load(Volume.asked()));
            for (Sql sql : EnumSet.complementOf(EnumSet.copyOf(WITHOUT_TABLE))) {
              plans.put(sql, server.plans(connection, bound(connection, sql)));
            }
          });
    }

    @Test
    void givenALargeTable_whenAnyStatementIsPlanned_thenItReadsByIndexAndSortsNothing() {
      List<String> offending = new ArrayList<>();
      plans.forEach(
          (sql, all) ->
              all.forEach(
                  plan -> {
                    List<String> faults =
                        server.faults(plan, SORTING.getOrDefault(sql, PlanServer.Sorting.NOTHING));
                    if (!faults.isEmpty()) {
                      offending.add(sql.fileName() + " " + faults + "\n" + plan);
                    }
                  }));
      assertThat(plans).hasSize(Sql.values().length - WITHOUT_TABLE.size());
      assertThat(String.join("\n\n", offending)).isEmpty();
    }

    @Test
    void givenTwoThousandWaitingRows_whenDueRowsArePicked_thenTheirIndexIsUsed() {
      assertThat(plans.get(Sql.CLAIM_DUE_PICK))
          .isNotEmpty()
          .allSatisfy(plan -> assertThat(plan).contains(server.dueIndex()));
    }

    @Test
    void givenALargeBacklogOfOneQueue_whenQueuesOrTenantsAreAskedFor_thenOnlyTheirNumberCounts() {
      Space space = fixture().space();
      space.asOwner(
          connection -> {
            for (Sql sql : List.of(Sql.DUE_QUEUES, Sql.TENANTS)) {
              assertThat(server.reads(connection, bound(connection, sql)))
                  .as("what " + sql + " reads")
                  .isBetween(1L, FEW_READS);
            }
            // Asks for a column that no index has: an index read without its rows is quick enough.
            String naive =
                "SELECT handler_id, tenant_id, MIN(next_attempt_at), MAX(attempt) FROM"
                    + " event_consumption WHERE next_attempt_at IS NOT NULL"
                    + " GROUP BY handler_id, tenant_id";
            assertThat(server.reads(connection, new PlanServer.Bound(naive, List.of())))
                .as("what a statement reads that must be slow")
                .isGreaterThan(5 * FEW_READS);
          });
    }

    @Test
    void
        givenDeadLettersWithLargePayloads_whenOperatorsLook_thenEachLookIsBoundedAndTellsTheWhole() {
      Looking looking = new Looking(fixture());
      looking.hideOneOldRow();
      looking.everyLookIsQuick();
      looking.pagesFindTheOldRow();
    }

    @Test
    void givenDeadLettersWithLargePayloads_whenOperatorsLook_thenNoMoreIsReadThanIsLookedAt() {
      fixture()
          .space()
          .asOwner(
              connection -> {
                List<String> greedy = new ArrayList<>();
                Looking.MOST_READS.forEach(
                    (sql, most) -> {
                      long reads = Looking.reads(server, connection, asked(connection, sql));
                      if (reads < 1 || reads > most) {
                        greedy.add(sql + " reads " + reads);
                      }
                    });
                assertThat(greedy).isEmpty();
              });
    }

    /** What blocks is asked of one aggregate; without one there is nothing to read. */
    private PlanServer.Bound asked(Connection connection, Sql sql) {
      try {
        return sql == Sql.BLOCKED_BY ? bound(connection, sql) : wide(connection, sql);
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }

    /** A question that asks for everything of a handler, as far back as there is. */
    private PlanServer.Bound wide(Connection connection, Sql sql) throws SQLException {
      SqlCatalog catalog = SqlCatalog.load(SqlSource.of(Dialects.detect(connection)), "");
      return new PlanServer.Bound(
          catalog.text(sql), catalog.places(sql).stream().map(values::wide).toList());
    }

    private PlanServer.Bound bound(Connection connection, Sql sql) throws SQLException {
      SqlCatalog catalog = SqlCatalog.load(SqlSource.of(Dialects.detect(connection)), "");
      return new PlanServer.Bound(
          catalog.text(sql), catalog.places(sql).stream().map(values::get).toList());
    }

    @Test
    void givenStatementsThatMustBeSlow_whenTheyArePlanned_thenTheGateCloses() {
      Space space = fixture().space();
      space.asOwner(
          connection -> {
            for (String slow :
                List.of(
                    "SELECT event_id FROM event_consumption WHERE attempt = 7",
                    "SELECT event_id FROM event_consumption WHERE tenant_id = 't1' AND handler_id"
                        + " = 'h1' ORDER BY updated_at LIMIT 10")) {
              for (String plan : server.plans(connection, new PlanServer.Bound(slow, List.of()))) {
                assertThat(server.faults(plan, PlanServer.Sorting.NOTHING)).as(plan).isNotEmpty();
              }
            }
          });
    }
  }
}
