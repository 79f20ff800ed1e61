package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.conformance.database.Databases;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.dialect.Dialects;
import io.consumptionledger.jdbc.internal.Sql;
import io.consumptionledger.jdbc.internal.SqlCatalog;
import io.consumptionledger.jdbc.internal.SqlSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The plans of the production statements on a table with 200,000 finished and 2,000 waiting rows,
 * analysed, with the planner's settings untouched.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PlanGate {
  /** They look at no table. */
  private static final Set<Sql> WITHOUT_TABLE = EnumSet.of(Sql.SET_ISOLATION, Sql.SESSION_ID);

  private final String product;
  private final Samples samples = new Samples();
  private Space space;
  private SqlCatalog catalog;

  PlanGate(String product) {
    this.product = product;
  }

  /** The faults in a statement's plans, each with the plan; empty if there are none. */
  abstract List<String> faults(Connection connection, Sql sql, String text, List<Object> values)
      throws SQLException;

  /** The plan of a statement, as text. */
  abstract String plan(Connection connection, String text, List<Object> values) throws SQLException;

  /** The index that the due query must use. */
  abstract String dueIndex();

  @BeforeAll
  void fill() {
    space = Databases.get(product).newSpace();
    space.asOwner(
        connection -> {
          catalog = SqlCatalog.load(SqlSource.of(Dialects.detect(connection)), "");
          Space.run(connection, Space.statements(script()));
        });
  }

  private String script() {
    try {
      return Files.readString(Path.of("src/test/resources/plans", product + ".sql"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterAll
  void drop() {
    if (space != null) {
      space.close();
    }
  }

  @Test
  void givenManyFinishedRows_whenStatementsAreExplained_thenNoneScansOrSorts() {
    List<String> faults = new ArrayList<>();
    space.asOwner(
        connection -> {
          for (Sql sql : Sql.values()) {
            if (!WITHOUT_TABLE.contains(sql)) {
              List<Object> values = samples.of(sql, catalog.places(sql));
              faults.addAll(faults(connection, sql, catalog.text(sql), values));
            }
          }
        });
    assertThat(faults).isEmpty();
  }

  @Test
  void givenTwoThousandWaitingRows_whenTheDueQueryIsExplained_thenItUsesItsIndex() {
    space.asOwner(
        connection -> {
          List<Object> values = samples.of(Sql.CLAIM_DUE_PICK, catalog.places(Sql.CLAIM_DUE_PICK));
          assertThat(count(connection, "RETRY_SCHEDULED")).isEqualTo(Samples.WAITING);
          assertThat(count(connection, "SUCCEEDED")).isEqualTo(Samples.FINISHED);
          assertThat(plan(connection, catalog.text(Sql.CLAIM_DUE_PICK), values))
              .contains(dueIndex());
        });
  }

  private static int count(Connection connection, String state) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT count(*) FROM event_consumption WHERE status = '" + state + "'")) {
      row.next();
      return row.getInt(1);
    }
  }
}
