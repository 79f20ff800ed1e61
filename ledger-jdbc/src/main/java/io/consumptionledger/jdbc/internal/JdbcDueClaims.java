package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Row;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** CLAIM_DUE: locks what is due, then claims it, each row with its own token. */
final class JdbcDueClaims {
  private static final int MOST_ROUNDS = 5;

  private final Sessions sessions;
  private final DueRows rows = new DueRows();

  JdbcDueClaims(Sessions sessions) {
    this.sessions = sessions;
  }

  List<DueClaim> claimDue(
      Tenant tenant, String handlerId, List<ClaimToken> tokens, Node node, Duration lease) {
    if (tokens.isEmpty()) {
      return List.of();
    }
    // Outlives a try, so that a lost reply can be decided by looking at what it had picked.
    List<DueClaim> picked = new ArrayList<>();
    Call call = Call.of(Transition.CLAIM_DUE, handlerId);
    return sessions.transaction(
        call,
        session -> {
          if (session.replyLost()) {
            List<DueClaim> mine = stillMine(session, picked);
            if (!mine.isEmpty()) {
              return mine;
            }
          }
          picked.clear();
          List<OrderedDueClaims.Runnable> due =
              pick(session, call, tenant, handlerId, tokens.size());
          if (due.isEmpty()) {
            return List.of();
          }
          Map<ConsumptionKey, DueRows.Stored> contents =
              DueRows.contents(session, due.stream().map(OrderedDueClaims.Runnable::due).toList());
          for (OrderedDueClaims.Runnable each : due) {
            ClaimToken token = tokens.get(picked.size());
            picked.add(each.due().claimed(token, contents.get(each.due().key()), each.turn()));
          }
          claim(session, call, tenant, handlerId, picked, node, lease);
          return List.copyOf(picked);
        });
  }

  /** Rows whose turn has not come must not hide those behind them, so it looks again for more. */
  private List<OrderedDueClaims.Runnable> pick(
      Session session, Call call, Tenant tenant, String handlerId, int wanted) throws SQLException {
    int limit = wanted;
    for (int round = 1; ; round++) {
      List<DueRows.Due> due = rows.pick(session, tenant, handlerId, limit);
      List<OrderedDueClaims.Runnable> runnable = OrderedDueClaims.runnable(session, call, due);
      if (!runnable.isEmpty() || due.isEmpty() || round == MOST_ROUNDS) {
        return runnable.subList(0, Math.min(wanted, runnable.size()));
      }
      limit = wanted + due.size();
    }
  }

  private static void claim(
      Session session,
      Call call,
      Tenant tenant,
      String handlerId,
      List<DueClaim> picked,
      Node node,
      Duration lease)
      throws SQLException {
    Params params =
        new Params()
            .text("tenantId", tenant.id())
            .text("handlerId", handlerId)
            .text("keys", KeyList.locked(picked.stream().map(DueClaim::claim).toList()))
            .node(node)
            .span("lease", lease);
    if (session.update(Sql.CLAIM_DUE, params) != picked.size()) {
      throw call.failed("did not change all the rows that it had locked");
    }
    Map<GateKey, ClaimToken> gates = new HashMap<>();
    for (DueClaim due : picked) {
      if (due.claim().order() != null) {
        gates.put(GateKey.of(due.claim().key(), due.claim().order()), due.claim().token());
      }
    }
    OrderedDueClaims.hold(session, call, gates);
  }

  private static List<DueClaim> stillMine(Session session, List<DueClaim> picked)
      throws SQLException {
    List<DueClaim> mine = new ArrayList<>();
    for (DueClaim due : picked) {
      Row row = session.getLocked(due.claim().key());
      if (row != null
          && row.summary().state() == ConsumptionState.PROCESSING
          && row.summary().has(due.claim().token())) {
        mine.add(due);
      }
    }
    return mine;
  }
}
