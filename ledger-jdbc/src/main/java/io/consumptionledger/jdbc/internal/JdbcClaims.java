package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.ClaimVerbs;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TakeOverResult;
import io.consumptionledger.spi.TransitionResult;
import io.consumptionledger.spi.Turn;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** How a row becomes somebody's, and stays so. */
final class JdbcClaims implements ClaimVerbs {
  private static final int MOST_ROUNDS = 5;

  private final Sessions sessions;
  private final JdbcRenewals renewals;
  private final JdbcDueClaims dueClaims;
  private final JdbcOrder order;
  private final OrderedMoves moves;
  private final Duplicates duplicates;

  JdbcClaims(Sessions sessions, JdbcOrder order, Duplicates duplicates) {
    this.sessions = sessions;
    this.duplicates = duplicates;
    this.order = order;
    this.moves = new OrderedMoves(sessions);
    this.renewals = new JdbcRenewals(sessions);
    this.dueClaims = new JdbcDueClaims(sessions);
  }

  @Override
  public ClaimResult claim(NewRow row, ClaimToken token, Node node, Duration lease) {
    Call call = Call.of(Transition.CLAIM, row.key());
    sessions.requireJoinable(call);
    return sessions.fitting(
        call, row.content(), content -> claim(call, row, content, token, node, lease));
  }

  private ClaimResult claim(
      Call call, NewRow row, Content content, ClaimToken token, Node node, Duration lease) {
    Params params =
        Params.row(row).content(content).token("token", token).node(node).span("lease", lease);
    if (row.order() != null) {
      return order.claim(call, row, token, params);
    }
    return sessions.alone(
        call,
        session -> {
          // An insert may wait for a lock that this very thread holds in its transaction.
          boolean lookFirst = sessions.inCallersTransaction() || duplicates.areExpected();
          Row there = lookFirst ? session.get(row.key()) : null;
          if (there == null) {
            return claim(session, call, row, token, params);
          }
          duplicates.met();
          return there(there.summary(), token);
        });
  }

  /** The row in the way may be gone when it is looked up, rolled back, so all is done again. */
  private ClaimResult claim(Session session, Call call, NewRow row, ClaimToken token, Params params)
      throws SQLException {
    for (int round = 0; round < MOST_ROUNDS; round++) {
      if (session.insert(Sql.CLAIM, params)) {
        duplicates.metNone();
        return new ClaimResult.Claimed(new Claim(row.key(), token, 1, 1, 0), Turn.IN_ORDER);
      }
      Row there = session.get(row.key());
      if (there != null) {
        duplicates.met();
        return there(there.summary(), token);
      }
    }
    throw call.failed("met a row that comes and goes");
  }

  static ClaimResult there(RowSummary row, ClaimToken token) {
    return isHeld(row, token)
        ? new ClaimResult.Claimed(claimOf(row), Turn.IN_ORDER)
        : new ClaimResult.Exists(row);
  }

  static boolean isHeld(RowSummary row, ClaimToken token) {
    return row.state() == ConsumptionState.PROCESSING && row.has(token);
  }

  private static Claim claimOf(RowSummary row) {
    return new Claim(row.key(), row.token(), row.epoch(), row.attempt(), row.yields(), row.order());
  }

  @Override
  public TakeOverResult takeOver(
      RowSummary orphan, ClaimToken token, Node node, Duration lease, int maxAttempts) {
    Params params =
        Params.key(orphan.key())
            .token("seenToken", orphan.token())
            .token("token", token)
            .node(node)
            .span("lease", lease)
            .number("maxAttempts", maxAttempts);
    CompareAndSet change =
        new CompareAndSet(
            Transition.TAKE_OVER,
            orphan.key(),
            params,
            CompareAndSet.isHeldBy(token),
            row ->
                CompareAndSet.isStill(orphan, row.summary())
                    && !isUsedUp(row.summary(), maxAttempts));
    sessions.requireJoinable(change.call());
    TransitionResult result =
        orphan.order() == null
            ? sessions.alone(change.call(), change::run)
            : moves.alone(
                change,
                orphan.order(),
                (session, gate) -> Gates.write(session, gate.heldBy(token)));
    if (result instanceof TransitionResult.Applied) {
      return new TakeOverResult.TakenOver(
          new Claim(
              orphan.key(),
              token,
              orphan.epoch() + 1,
              orphan.attempt() + 1,
              orphan.yields(),
              orphan.order()));
    }
    RowSummary actual = ((TransitionResult.Refused) result).actual();
    return actual != null && CompareAndSet.isStill(orphan, actual) && isUsedUp(actual, maxAttempts)
        ? new TakeOverResult.Exhausted(actual)
        : new TakeOverResult.Refused(actual);
  }

  private static boolean isUsedUp(RowSummary row, int maxAttempts) {
    return row.attempt() - row.yields() >= maxAttempts;
  }

  @Override
  public TransitionResult deadLetterOrphan(RowSummary orphan, Failure failure, Content content) {
    return sessions.fitting(
        Call.of(Transition.DEAD_LETTER_ORPHAN, orphan.key()),
        content,
        kept -> deadLetterOrphan(orphan, Params.key(orphan.key()).failure(failure).content(kept)));
  }

  private TransitionResult deadLetterOrphan(RowSummary orphan, Params params) {
    ClaimToken token = ClaimToken.random();
    CompareAndSet change =
        new CompareAndSet(
            Transition.DEAD_LETTER_ORPHAN,
            orphan.key(),
            params.token("seenToken", orphan.token()).token("token", token),
            CompareAndSet.left(token, ConsumptionState.DEAD_LETTER, null),
            row -> CompareAndSet.isStill(orphan, row.summary()));
    return orphan.order() == null
        ? sessions.alone(change.call(), change::run)
        : moves.alone(
            change,
            orphan.order(),
            moves.leaves(orphan.token(), orphan.order(), ConsumptionState.DEAD_LETTER));
  }

  @Override
  public Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease) {
    return renewals.renew(claims, lease);
  }

  @Override
  public List<DueClaim> claimDue(
      Tenant tenant, String handlerId, List<ClaimToken> tokens, Node node, Duration lease) {
    return dueClaims.claimDue(tenant, handlerId, tokens, node, lease);
  }
}
