package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Failure;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.QuarantineFilter;
import io.consumptionledger.QuarantineFilter.Which;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.InspectionVerbs.Counted;
import io.consumptionledger.spi.QuarantineVerbs.Closing;
import io.consumptionledger.spi.QuarantineVerbs.QuarantineEntry;
import io.consumptionledger.spi.QuarantineVerbs.QuarantinePage;
import io.consumptionledger.spi.QuarantineVerbs.QuarantinePosition;
import io.consumptionledger.spi.QuarantineVerbs.Resolution;
import io.consumptionledger.spi.QuarantinedMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Messages that cannot be given a key. */
final class JdbcQuarantine {
  /** How many messages a page looks at, and how many a count does. */
  private static final int LISTED = 10_000;

  private static final int COUNTED = 100_000;

  private final Sessions sessions;

  JdbcQuarantine(Sessions sessions) {
    this.sessions = sessions;
  }

  /** After a lost reply the message counts as new: told twice is better than never. */
  boolean quarantine(QuarantinedMessage message) {
    Call call = new Call("QUARANTINE", message.id());
    Params params = whole(message);
    try {
      return insert(call, params);
    } catch (StoreException e) {
      if (!sessions.isTooLarge(call, e)) {
        throw e;
      }
      return insert(call, beginning(message, params));
    }
  }

  private boolean insert(Call call, Params params) {
    return sessions.alone(
        call, session -> session.insert(Sql.QUARANTINE, params) || session.replyLost());
  }

  private static Params whole(QuarantinedMessage message) {
    Metadata source = message.source();
    return message(message.tenant(), message.id())
        .text("handlerId", message.handlerId())
        .text("topic", source.topic())
        .number("partition", source.partition())
        .number("offset", source.offset())
        .instant("brokerTimestamp", source.brokerTimestamp())
        .bytes("headers", message.headers().encode())
        .bytes("rawKey", message.rawKey())
        .bytes("payload", message.payload().bytes().orElse(null))
        .hash(message.payloadHash())
        .failure(message.failure());
  }

  /** Hash and identity stay those of the whole message; the failure's text says what is gone. */
  private static Params beginning(QuarantinedMessage message, Params whole) {
    Payload payload = message.payload();
    byte[] rawKey = message.rawKey();
    boolean keepAround =
        message.headers().encodedSize() + (rawKey == null ? 0 : rawKey.length)
            <= Sessions.KEPT_BYTES;
    Failure failure = message.failure();
    String text =
        "too large to be stored whole: kept are the first "
            + Math.min(payload.size(), Sessions.KEPT_BYTES)
            + " of "
            + payload.size()
            + " bytes of payload"
            + (keepAround ? "" : ", no headers and no raw key")
            + (failure.message() == null ? "" : "; " + failure.message());
    return whole
        .bytes("headers", (keepAround ? message.headers() : Headers.none()).encode())
        .bytes("rawKey", keepAround ? rawKey : null)
        .bytes("payload", payload.isTombstone() ? null : payload.first(Sessions.KEPT_BYTES))
        .text(
            "errorMessage", Failure.of(failure.errorClass(), failure.type(), null, text).message())
        .text("errorCode", QuarantinedMessage.CUT);
  }

  Optional<QuarantinedMessage> quarantined(Tenant tenant, String id) {
    Call call = new Call("QUARANTINED", id);
    try {
      return Optional.ofNullable(
          sessions.alone(
              call,
              session ->
                  session.one(Sql.QUARANTINED, message(tenant, id), JdbcQuarantine::message)));
    } catch (IllegalArgumentException e) {
      throw call.failed("found damaged headers: " + e.getMessage());
    }
  }

  Optional<QuarantineEntry> quarantineEntry(Tenant tenant, String id) {
    return Optional.ofNullable(
        sessions.alone(
            new Call("QUARANTINE_ENTRY", id),
            session ->
                session.one(Sql.QUARANTINE_ENTRY, message(tenant, id), JdbcQuarantine::entry)));
  }

  QuarantinePage quarantinePage(
      Tenant tenant, QuarantineFilter filter, QuarantinePosition after, int limit) {
    Window whole = window(tenant, filter);
    boolean isFirst = after == null || Micros.of(after.receivedAt()) >= whole.before();
    Window window = isFirst ? whole : whole.until(Micros.of(after.receivedAt()));
    return sessions.alone(
        new Call("QUARANTINE_PAGE", tenant),
        session -> {
          Long reach = reach(session, window, filter, LISTED);
          List<QuarantineEntry> found =
              session.list(
                  Sql.QUARANTINE_LIST,
                  wanted(window.since(reach), filter)
                      .text("beforeMessage", isFirst ? "" : after.id())
                      .number("limit", limit),
                  JdbcQuarantine::entry);
          return new QuarantinePage(found, end(found, limit, reach));
        });
  }

  private static QuarantinePosition end(List<QuarantineEntry> found, int limit, Long reach) {
    if (found.size() == limit) {
      QuarantineEntry last = found.get(limit - 1);
      return new QuarantinePosition(last.receivedAt(), last.id());
    }
    return reach == null ? null : new QuarantinePosition(Micros.instant(reach), "");
  }

  Counted countQuarantined(Tenant tenant, QuarantineFilter filter, int limit) {
    Window window = window(tenant, filter);
    return sessions.alone(
        new Call("QUARANTINE_COUNT", tenant),
        session -> {
          Long reach = reach(session, window, filter, Math.max(limit, COUNTED));
          long number =
              session.one(
                  Sql.QUARANTINE_COUNT,
                  wanted(window.since(reach), filter).number("limit", limit + 1),
                  row -> row.getLong("number_of_messages"));
          return new Counted(number, reach == null && number <= limit);
        });
  }

  private static Window window(Tenant tenant, QuarantineFilter filter) {
    return Window.of(tenant, filter.handlerId(), filter.receivedFrom(), filter.receivedBefore());
  }

  private static Params wanted(Window window, QuarantineFilter filter) {
    return window.params().text("which", filter.which().name());
  }

  /** Without a further condition every message looked at is wanted, so the limit is enough. */
  private static Long reach(Session session, Window window, QuarantineFilter filter, int messages)
      throws SQLException {
    return filter.handlerId() == null && filter.which() == Which.ANY
        ? null
        : window.reach(session, Sql.QUARANTINE_REACH, messages);
  }

  static Params message(Tenant tenant, String id) {
    return new Params().text("tenantId", tenant.id()).text("quarantineId", id);
  }

  static QuarantinedMessage message(ResultSet row) throws SQLException {
    return new QuarantinedMessage(
        new Tenant(row.getString("tenant_id")),
        row.getString("handler_id"),
        new Metadata(
            null,
            null,
            null,
            null,
            row.getString("topic"),
            RowMapper.integer(row, "partition_no"),
            RowMapper.number(row, "offset_no"),
            RowMapper.instant(row, "broker_micros")),
        Headers.decode(row.getBytes("headers")),
        row.getBytes("raw_key"),
        Payload.of(row.getBytes("payload")),
        RowMapper.failure(row));
  }

  private static QuarantineEntry entry(ResultSet row) throws SQLException {
    return new QuarantineEntry(
        row.getString("quarantine_id"),
        row.getString("handler_id"),
        row.getString("topic"),
        RowMapper.integer(row, "partition_no"),
        RowMapper.number(row, "offset_no"),
        row.getString("error_message"),
        RowMapper.instant(row, "received_micros"),
        closing(row));
  }

  static Closing closing(ResultSet row) throws SQLException {
    Resolution as = RowMapper.word(Resolution.class, row, "resolution");
    return as == null
        ? null
        : new Closing(
            as,
            row.getString("resolved_by"),
            row.getString("resolved_reason"),
            RowMapper.instant(row, "resolved_micros"));
  }
}
