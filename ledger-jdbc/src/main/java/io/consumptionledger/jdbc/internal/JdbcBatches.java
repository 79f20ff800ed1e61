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
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

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
    if (claims.isEmpty()) {
      return List.of();
    }
    List<NewClaim> sorted = sorted(claims, claim -> claim.row().key());
    Map<ConsumptionKey, ClaimResult> met =
        sessions.alone(
            call(Transition.CLAIM, claims.size()), session -> claim(session, sorted, node));
    List<ClaimResult> results = new ArrayList<>(claims.size());
    for (NewClaim claim : claims) {
      ClaimResult there = met.isEmpty() ? null : met.get(claim.row().key());
      results.add(there == null ? claimed(claim) : there);
    }
    return results;
  }

  /** All batches take their locks in one order. */
  private static <T> List<T> sorted(List<T> rows, Function<T, ConsumptionKey> key) {
    List<T> sorted = new ArrayList<>(rows);
    sorted.sort(Comparator.comparing(key));
    return sorted;
  }

  /** What was found where rows were there already; the others are made. */
  private Map<ConsumptionKey, ClaimResult> claim(Session session, List<NewClaim> claims, Node node)
      throws SQLException {
    List<NewClaim> open = claims;
    Map<ConsumptionKey, ClaimResult> met = new HashMap<>();
    if (session.replyLost() || duplicates.areExpected()) {
      open = look(session, open, met);
    }
    for (int round = 0; !open.isEmpty() && !insert(session, open, node); round++) {
      if (round == MOST_ROUNDS) {
        throw call(Transition.CLAIM, claims.size()).failed("met rows that come and go");
      }
      open = look(session, open, met);
    }
    if (met.values().stream().anyMatch(ClaimResult.Exists.class::isInstance)) {
      duplicates.met();
    } else {
      duplicates.metNone();
    }
    return met;
  }

  /**
   * Makes the rows that are not there yet, or none if the database does only all of them. When not
   * all are made, a look shows which are, by their tokens.
   *
   * @return whether it made all
   */
  private static boolean insert(Session session, List<NewClaim> open, Node node)
      throws SQLException {
    return session.insertAll(Sql.CLAIM_ALL, ClaimRows.of(open).node(node)) == open.size();
  }

  /**
   * Finds the rows that are there, whoever made them.
   *
   * @return the claims that found none, in their order
   */
  private static List<NewClaim> look(
      Session session, List<NewClaim> open, Map<ConsumptionKey, ClaimResult> met)
      throws SQLException {
    Map<ConsumptionKey, NewClaim> left = new LinkedHashMap<>();
    open.forEach(claim -> left.put(claim.row().key(), claim));
    Params params = new Params().text("keys", KeyList.of(left.keySet()));
    for (RowSummary row : session.list(Sql.LIST_KEYS, params, RowMapper::summary)) {
      NewClaim claim = left.remove(row.key());
      if (claim != null) {
        met.put(row.key(), JdbcClaims.there(row, claim.token()));
      }
    }
    return List.copyOf(left.values());
  }

  private static ClaimResult claimed(NewClaim claim) {
    return new ClaimResult.Claimed(
        new Claim(claim.row().key(), claim.token(), 1, 1, 0), Turn.IN_ORDER);
  }

  @Override
  public List<TransitionResult> settleAll(List<Settlement> settlements) {
    BatchVerbs.checkSettlements(settlements);
    if (settlements.isEmpty()) {
      return List.of();
    }
    Map<Group, List<Settlement>> groups = new TreeMap<>();
    for (Settlement each : sorted(settlements, each -> each.claim().key())) {
      groups.computeIfAbsent(Group.of(each), g -> new ArrayList<>()).add(each);
    }
    Call call = new Call("settle", settlements.size() + " claims");
    Sessions.Work<List<TransitionResult>> work = session -> settle(session, groups, settlements);
    return groups.size() == 1 ? sessions.alone(call, work) : sessions.transaction(call, work);
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

  private static List<TransitionResult> settle(
      Session session, Map<Group, List<Settlement>> groups, List<Settlement> all)
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
    if (moved == all.size()) {
      return Collections.nCopies(all.size(), new TransitionResult.Applied(session.commit()));
    }
    Map<ConsumptionKey, TransitionResult> results = new HashMap<>();
    for (Settlement each : sorted(all, each -> each.claim().key())) {
      results.put(each.claim().key(), JdbcOwner.change(each).run(session));
    }
    return all.stream().map(each -> results.get(each.claim().key())).toList();
  }

  private static Call call(Transition transition, int size) {
    return Call.of(transition, size + " rows");
  }
}
