package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TransitionResult;
import java.sql.SQLException;
import java.util.function.Predicate;

/**
 * Moves one row by a statement that names what it must be. That no row was changed is never taken
 * for an answer: one locking read tells a change that was made before (its reply was lost) from one
 * that cannot be made, and from one to try again.
 *
 * @param call what is done, for messages
 * @param wanted the transition
 * @param key the row
 * @param sql the statement
 * @param params its values
 * @param made whether a row is as this very change leaves it
 * @param possible whether a row is as this change needs it
 */
record CompareAndSet(
    Call call,
    Transition wanted,
    ConsumptionKey key,
    Sql sql,
    Params params,
    Predicate<Row> made,
    Predicate<Row> possible) {
  private static final int MOST_ROUNDS = 3;

  CompareAndSet(
      Transition wanted,
      ConsumptionKey key,
      Params params,
      Predicate<Row> made,
      Predicate<Row> possible) {
    this(Call.of(wanted, key), wanted, key, Sql.valueOf(wanted.name()), params, made, possible);
  }

  /** What follows from a move, in the same transaction. */
  @FunctionalInterface
  interface Then {
    void run() throws SQLException;
  }

  TransitionResult run(Session session) throws SQLException {
    return run(session, () -> {});
  }

  /**
   * Moves the row.
   *
   * @param then what follows, unless an earlier try did both
   */
  TransitionResult run(Session session, Then then) throws SQLException {
    for (int round = 0; round < MOST_ROUNDS; round++) {
      if (session.update(sql, params) == 1) {
        then.run();
        return new TransitionResult.Applied(session.commit());
      }
      Row row = session.getLocked(key);
      if (row == null || (!made.test(row) && !possible.test(row))) {
        return new TransitionResult.Refused(key, wanted, row == null ? null : row.summary());
      }
      if (made.test(row)) {
        return new TransitionResult.Applied(session.earlier());
      }
    }
    throw call.failed("changed no row although the row is as it must be");
  }

  /** A row that the holder of a token left in a state, and that nobody has written since. */
  static Predicate<Row> left(ClaimToken token, ConsumptionState state, WaitReason reason) {
    return row ->
        row.summary().has(token) && row.summary().state() == state && row.waitReason() == reason;
  }

  static Predicate<Row> isHeldBy(ClaimToken token) {
    return left(token, ConsumptionState.PROCESSING, null);
  }

  /** The orphan is as it was seen: the same lost claim, its lease over. */
  static boolean isStill(RowSummary orphan, RowSummary row) {
    return row.state() == ConsumptionState.PROCESSING
        && row.leaseExpired()
        && row.token().equals(orphan.token());
  }

  static Predicate<Row> isAt(ConsumptionState state, long rowVersion) {
    return row -> row.summary().state() == state && row.summary().rowVersion() == rowVersion;
  }
}
