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
          List<DueRows.Due> due = rows.pick(session, tenant, handlerId, tokens.size());
          if (due.isEmpty()) {
            return List.of();
          }
          Map<ConsumptionKey, DueRows.Stored> contents = DueRows.contents(session, due);
          for (DueRows.Due each : due) {
            ClaimToken token = tokens.get(picked.size());
            picked.add(each.claimed(token, contents.get(each.summary().key())));
          }
          claim(session, call, picked, node, lease);
          return List.copyOf(picked);
        });
  }

  private static void claim(
      Session session, Call call, List<DueClaim> picked, Node node, Duration lease)
      throws SQLException {
    Map<ConsumptionKey, ClaimToken> tokens = new HashMap<>();
    picked.forEach(due -> tokens.put(due.claim().key(), due.claim().token()));
    Params params = new Params().text("keys", KeyList.of(tokens)).node(node).span("lease", lease);
    if (session.update(Sql.CLAIM_DUE, params) != picked.size()) {
      throw call.failed("did not change all the rows that it had locked");
    }
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
