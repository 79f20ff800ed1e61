package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Failure;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantineVerbs;
import io.consumptionledger.spi.QuarantinedMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Messages that cannot be given a key. */
final class JdbcQuarantine implements QuarantineVerbs {
  private static final String RESOLVE = "RESOLVE_QUARANTINED";

  private final Sessions sessions;

  JdbcQuarantine(Sessions sessions) {
    this.sessions = sessions;
  }

  /** After a lost reply the message counts as new: told twice is better than never. */
  @Override
  public boolean quarantine(QuarantinedMessage message) {
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
        message.headers().encode().length + (rawKey == null ? 0 : rawKey.length)
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
            "errorMessage", Failure.of(failure.errorClass(), failure.type(), null, text).message());
  }

  @Override
  public Optional<QuarantinedMessage> quarantined(Tenant tenant, String id) {
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

  @Override
  public List<QuarantineEntry> quarantineList(Tenant tenant, int limit) {
    Params params = new Params().text("tenantId", tenant.id()).number("limit", limit);
    return sessions.alone(
        new Call("QUARANTINE_LIST", tenant),
        session -> session.list(Sql.QUARANTINE_LIST, params, JdbcQuarantine::entry));
  }

  @Override
  public boolean resolveQuarantined(Tenant tenant, String id, OperatorAction action) {
    Params close =
        message(tenant, id).text("actor", action.actor()).text("reason", action.reason());
    Params audit =
        message(tenant, id)
            .text("handlerId", null)
            .text("eventId", null)
            .text("itemKey", null)
            .text("action", RESOLVE)
            .text("actor", action.actor())
            .text("secondActor", null)
            .text("reason", action.reason())
            .text("detail", null);
    return sessions.transaction(
        new Call(RESOLVE, id),
        session -> {
          if (session.update(Sql.RESOLVE_QUARANTINED, close) == 0) {
            return session.replyLost() && isResolvedBy(session, tenant, id, action);
          }
          session.update(Sql.APPEND_AUDIT, audit);
          return true;
        });
  }

  private record Resolution(String actor, String reason) {}

  private static boolean isResolvedBy(
      Session session, Tenant tenant, String id, OperatorAction action) throws SQLException {
    Resolution found =
        session.one(
            Sql.QUARANTINED,
            message(tenant, id),
            row -> new Resolution(row.getString("resolved_by"), row.getString("resolved_reason")));
    return new Resolution(action.actor(), action.reason()).equals(found);
  }

  private static Params message(Tenant tenant, String id) {
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
        row.getString("resolved_by"));
  }
}
