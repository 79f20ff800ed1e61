package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Sha256;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** CLAIM_DUE: locks what is due, then claims it, each row with its own token. */
final class JdbcDueClaims {
  private final Sessions sessions;

  JdbcDueClaims(Sessions sessions) {
    this.sessions = sessions;
  }

  /** A row that is due, as it was before it was claimed. */
  private record Due(
      RowSummary summary,
      Metadata metadata,
      Content content,
      boolean intact,
      WaitReason reason,
      boolean replay) {

    DueClaim claimed(ClaimToken token) {
      return new DueClaim(
          new Claim(
              summary.key(), token, summary.epoch() + 1, summary.attempt() + 1, summary.yields()),
          metadata,
          content,
          intact,
          reason,
          replay,
          summary.age());
    }
  }

  List<DueClaim> claimDue(String handlerId, List<ClaimToken> tokens, Node node, Duration lease) {
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
          Params pick = new Params().text("handlerId", handlerId).number("limit", tokens.size());
          for (Due due : session.list(Sql.CLAIM_DUE_PICK, pick, JdbcDueClaims::due)) {
            picked.add(due.claimed(tokens.get(picked.size())));
          }
          claim(session, call, picked, node, lease);
          return List.copyOf(picked);
        });
  }

  private static void claim(
      Session session, Call call, List<DueClaim> picked, Node node, Duration lease)
      throws SQLException {
    if (picked.isEmpty()) {
      return;
    }
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

  private static Due due(ResultSet row) throws SQLException {
    RowSummary summary = RowMapper.summary(row);
    Content content;
    boolean intact;
    try {
      content = RowMapper.content(row);
      intact = isIntact(content, summary.payloadHash());
    } catch (IllegalArgumentException damagedHeaders) {
      // One damaged row must not keep the others from running.
      content =
          Content.stored(
              summary.payloadState(),
              row.getBytes("payload"),
              Headers.none(),
              row.getBytes("raw_key"));
      intact = false;
    }
    return new Due(
        summary,
        RowMapper.metadata(row),
        content,
        intact,
        RowMapper.word(WaitReason.class, row, "wait_reason"),
        row.getBoolean("is_replay"));
  }

  /** Of a truncated payload only the beginning is here, so its hash proves nothing. */
  private static boolean isIntact(Content content, Sha256 hash) {
    return content.state() != PayloadState.TRUNCATED
        && Objects.equals(content.payload().map(Sha256::of).orElse(null), hash);
  }
}
