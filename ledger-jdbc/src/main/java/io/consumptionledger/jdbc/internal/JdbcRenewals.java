package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * RENEW. Rows that somebody is writing are skipped, not waited for: an owner in its settling
 * transaction would hold up everybody else's lease.
 */
final class JdbcRenewals {
  private final Sessions sessions;

  JdbcRenewals(Sessions sessions) {
    this.sessions = sessions;
  }

  Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease) {
    if (claims.isEmpty()) {
      return Map.of();
    }
    return sessions.transaction(call(claims), session -> renew(session, claims, lease));
  }

  static Call call(List<Claim> claims) {
    return Call.of(Transition.RENEW, claims.size() + " claims");
  }

  /** In the transaction of a session. */
  static Map<Claim, RenewResult> renew(Session session, List<Claim> claims, Duration lease)
      throws SQLException {
    Map<Claim, RenewResult> results = new LinkedHashMap<>();
    List<Claim> left = new ArrayList<>(claims);
    while (!left.isEmpty()) {
      left = renewOneOfEachKey(session, left, lease, results);
    }
    return results;
  }

  /** A key may be there twice, with a lost claim and its successor; those left come next. */
  private static List<Claim> renewOneOfEachKey(
      Session session, List<Claim> claims, Duration lease, Map<Claim, RenewResult> results)
      throws SQLException {
    Map<ConsumptionKey, ClaimToken> tokens = new HashMap<>();
    claims.forEach(claim -> tokens.putIfAbsent(claim.key(), claim.token()));
    Map<ConsumptionKey, RenewResult> found = renew(session, tokens, lease);
    List<Claim> left = new ArrayList<>();
    for (Claim claim : claims) {
      if (tokens.get(claim.key()).equals(claim.token())) {
        results.put(claim, found.get(claim.key()));
      } else {
        left.add(claim);
      }
    }
    return left;
  }

  private static Map<ConsumptionKey, RenewResult> renew(
      Session session, Map<ConsumptionKey, ClaimToken> tokens, Duration lease) throws SQLException {
    Map<ConsumptionKey, RenewResult> results = new HashMap<>();
    List<ConsumptionKey> locked =
        session.list(Sql.RENEW_PICK, new Params().text("keys", KeyList.of(tokens)), RowMapper::key);
    if (!locked.isEmpty()) {
      session.update(Sql.RENEW, new Params().text("keys", KeyList.of(locked)).span("lease", lease));
      locked.forEach(key -> results.put(key, RenewResult.RENEWED));
    }
    Set<ConsumptionKey> others = new HashSet<>(tokens.keySet());
    locked.forEach(others::remove);
    if (!others.isEmpty()) {
      others.forEach(key -> results.put(key, RenewResult.LOST));
      for (Row row :
          session.list(
              Sql.LIST_KEYS, new Params().text("keys", KeyList.of(others)), RowMapper::row)) {
        RowSummary seen = row.summary();
        if (seen.state() == ConsumptionState.PROCESSING && seen.has(tokens.get(seen.key()))) {
          results.put(seen.key(), RenewResult.LOCKED);
        }
      }
    }
    return results;
  }
}
