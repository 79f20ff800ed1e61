package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.QuarantineFilter;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.internal.Sql;
import io.consumptionledger.operations.Count;
import io.consumptionledger.operations.ErrorKinds;
import io.consumptionledger.operations.ListedRow;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Page;
import io.consumptionledger.operations.Status;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** An operator in front of a large table. */
final class Looking {
  private static final Tenant TENANT = new Tenant("t1");
  private static final String HANDLER = "h1";
  private static final Duration QUICK = Duration.ofSeconds(10);

  /** What is looked at of a handler, with the pages of its index. */
  private static final long NEWEST = 14_000;

  /** Pages or rows, for a page of 50 rows or one row. */
  private static final long ONE_PAGE = 250;

  /** Of a question that leaves out nothing; a fifth of a tenant's rows are this handler's. */
  static final Map<Sql, Long> MOST_READS =
      Map.ofEntries(
          Map.entry(Sql.HANDLERS, ONE_PAGE),
          Map.entry(Sql.INSPECT, ONE_PAGE),
          Map.entry(Sql.INSPECT_DEAD, ONE_PAGE),
          Map.entry(Sql.INSPECT_REACH, NEWEST),
          Map.entry(Sql.INSPECT_REACH_DEAD, NEWEST),
          Map.entry(Sql.INSPECT_COUNT, ONE_PAGE),
          Map.entry(Sql.INSPECT_COUNT_DEAD, ONE_PAGE),
          Map.entry(Sql.ERRORS, NEWEST),
          Map.entry(Sql.BLOCKING_HEADS, NEWEST),
          Map.entry(Sql.OLDEST_DUE, ONE_PAGE),
          Map.entry(Sql.COUNT_HELD, ONE_PAGE),
          Map.entry(Sql.COUNT_WAITING, ONE_PAGE),
          Map.entry(Sql.COUNT_DEAD, ONE_PAGE),
          Map.entry(Sql.LIST_DEAD, ONE_PAGE),
          Map.entry(Sql.REPLAY_SELECT, ONE_PAGE),
          Map.entry(Sql.BLOCKED_BY, ONE_PAGE),
          Map.entry(Sql.QUARANTINE_LIST, ONE_PAGE),
          Map.entry(Sql.QUARANTINE_COUNT, ONE_PAGE),
          Map.entry(Sql.QUARANTINE_REACH, NEWEST),
          Map.entry(Sql.PURGE_PICK, ONE_PAGE),
          Map.entry(Sql.GET, ONE_PAGE));

  private final JdbcFixture fixture;
  private final Operations operations;

  Looking(JdbcFixture fixture) {
    this.fixture = fixture;
    this.operations = Operations.on(fixture.store()).build();
  }

  static long reads(PlanServer server, Connection connection, PlanServer.Bound bound) {
    try {
      return server.reads(connection, bound);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** A row that only its error code tells from others, received before all of them. */
  void hideOneOldRow() {
    fixture
        .space()
        .asOwner(
            connection ->
                Space.run(
                    connection,
                    List.of(
                        "INSERT INTO event_consumption (tenant_id, handler_id, event_id, item_key,"
                            + " status, attempt, received_at, updated_at, error_class, error_type,"
                            + " error_fingerprint, error_code, closed_by, closed_reason) VALUES"
                            + " ('t1', 'h1', 'hidden', '', 'DISCARDED', 1,"
                            + " TIMESTAMP '2001-01-01 00:00:00', TIMESTAMP '2001-01-01 00:00:00',"
                            + " 'POISON', 'Odd', '"
                            + "0".repeat(64)
                            + "', 'RARE', 'olga', 'rare')")));
  }

  /** Each call returns before a person begins to wonder. */
  void everyLookIsQuick() {
    Volume volume = Volume.asked();
    RowFilter dead = RowFilter.in(ConsumptionState.DEAD_LETTER);
    Page<ListedRow> page =
        quick("list", () -> operations.rows().list(TENANT, RowFilter.all(), null, 50));
    assertThat(page.items()).hasSize(50);
    quick("list of dead letters", () -> operations.rows().list(TENANT, dead, null, 1_000));
    quick(
        "list that finds little",
        () -> operations.rows().list(TENANT, RowFilter.all().withErrorCode("NONE"), null, 50));
    Count count = quick("count", () -> operations.rows().count(TENANT, dead, 1_000_000));
    assertThat(count).isEqualTo(new Count.Exactly(volume.dead() / 4));
    ErrorKinds kinds =
        quick("errors", () -> operations.rows().errors(TENANT, null, null, null, 20));
    assertThat(kinds.isComplete()).isTrue();
    assertThat(kinds.kinds())
        .singleElement()
        .satisfies(kind -> assertThat(kind.count()).isEqualTo(count));
    quick("show", () -> operations.rows().show(TENANT, key("dead-1")));
    quick("show of a blocked row", () -> operations.rows().show(TENANT, key("parked-201")));
    assertThat(quick("blocked", () -> operations.overview().blocked(TENANT, null, 20)))
        .isNotEmpty();
    assertThat(quick("in flight", () -> operations.overview().inFlight(TENANT, null, 100)))
        .isNotEmpty();
    Status status = quick("status", () -> operations.overview().status(TENANT, 1_000));
    assertThat(status.handlers()).hasSize(5);
    assertThat(status.handlers().get(1).counts())
        .containsEntry(ConsumptionState.SUCCEEDED, new Count.AtLeast(1_001));
    quick(
        "anomalies",
        () ->
            operations
                .overview()
                .anomalies(TENANT, EnumSet.allOf(AnomalyKind.class), null, null, null, 50));
    quick(
        "quarantine",
        () -> operations.quarantine().list(TENANT, QuarantineFilter.open(), null, 1_000));
    assertThat(
            quick(
                "count of the quarantine",
                () -> operations.quarantine().count(TENANT, QuarantineFilter.open(), 20_000)))
        .isEqualTo(new Count.Exactly(15_000));
    quick("audit", () -> operations.audit().list(TENANT, null, null, null, 50));
  }

  private static ConsumptionKey key(String event) {
    return new ConsumptionKey(TENANT, HANDLER, event, "");
  }

  private static <T> T quick(String what, Supplier<T> look) {
    long begin = System.nanoTime();
    T seen = look.get();
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    assertThat(took).as("the time for " + what).isLessThan(QUICK);
    return seen;
  }

  /** A call stops before it has looked at everything; the pages together have. */
  void pagesFindTheOldRow() {
    RowFilter rare = RowFilter.all().withErrorCode("RARE");
    List<String> found = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    String next = null;
    do {
      Page<ListedRow> page = operations.rows().list(TENANT, rare, next, 50);
      page.items().forEach(row -> found.add(row.key().eventId()));
      sizes.add(page.items().size());
      next = page.next();
    } while (next != null && sizes.size() < 1_000);
    assertThat(found).containsExactly("hidden");
    assertThat(sizes).as("pages until it is found").hasSizeGreaterThan(1).startsWith(0);
    assertThat(operations.rows().count(TENANT, rare, 10)).isEqualTo(new Count.Exactly(1));
  }
}
