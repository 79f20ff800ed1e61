package io.consumptionledger.benchmarks.peers;

import io.consumptionledger.benchmarks.database.Messages;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Line;
import io.consumptionledger.benchmarks.harness.Step;
import io.consumptionledger.benchmarks.lines.DatabaseLine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/** Patterns whose libraries bring a framework with them; here is their SQL alone, by hand. */
public final class SqlPeers {
  private SqlPeers() {}

  private abstract static class Pattern extends DatabaseLine {
    private final String table;
    private final String note;

    Pattern(String name, Space space, String table, String note) {
      super(name, space);
      this.table = table;
      this.note = note;
    }

    @Override
    public String note() {
      return note;
    }

    @Override
    protected void reset() throws SQLException {
      space().execute("DROP TABLE IF EXISTS " + table);
      space().execute(product().sql(table + "-table"));
    }
  }

  /** A publication is inserted, the listener runs, the publication is completed. */
  public static Line publications(Space space) {
    return new Pattern(
        "event publication registry (SQL)",
        space,
        "publication",
        "INSERT of the publication, UPDATE of its completion date by id, each its own commit on a"
            + " pool. Can list incomplete publications; knows no duplicates, leases, attempts or"
            + " dead letters, and a publication that runs may be resubmitted. Without the cost of"
            + " its framework.") {
      @Override
      protected Step step(int caller) {
        return () -> {
          Messages.Message message = Messages.next();
          Object id = product().token(UUID.randomUUID());
          try (Connection connection = pool().connection();
              PreparedStatement insert =
                  connection.prepareStatement(product().sql("publication-insert"))) {
            insert.setObject(1, id);
            insert.setString(2, message.event() + "-".repeat(message.payload().length));
            requireOne(insert.executeUpdate());
          }
          try (Connection connection = pool().connection();
              PreparedStatement complete =
                  connection.prepareStatement(product().sql("publication-complete"))) {
            complete.setObject(1, id);
            requireOne(complete.executeUpdate());
          }
          return 1;
        };
      }
    };
  }

  /** One insert in the transaction of the handler, which writes nothing else. */
  public static Line inbox(Space space) {
    return new Pattern(
        "insert-only inbox (SQL)",
        space,
        "inbox",
        "One INSERT, which is the whole transaction because the handler writes nothing. Answers"
            + " duplicates; records no failure, retries nothing, sees no crash, keeps no payload.") {
      @Override
      protected Step step(int caller) {
        return () -> {
          try (Connection connection = pool().connection();
              PreparedStatement insert =
                  connection.prepareStatement(product().sql("inbox-insert"))) {
            insert.setString(1, Messages.next().event());
            requireOne(insert.executeUpdate());
          }
          return 1;
        };
      }
    };
  }

  private static void requireOne(int count) throws SQLException {
    if (count != 1) {
      throw new SQLException("changed " + count + " rows");
    }
  }
}
