package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Tenant;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayLogic;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.ItemResult;
import io.consumptionledger.spi.ReplayRequestVerbs.Which;
import io.consumptionledger.spi.TransitionResult;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The rows of a request. The request is kept as it is while one of them is worked on, so that
 * nothing is scheduled after it was taken back; the item is locked before its row, so that two
 * operators schedule a row once; and outcome, row and audit are written together, or nothing.
 */
final class JdbcReplayItems {
  private final Sessions sessions;
  private final JdbcOperator operators;

  JdbcReplayItems(Sessions sessions, JdbcOperator operators) {
    this.sessions = sessions;
    this.operators = operators;
  }

  Optional<ItemResult> replay(Tenant tenant, UUID requestId, int position, String operator) {
    Params params = item(tenant, requestId, position);
    Call call = new Call("REPLAY_ITEM", requestId + "/" + position);
    return Optional.ofNullable(
        sessions.transaction(call, session -> replay(session, call, params, operator)));
  }

  private static Params item(Tenant tenant, UUID requestId, int position) {
    return ReplayRows.request(tenant, requestId).number("position", position);
  }

  private ItemResult replay(Session session, Call call, Params params, String operator)
      throws SQLException {
    ReplayRequest request = approved(session, params);
    ReplayItem item =
        request == null ? null : session.one(Sql.REPLAY_ITEM_LOCK, params, ReplayRows::item);
    if (item == null || !item.isOpen()) {
      return item == null ? null : new ItemResult(item, null);
    }
    TransitionResult result =
        operators.authorizeReplay(
            session,
            item.row().key(),
            item.row().version(),
            ReplayLogic.approval(request, operator));
    ReplayItem judged = ReplayLogic.judge(item, result);
    if (judged.outcome() == ReplayOutcome.BLOCKED) {
      return new ItemResult(judged, ((TransitionResult.Refused) result).actual().order());
    }
    if (write(session, params, judged) != 1) {
      throw call.failed("did not write the outcome of the item that it had locked");
    }
    tell(session, request, judged, operator);
    return new ItemResult(judged, null);
  }

  private static ReplayRequest approved(Session session, Params params) throws SQLException {
    ReplayRequest request = session.one(Sql.REPLAY_REQUEST_SHARE, params, ReplayRows::request);
    return request != null && request.state() == ReplayRequest.State.APPROVED ? request : null;
  }

  private static int write(Session session, Params params, ReplayItem item) throws SQLException {
    return session.update(
        Sql.REPLAY_ITEM_OUTCOME,
        params.text("outcome", item.outcome().name()).text("detail", item.detail()));
  }

  /** What is scheduled is told by AUTHORIZE_REPLAY itself. */
  private static void tell(Session session, ReplayRequest request, ReplayItem item, String operator)
      throws SQLException {
    if (item.outcome() != ReplayOutcome.SCHEDULED) {
      session.update(
          Sql.APPEND_AUDIT,
          Params.key(item.row().key())
              .text("quarantineId", null)
              .text("action", "REPLAY_ITEM")
              .text("actor", operator)
              .text("secondActor", null)
              .text("reason", request.reason())
              .text("detail", ReplayLogic.context(request, item)));
    }
  }

  Optional<ReplayItem> record(Tenant tenant, UUID requestId, ReplayItem item, String operator) {
    Params params = item(tenant, requestId, item.position());
    return Optional.ofNullable(
        sessions.transaction(
            new Call("REPLAY_ITEM", requestId + "/" + item.position()),
            session -> record(session, params, item, operator)));
  }

  private static ReplayItem record(Session session, Params params, ReplayItem item, String operator)
      throws SQLException {
    ReplayRequest request = approved(session, params);
    ReplayItem there =
        request == null ? null : session.one(Sql.REPLAY_ITEM_LOCK, params, ReplayRows::item);
    if (there == null) {
      return null;
    }
    ReplayItem wanted = there.with(item.outcome(), item.detail());
    if ((session.replyLost() && wanted.equals(there)) || write(session, params, wanted) != 1) {
      return there;
    }
    tell(session, request, wanted, operator);
    return wanted;
  }

  List<ReplayItem> list(Tenant tenant, UUID requestId, Which which, int from, int limit) {
    Sql sql =
        switch (which) {
          case ALL -> Sql.REPLAY_ITEMS;
          case OPEN -> Sql.REPLAY_ITEMS_OPEN;
          case IN_FLIGHT -> Sql.REPLAY_ITEMS_IN_FLIGHT;
        };
    return list(sql, tenant, requestId, from, limit, ReplayRows::item);
  }

  List<ReplayItem> preview(Tenant tenant, UUID requestId, int from, int limit) {
    return list(Sql.REPLAY_PREVIEW, tenant, requestId, from, limit, ReplayRows::preview);
  }

  private List<ReplayItem> list(
      Sql sql,
      Tenant tenant,
      UUID requestId,
      int from,
      int limit,
      Session.Mapper<ReplayItem> mapper) {
    Params params = item(tenant, requestId, from).number("limit", limit);
    return sessions.alone(
        new Call(sql.name(), requestId), session -> session.list(sql, params, mapper));
  }
}
