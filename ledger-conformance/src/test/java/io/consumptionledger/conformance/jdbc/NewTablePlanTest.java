package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.dialect.Dialects;
import io.consumptionledger.jdbc.internal.Sql;
import io.consumptionledger.jdbc.internal.SqlCatalog;
import io.consumptionledger.jdbc.internal.SqlSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A plan that was made while a table was new is kept until somebody analyses it. What the hot path
 * runs must not be planned then as if the table stayed empty: by any index but that of the key, or
 * by reading all of it. MySQL keeps no plans.
 */
class NewTablePlanTest extends OnServer {
  private static final Set<Sql> BY_KEY =
      EnumSet.of(
          Sql.SUCCEED,
          Sql.SCHEDULE_RETRY,
          Sql.DEAD_LETTER,
          Sql.RELEASE,
          Sql.TAKE_OVER,
          Sql.SUCCEED_ALL,
          Sql.SCHEDULE_RETRY_ALL,
          Sql.DEAD_LETTER_ALL,
          Sql.RELEASE_ALL,
          Sql.CLAIM_DUE,
          Sql.RENEW_PICK,
          Sql.GET,
          Sql.GET_LOCKED,
          Sql.LIST_KEYS,
          Sql.CONTENT);

  private static final Set<Sql> BY_ID =
      EnumSet.of(Sql.QUARANTINED, Sql.QUARANTINE_ENTRY, Sql.QUARANTINE_LOCK, Sql.CLOSE_QUARANTINED);

  private final PlanValues values = new PlanValues();

  NewTablePlanTest() {
    super("postgresql");
  }

  @Test
  void givenATableWithoutStatistics_whenTheHotPathIsPlanned_thenByThePrimaryKeyOnly() {
    Space space = fixture().space();
    space.asOwner(
        connection -> {
          SqlCatalog catalog = SqlCatalog.load(SqlSource.of(Dialects.detect(connection)), "");
          for (Sql sql : BY_KEY) {
            for (String plan : plans(connection, catalog, sql)) {
              assertThat(plan)
                  .as(sql.fileName())
                  .contains("ec_pk")
                  .doesNotContain("ec_ix_received")
                  .doesNotContain("Seq Scan on event_consumption");
            }
          }
          for (Sql sql : BY_ID) {
            for (String plan : plans(connection, catalog, sql)) {
              assertThat(plan)
                  .as(sql.fileName())
                  .contains("rmq_pk")
                  .doesNotContain("rmq_ix_received")
                  .doesNotContain("Seq Scan");
            }
          }
        });
  }

  private List<String> plans(Connection connection, SqlCatalog catalog, Sql sql)
      throws SQLException {
    PlanServer.Bound bound =
        new PlanServer.Bound(
            catalog.text(sql), catalog.places(sql).stream().map(values::get).toList());
    return new PostgreSqlPlans().plans(connection, bound);
  }
}
