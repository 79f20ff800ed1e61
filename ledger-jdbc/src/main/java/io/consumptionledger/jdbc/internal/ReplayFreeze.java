package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.ReplayLogic;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.NewRequest;
import io.consumptionledger.spi.ReplaySelection;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.RowVersion;
import io.consumptionledger.spi.SelectionHash;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Selects the rows of a new replay request and binds them to it. */
final class ReplayFreeze {
  /** Rows that travel in one statement. */
  private static final int CHUNK = 1_000;

  private ReplayFreeze() {}

  static ReplayLogic.Frozen freeze(Session session, NewRequest wanted) throws SQLException {
    int limit = wanted.limit();
    if (wanted.selection() instanceof ReplaySelection.Rows named) {
      return ReplayLogic.freeze(
          wanted.tenant(), named, find(session, wanted.tenant(), named), limit);
    }
    RowFilter filter = ((ReplaySelection.Matching) wanted.selection()).filter();
    Params params =
        JdbcInspection.wanted(new Params(), filter)
            .text("tenantId", wanted.tenant().id())
            .text("handlerId", filter.handlerId())
            .number("from", Micros.from(filter.receivedFrom()))
            .number("before", Micros.before(filter.receivedBefore()))
            .number("limit", limit + 1);
    List<RowVersion> rows = session.list(Sql.REPLAY_SELECT, params, ReplayRows::versionIfReadable);
    boolean hasMore = rows.size() > limit;
    return new ReplayLogic.Frozen(
        rows.stream().limit(limit).filter(Objects::nonNull).toList(), List.of(), hasMore);
  }

  private static Map<ConsumptionKey, RowSummary> find(
      Session session, Tenant tenant, ReplaySelection.Rows named) throws SQLException {
    List<ConsumptionKey> keys =
        named.rows().stream()
            .map(RowVersion::key)
            .filter(key -> key.tenant().equals(tenant))
            .toList();
    Map<ConsumptionKey, RowSummary> found = new HashMap<>();
    for (List<ConsumptionKey> some : chunks(keys)) {
      Params params = new Params().text("keys", KeyList.of(some));
      for (Row row : session.list(Sql.LIST_KEYS, params, RowMapper::rowIfReadable)) {
        if (row != null) {
          found.put(row.summary().key(), row.summary());
        }
      }
    }
    return found;
  }

  private static <T> List<List<T>> chunks(List<T> all) {
    List<List<T>> chunks = new ArrayList<>();
    for (int at = 0; at < all.size(); at += CHUNK) {
      chunks.add(all.subList(at, Math.min(all.size(), at + CHUNK)));
    }
    return chunks;
  }

  static ReplayRequest add(Session session, Call call, NewRequest wanted, List<RowVersion> rows)
      throws SQLException {
    Params params =
        ReplayRows.request(wanted.tenant(), wanted.id())
            .text("requester", wanted.action().actor())
            .text("reason", wanted.action().reason())
            .text("selection", wanted.selection().describe())
            .number("twoPeople", wanted.twoPeople() ? 1 : 0)
            .number("itemCount", rows.size())
            .bytes("selectionHash", SelectionHash.of(wanted.tenant(), rows).bytes());
    session.update(Sql.REPLAY_REQUEST_ADD, params);
    int position = 0;
    for (List<RowVersion> some : chunks(rows)) {
      int made =
          session.update(
              Sql.REPLAY_ITEMS_ADD, params.text("items", ReplayRows.list(some, position)));
      if (made != some.size()) {
        throw call.failed("bound " + made + " rows instead of " + some.size());
      }
      position += made;
    }
    return session.one(Sql.REPLAY_REQUEST, params, ReplayRows::request);
  }
}
