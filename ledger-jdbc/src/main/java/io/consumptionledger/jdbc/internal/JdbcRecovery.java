package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.SweepVerbs.Recovered;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** RECOVER: locks what dead owners left behind, then schedules or dead-letters it. */
final class JdbcRecovery {
  private final Sessions sessions;
  private final OrderedRecovery ordered;

  JdbcRecovery(Sessions sessions) {
    this.sessions = sessions;
    this.ordered = new OrderedRecovery(sessions);
  }

  /** Where a row goes. */
  private enum Way {
    RERUN(ConsumptionState.RETRY_SCHEDULED),
    EXHAUSTED(ConsumptionState.DEAD_LETTER),
    ORPHANED(ConsumptionState.DEAD_LETTER);

    private final ConsumptionState state;

    Way(ConsumptionState state) {
      this.state = state;
    }
  }

  private record Lost(
      ConsumptionKey key, long epoch, int attempt, int yields, PayloadState payloadState) {

    Way way(int maxAttempts, OnOrphan onOrphan) {
      if (attempt - yields >= maxAttempts) {
        return Way.EXHAUSTED;
      }
      return onOrphan == OnOrphan.DEAD_LETTER || payloadState == PayloadState.TRUNCATED
          ? Way.ORPHANED
          : Way.RERUN;
    }
  }

  List<Recovered> recover(
      String handlerId,
      int maxAttempts,
      OnOrphan onOrphan,
      Failure exhausted,
      Failure orphaned,
      Duration delay,
      int limit) {
    Plan plan = new Plan(maxAttempts, onOrphan, exhausted, orphaned, delay);
    Call call = Call.of(Transition.RECOVER, handlerId);
    List<Recovered> recovered = new ArrayList<>(unordered(call, handlerId, plan, limit));
    if (recovered.size() < limit) {
      recovered.addAll(
          ordered.recover(
              call,
              handlerId,
              limit - recovered.size(),
              (session, row, token) -> plan.move(session, call, row, token)));
    }
    return List.copyOf(recovered);
  }

  /** What is to become of the rows. */
  private record Plan(
      int maxAttempts, OnOrphan onOrphan, Failure exhausted, Failure orphaned, Duration delay) {

    Way way(Lost lost) {
      return lost.way(maxAttempts, onOrphan);
    }

    void move(Session session, Call call, Map<Way, Map<ConsumptionKey, ClaimToken>> ways)
        throws SQLException {
      Params rerun = new Params().span("delay", delay);
      JdbcRecovery.move(session, call, Sql.RECOVER, rerun, ways.get(Way.RERUN));
      Params end = new Params().failure(exhausted);
      JdbcRecovery.move(session, call, Sql.RECOVER_DEAD_LETTER, end, ways.get(Way.EXHAUSTED));
      end = new Params().failure(orphaned);
      JdbcRecovery.move(session, call, Sql.RECOVER_DEAD_LETTER, end, ways.get(Way.ORPHANED));
    }

    Recovered move(Session session, Call call, RowSummary row, ClaimToken token)
        throws SQLException {
      Way way =
          way(new Lost(row.key(), row.epoch(), row.attempt(), row.yields(), row.payloadState()));
      move(session, call, Map.of(way, Map.of(row.key(), token)));
      return new Recovered(row.key(), row.epoch(), row.attempt(), way.state);
    }
  }

  private List<Recovered> unordered(Call call, String handlerId, Plan plan, int limit) {
    Params pick = new Params().text("handlerId", handlerId).number("limit", limit);
    // Outlives a try, so that a lost reply can be decided by looking at what it had picked.
    Map<Recovered, ClaimToken> picked = new LinkedHashMap<>();
    return sessions.transaction(
        call,
        session -> {
          if (session.replyLost() && isDone(session, picked)) {
            return List.copyOf(picked.keySet());
          }
          picked.clear();
          Map<Way, Map<ConsumptionKey, ClaimToken>> ways = new HashMap<>();
          List<Lost> all = session.list(Sql.RECOVER_PICK, pick, JdbcRecovery::lost);
          for (Lost lost : all.stream().filter(Objects::nonNull).toList()) {
            Way way = plan.way(lost);
            ClaimToken token = ClaimToken.random();
            ways.computeIfAbsent(way, w -> new HashMap<>()).put(lost.key(), token);
            picked.put(new Recovered(lost.key(), lost.epoch(), lost.attempt(), way.state), token);
          }
          plan.move(session, call, ways);
          return List.copyOf(picked.keySet());
        });
  }

  private static void move(
      Session session, Call call, Sql sql, Params params, Map<ConsumptionKey, ClaimToken> tokens)
      throws SQLException {
    if (tokens != null
        && session.update(sql, params.text("keys", KeyList.of(tokens))) != tokens.size()) {
      throw call.failed("did not change all the rows that it had locked");
    }
  }

  /** All rows moved in one transaction, so one that still has its new token speaks for all. */
  private static boolean isDone(Session session, Map<Recovered, ClaimToken> picked)
      throws SQLException {
    for (Map.Entry<Recovered, ClaimToken> each : new ArrayList<>(picked.entrySet())) {
      Row row = session.getLocked(each.getKey().key());
      if (row != null && row.summary().has(each.getValue())) {
        return true;
      }
    }
    return false;
  }

  private static Lost lost(ResultSet row) throws SQLException {
    ConsumptionKey key = RowMapper.keyIfReadable(row);
    return key == null
        ? null
        : new Lost(
            key,
            row.getLong("claim_epoch"),
            row.getInt("attempt"),
            row.getInt("yields"),
            RowMapper.word(PayloadState.class, row, "payload_state"));
  }
}
