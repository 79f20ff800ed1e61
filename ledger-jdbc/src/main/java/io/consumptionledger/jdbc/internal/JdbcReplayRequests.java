package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.ReplayApproval;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayLogic;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequest.State;
import io.consumptionledger.spi.ReplayRequestVerbs;
import io.consumptionledger.spi.RowVersion;
import io.consumptionledger.spi.SelectionHash;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Replays that people ask for: the request is locked, changed, and the audit written, or nothing.
 */
final class JdbcReplayRequests implements ReplayRequestVerbs {
  /** Rows that travel in one statement. */
  private static final int CHUNK = 1_000;

  /** No id comes before it, so it stands for the begin of a list whose end is exclusive. */
  private static final UUID FIRST = new UUID(0, 0);

  private final Sessions sessions;
  private final JdbcReplayItems items;

  JdbcReplayRequests(Sessions sessions, JdbcOperator operators) {
    this.sessions = sessions;
    this.items = new JdbcReplayItems(sessions, operators);
  }

  @Override
  public Requested requestReplay(NewRequest wanted) {
    Call call = new Call("REPLAY_REQUEST", wanted.tenant() + "/" + wanted.id());
    List<ReplayLogic.Frozen> tried = new ArrayList<>();
    return sessions.transaction(call, session -> request(session, call, wanted, tried));
  }

  /**
   * An earlier try whose reply was lost is found by the request's id; what it froze is the last.
   */
  private static Requested request(
      Session session, Call call, NewRequest wanted, List<ReplayLogic.Frozen> tried)
      throws SQLException {
    Params params = ReplayRows.request(wanted.tenant(), wanted.id());
    ReplayRequest made =
        session.replyLost() && !tried.isEmpty()
            ? session.one(Sql.REPLAY_REQUEST, params, ReplayRows::request)
            : null;
    if (made == null) {
      tried.add(ReplayFreeze.freeze(session, wanted));
    }
    ReplayLogic.Frozen frozen = tried.get(tried.size() - 1);
    if (made == null && !frozen.rows().isEmpty()) {
      made = ReplayFreeze.add(session, call, wanted, frozen.rows());
      tell(session, made, "REPLAY_REQUEST", made.requester(), made.reason(), made.selection());
    }
    return new Requested(made, frozen.hasMore(), frozen.leftOut());
  }

  private static void tell(
      Session session,
      ReplayRequest request,
      String action,
      String actor,
      String reason,
      String how)
      throws SQLException {
    String detail = ReplayLogic.context(request) + (how == null ? "" : "; " + how);
    session.update(
        Sql.APPEND_AUDIT,
        new Params()
            .text("tenantId", request.tenant().id())
            .text("handlerId", null)
            .text("eventId", null)
            .text("itemKey", null)
            .text("quarantineId", null)
            .text("action", action)
            .text("actor", actor)
            .text("secondActor", null)
            .text("reason", reason)
            .text("detail", detail));
  }

  @Override
  public RequestResult decideReplay(Tenant tenant, UUID requestId, Decision decision) {
    String verb = "REPLAY_" + decision.verdict();
    String actor = decision.action().actor();
    return new Change(verb, tenant, requestId, decision.verdict().to(), actor) {
      @Override
      Reason objection(Session session, ReplayRequest request) throws SQLException {
        if (!decision.verdict().startsFrom(request.state())) {
          return Reason.WRONG_STATE;
        }
        if (decision.verdict() != Verdict.APPROVE) {
          return null;
        }
        if ((request.twoPeople() || decision.twoPeople())
            && ReplayApproval.isSamePerson(request.requester(), actor)) {
          return Reason.SAME_PERSON;
        }
        return isBound(session, request) ? null : Reason.OTHER_SELECTION;
      }

      @Override
      Reason make(Session session, ReplayRequest request) throws SQLException {
        byte[] hash =
            (decision.selection() == null ? request.hash() : decision.selection()).bytes();
        if (!move(session, request, hash)) {
          return Reason.OTHER_SELECTION;
        }
        tell(session, request, verb, actor, decision.action().reason(), null);
        return null;
      }
    }.run(sessions);
  }

  /** Whether the items are still those that were hashed. */
  private static boolean isBound(Session session, ReplayRequest request) throws SQLException {
    List<RowVersion> rows = new ArrayList<>();
    List<RowVersion> some;
    do {
      Params params =
          ReplayRows.request(request.tenant(), request.id())
              .number("position", rows.size())
              .number("limit", CHUNK);
      some = session.list(Sql.REPLAY_ITEMS, params, ReplayRows::version);
      rows.addAll(some);
    } while (some.size() == CHUNK);
    return rows.size() == request.count()
        && SelectionHash.of(request.tenant(), rows).equals(request.hash());
  }

  /** If its reply is lost, the audit may tell of the begin of a run twice, but never of none. */
  @Override
  public RequestResult beginReplay(Tenant tenant, UUID requestId, Run run) {
    String verb = run.isDry() ? "REPLAY_DRY_RUN" : "REPLAY_RUN";
    return new Change(verb, tenant, requestId, null, run.operator()) {
      @Override
      Reason objection(Session session, ReplayRequest request) throws SQLException {
        boolean isReady =
            request.state() == State.APPROVED
                || (run.isDry() && request.state() == State.REQUESTED);
        return !isReady
            ? Reason.WRONG_STATE
            : isBound(session, request) ? null : Reason.OTHER_SELECTION;
      }

      @Override
      Reason make(Session session, ReplayRequest request) throws SQLException {
        tell(session, request, verb, run.operator(), request.reason(), run.detail());
        return null;
      }
    }.run(sessions);
  }

  @Override
  public RequestResult endReplay(Tenant tenant, UUID requestId, Run run) {
    return new Change("REPLAY_END", tenant, requestId, State.FINISHED, run.operator()) {
      @Override
      Reason objection(Session session, ReplayRequest request) {
        return request.state() == State.APPROVED ? null : Reason.WRONG_STATE;
      }

      @Override
      Reason make(Session session, ReplayRequest request) throws SQLException {
        if (progress(session, tenant, requestId).open() == 0
            && !move(session, request, request.hash().bytes())) {
          return Reason.OTHER_SELECTION;
        }
        tell(session, request, "REPLAY_END", run.operator(), request.reason(), run.detail());
        return null;
      }
    }.run(sessions);
  }

  /** One change of a request. It outlives a try, so that a lost reply can be decided. */
  private abstract static class Change {
    private final Call call;
    private final Params params;
    private final State to;
    private final String actor;
    private long seen;

    Change(String verb, Tenant tenant, UUID requestId, State to, String actor) {
      this.call = new Call(verb, tenant + "/" + requestId);
      this.params = ReplayRows.request(tenant, requestId);
      this.to = to;
      this.actor = actor;
    }

    abstract Reason objection(Session session, ReplayRequest request) throws SQLException;

    abstract Reason make(Session session, ReplayRequest request) throws SQLException;

    RequestResult run(Sessions sessions) {
      return sessions.transaction(call, this::run);
    }

    private RequestResult run(Session session) throws SQLException {
      ReplayRequest request = session.one(Sql.REPLAY_REQUEST_LOCK, params, ReplayRows::request);
      if (request == null) {
        return new RequestResult.Refused(Reason.NOT_FOUND, null);
      }
      if (session.replyLost() && request.state() == to && request.version() == seen + 1) {
        return new RequestResult.Done(request);
      }
      Reason reason = objection(session, request);
      if (reason == null) {
        seen = request.version();
        reason = make(session, request);
      }
      return reason == null
          ? new RequestResult.Done(session.one(Sql.REPLAY_REQUEST, params, ReplayRows::request))
          : new RequestResult.Refused(reason, request);
    }

    boolean move(Session session, ReplayRequest request, byte[] hash) throws SQLException {
      return session.update(
              Sql.REPLAY_REQUEST_MOVE,
              params
                  .number("rowVersion", request.version())
                  .bytes("selectionHash", hash)
                  .text("state", to.name())
                  .text("actor", actor))
          == 1;
    }
  }

  @Override
  public Optional<ItemResult> replayItem(
      Tenant tenant, UUID requestId, int position, String operator) {
    return items.replay(tenant, requestId, position, operator);
  }

  @Override
  public Optional<ReplayItem> recordReplayItem(
      Tenant tenant, UUID requestId, ReplayItem item, String operator) {
    return items.record(tenant, requestId, item, operator);
  }

  @Override
  public Optional<ReplayRequest> replayRequest(Tenant tenant, UUID requestId) {
    Params params = ReplayRows.request(tenant, requestId);
    return Optional.ofNullable(
        sessions.alone(
            new Call("REPLAY_REQUEST", requestId),
            session -> session.one(Sql.REPLAY_REQUEST, params, ReplayRows::request)));
  }

  @Override
  public List<ReplayRequest> replayRequests(Tenant tenant, RequestPosition after, int limit) {
    Params params =
        new Params()
            .text("tenantId", tenant.id())
            .number("before", Micros.before(after == null ? null : after.requestedAt()))
            .uuid("requestId", after == null ? FIRST : after.id())
            .number("limit", limit);
    return sessions.alone(
        new Call("REPLAY_REQUESTS", tenant),
        session -> session.list(Sql.REPLAY_REQUESTS, params, ReplayRows::request));
  }

  @Override
  public Progress replayProgress(Tenant tenant, UUID requestId) {
    return sessions.alone(
        new Call("REPLAY_PROGRESS", requestId), session -> progress(session, tenant, requestId));
  }

  private static Progress progress(Session session, Tenant tenant, UUID requestId)
      throws SQLException {
    Map<ReplayOutcome, Integer> outcomes = new EnumMap<>(ReplayOutcome.class);
    int[] untried = new int[1];
    session.list(
        Sql.REPLAY_PROGRESS,
        ReplayRows.request(tenant, requestId),
        row -> {
          ReplayOutcome outcome = RowMapper.word(ReplayOutcome.class, row, "outcome");
          int number = row.getInt("number_of_rows");
          if (outcome == null) {
            untried[0] = number;
          } else {
            outcomes.put(outcome, number);
          }
          return number;
        });
    return new Progress(untried[0], outcomes);
  }

  @Override
  public List<ReplayItem> replayItems(
      Tenant tenant, UUID requestId, Which which, int from, int limit) {
    return items.list(tenant, requestId, which, from, limit);
  }

  @Override
  public List<ReplayItem> previewReplay(Tenant tenant, UUID requestId, int from, int limit) {
    return items.preview(tenant, requestId, from, limit);
  }
}
