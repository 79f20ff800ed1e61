package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.InspectionVerbs.Counted;
import io.consumptionledger.spi.InspectionVerbs.ErrorGroup;
import io.consumptionledger.spi.InspectionVerbs.ErrorGroups;
import io.consumptionledger.spi.InspectionVerbs.RowPage;
import io.consumptionledger.spi.InspectionVerbs.RowPosition;
import io.consumptionledger.spi.Row;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Lists and counts of rows. The index gives the rows of a handler in the order received; what else
 * is asked for is looked for among them, as far back as a bounded number of rows goes.
 */
final class JdbcInspection {
  /** How many rows a page looks at, and how many a count or a group does. */
  private static final int LISTED = 10_000;

  private static final int COUNTED = 100_000;

  private final Sessions sessions;

  JdbcInspection(Sessions sessions) {
    this.sessions = sessions;
  }

  List<String> handlers(Tenant tenant, String after, int limit) {
    Params params =
        new Params()
            .text("tenantId", tenant.id())
            .text("afterHandler", after == null ? "" : after)
            .number("limit", limit);
    return sessions.alone(
        new Call("HANDLERS", tenant),
        session -> session.list(Sql.HANDLERS, params, row -> row.getString("handler_id")));
  }

  /** The newest first: what comes before a place is what a page may hold. */
  private record Place(Window window, String event, String item) {
    static Place of(Tenant tenant, RowFilter filter, RowPosition after) {
      Window window =
          Window.of(tenant, filter.handlerId(), filter.receivedFrom(), filter.receivedBefore());
      if (after == null || Micros.of(after.receivedAt()) >= window.before()) {
        return new Place(window, "", "");
      }
      return new Place(
          new Window(
              window.tenantId(), window.handlerId(), window.from(), Micros.of(after.receivedAt())),
          after.eventId(),
          after.itemKey());
    }

    Params params(Window looked, RowFilter filter, int limit) {
      return wanted(looked.params(), filter)
          .text("beforeEvent", event)
          .text("beforeItem", item)
          .number("limit", limit);
    }
  }

  /** What a filter asks for besides handler and time. */
  static Params wanted(Params params, RowFilter filter) {
    return params
        .words("states", filter.states())
        .text("errorClass", filter.errorClass() == null ? null : filter.errorClass().name())
        .text("errorCode", filter.errorCode())
        .text("fingerprint", filter.fingerprint())
        .text("eventType", filter.eventType())
        .text("aggregateType", filter.aggregateType())
        .text("aggregateId", filter.aggregateId());
  }

  /** A row, or null if nobody can read it, and its place all the same. */
  private record Found(Row row, RowPosition place) {
    static Found of(ResultSet row) throws SQLException {
      return new Found(
          RowMapper.rowIfReadable(row),
          new RowPosition(
              RowMapper.instant(row, "received_micros"),
              row.getString("handler_id"),
              row.getString("event_id"),
              row.getString("item_key")));
    }
  }

  RowPage rows(Tenant tenant, RowFilter filter, RowPosition after, int limit) {
    boolean isDead = filter.isOnly(ConsumptionState.DEAD_LETTER);
    Place place = Place.of(tenant, filter, after);
    return sessions.alone(
        new Call("ROWS", tenant + "/" + filter.handlerId()),
        session -> {
          Long reach =
              place
                  .window()
                  .reach(session, isDead ? Sql.INSPECT_REACH_DEAD : Sql.INSPECT_REACH, LISTED);
          List<Found> found =
              session.list(
                  isDead ? Sql.INSPECT_DEAD : Sql.INSPECT,
                  place.params(place.window().since(reach), filter, limit),
                  Found::of);
          return new RowPage(
              found.stream().map(Found::row).filter(Objects::nonNull).toList(),
              end(found, limit, reach));
        });
  }

  private static RowPosition end(List<Found> found, int limit, Long reach) {
    if (found.size() == limit) {
      return found.get(limit - 1).place();
    }
    return reach == null ? null : RowPosition.afterAll(Micros.instant(reach));
  }

  /** What has an index of its own is counted up to the limit, whatever else there is. */
  Counted countRows(Tenant tenant, RowFilter filter, int limit) {
    boolean isDead = filter.isOnly(ConsumptionState.DEAD_LETTER);
    Window window =
        Window.of(tenant, filter.handlerId(), filter.receivedFrom(), filter.receivedBefore());
    return sessions.alone(
        new Call("COUNT_ROWS", tenant + "/" + filter.handlerId()),
        session -> {
          Long reach = null;
          if (!isDead || filter.asksForMore()) {
            reach =
                window.reach(
                    session,
                    isDead ? Sql.INSPECT_REACH_DEAD : Sql.INSPECT_REACH,
                    Math.max(limit, COUNTED));
          }
          long number =
              session.one(
                  isDead ? Sql.INSPECT_COUNT_DEAD : Sql.INSPECT_COUNT,
                  wanted(window.since(reach).params(), filter).number("limit", limit + 1),
                  row -> row.getLong("number_of_rows"));
          return new Counted(number, reach == null && number <= limit);
        });
  }

  ErrorGroups errorGroups(
      Tenant tenant, String handlerId, Instant receivedFrom, Instant receivedBefore, int limit) {
    Window window = Window.of(tenant, handlerId, receivedFrom, receivedBefore);
    return sessions.alone(
        new Call("ERROR_GROUPS", tenant + "/" + handlerId),
        session -> {
          Long reach = window.reach(session, Sql.INSPECT_REACH_DEAD, COUNTED);
          List<ErrorGroup> groups =
              new ArrayList<>(
                  session.list(
                      Sql.ERRORS,
                      window.since(reach).params().number("limit", limit + 1),
                      JdbcInspection::group));
          boolean isComplete = reach == null && groups.size() <= limit;
          return new ErrorGroups(groups.stream().limit(limit).toList(), isComplete);
        });
  }

  private static ErrorGroup group(ResultSet row) throws SQLException {
    return new ErrorGroup(
        RowMapper.failure(row),
        row.getLong("number_of_rows"),
        RowMapper.instant(row, "first_micros"),
        RowMapper.instant(row, "last_micros"));
  }
}
