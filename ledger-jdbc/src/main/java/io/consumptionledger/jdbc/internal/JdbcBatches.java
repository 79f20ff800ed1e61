package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.BatchVerbs;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.Settlement;
import io.consumptionledger.spi.TransitionResult;
import io.consumptionledger.spi.Turn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The hot path for many rows at once. Thread-safe. */
final class JdbcBatches implements BatchVerbs {
  private static final int MOST_ROUNDS = 5;

  private final Sessions sessions;

  private final Duplicates duplicates;

  JdbcBatches(Sessions sessions, Duplicates duplicates) {
    this.sessions = sessions;
    this.duplicates = duplicates;
  }

  @Override
  public List<ClaimResult> claimAll(List<NewClaim> claims, Node node) {
    BatchVerbs.checkClaims(claims);
    SortedMap<ConsumptionKey, NewClaim> sorted = new TreeMap<>();
    claims.forEach(claim -> sorted.put(claim.row().key(), claim));
    if (claims.isEmpty()) {
      return List.of();
    }
    Map<ConsumptionKey, ClaimResult> results =
        sessions.alone(
            call(Transition.CLAIM, claims.size()), session -> claim(session, sorted, node));
    return claims.stream().map(claim -> results.get(claim.row().key())).toList();
  }

  private Map<ConsumptionKey, ClaimResult> claim(
      Session session, SortedMap<ConsumptionKey, NewClaim> claims, Node node) throws SQLException {
    SortedMap<ConsumptionKey, NewClaim> open = new TreeMap<>(claims);
    Map<ConsumptionKey, ClaimResult> results = new HashMap<>();
    if (session.replyLost() || duplicates.areExpected()) {
      look(session, open, results);
    }
    for (int round = 0; !open.isEmpty(); round++) {
      if (round == MOST_ROUNDS) {
        throw call(Transition.CLAIM, claims.size()).failed("met rows that come and go");
      }
      insert(session, open, results, node);
      if (!open.isEmpty()) {
        look(session, open, results);
      }
    }
    if (results.values().stream().anyMatch(ClaimResult.Exists.class::isInstance)) {
      duplicates.met();
    } else {
      duplicates.metNone();
    }
    return results;
  }

  /**
   * Makes the rows that are not there yet, or none if the database does only all of them. When not
   * all are made, a look shows which are, by their tokens.
   */
  private static void insert(
      Session session,
      SortedMap<ConsumptionKey, NewClaim> open,
      Map<ConsumptionKey, ClaimResult> results,
      Node node)
      throws SQLException {
    Params params = new Params().text("rows", JsonRows.claims(open.values())).node(node);
    if (session.insertAll(Sql.CLAIM_ALL, params) == open.size()) {
      open.forEach((key, claim) -> results.put(key, claimed(claim)));
      open.clear();
    }
  }

  /** Finds the rows that are there, whoever made them. */
  private static void look(
      Session session,
      SortedMap<ConsumptionKey, NewClaim> open,
      Map<ConsumptionKey, ClaimResult> results)
      throws SQLException {
    Params params = new Params().text("keys", KeyList.of(open.keySet()));
    for (RowSummary row : session.list(Sql.LIST_KEYS, params, RowMapper::summary)) {
      NewClaim claim = open.remove(row.key());
      if (claim != null) {
        results.put(row.key(), JdbcClaims.there(row, claim.token()));
      }
    }
  }

  private static ClaimResult claimed(NewClaim claim) {
    return new ClaimResult.Claimed(
        new Claim(claim.row().key(), claim.token(), 1, 1, 0), Turn.IN_ORDER);
  }

  @Override
  public List<TransitionResult> settleAll(List<Settlement> settlements) {
    BatchVerbs.checkSettlements(settlements);
    SortedMap<ConsumptionKey, Settlement> sorted = new TreeMap<>();
    settlements.forEach(each -> sorted.put(each.claim().key(), each));
    if (settlements.isEmpty()) {
      return List.of();
    }
    Map<Group, List<Settlement>> groups = new TreeMap<>();
    sorted
        .values()
        .forEach(each -> groups.computeIfAbsent(Group.of(each), g -> new ArrayList<>()).add(each));
    Call call = new Call("settle", settlements.size() + " claims");
    Sessions.Work<Map<ConsumptionKey, TransitionResult>> work =
        session -> settle(session, groups, sorted.values());
    Map<ConsumptionKey, TransitionResult> results =
        groups.size() == 1 ? sessions.alone(call, work) : sessions.transaction(call, work);
    return settlements.stream().map(each -> results.get(each.claim().key())).toList();
  }

  /** What one statement settles; sorted so that all batches take their locks in one order. */
  private record Group(String tenantId, String handlerId, Transition transition)
      implements Comparable<Group> {
    static Group of(Settlement settlement) {
      ConsumptionKey key = settlement.claim().key();
      return new Group(key.tenant().id(), key.handlerId(), settlement.transition());
    }

    @Override
    public int compareTo(Group other) {
      int byTenant = tenantId.compareTo(other.tenantId);
      int byHandler = byTenant == 0 ? handlerId.compareTo(other.handlerId) : byTenant;
      return byHandler == 0 ? transition.compareTo(other.transition) : byHandler;
    }

    Sql sql() {
      return Sql.valueOf(transition.name() + "_ALL");
    }
  }

  private static Map<ConsumptionKey, TransitionResult> settle(
      Session session, Map<Group, List<Settlement>> groups, Collection<Settlement> all)
      throws SQLException {
    int moved = 0;
    for (Map.Entry<Group, List<Settlement>> each : groups.entrySet()) {
      Params params =
          new Params()
              .text("tenantId", each.getKey().tenantId())
              .text("handlerId", each.getKey().handlerId())
              .text("rows", JsonRows.settlements(each.getValue()));
      moved += session.update(each.getKey().sql(), params);
    }
    Map<ConsumptionKey, TransitionResult> results = new HashMap<>();
    if (moved == all.size()) {
      all.forEach(
          each -> results.put(each.claim().key(), new TransitionResult.Applied(session.commit())));
      return results;
    }
    for (Settlement each : all) {
      results.put(each.claim().key(), JdbcOwner.change(each).run(session));
    }
    return results;
  }

  private static Call call(Transition transition, int size) {
    return Call.of(transition, size + " rows");
  }
}
