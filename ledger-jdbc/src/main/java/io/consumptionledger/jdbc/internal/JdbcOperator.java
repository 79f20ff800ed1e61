package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.OperatorVerbs;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.TransitionResult;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What people do with dead letters: the row is locked, moved, and the audit written, or nothing.
 */
final class JdbcOperator implements OperatorVerbs {
  private final Sessions sessions;
  private final Gates gates;

  JdbcOperator(Sessions sessions) {
    this.sessions = sessions;
    this.gates = new Gates(sessions);
  }

  @Override
  public TransitionResult authorizeReplay(
      ConsumptionKey key, long rowVersion, ReplayApproval approval) {
    return authorize(key, rowVersion, approval).run(sessions, gates);
  }

  /** AUTHORIZE_REPLAY in the transaction that a session has open. */
  TransitionResult authorizeReplay(
      Session session, ConsumptionKey key, long rowVersion, ReplayApproval approval)
      throws SQLException {
    return authorize(key, rowVersion, approval)
        .run(session, gates, Call.of(Transition.AUTHORIZE_REPLAY, key));
  }

  private static Action authorize(ConsumptionKey key, long rowVersion, ReplayApproval approval) {
    return new Action(
        Transition.AUTHORIZE_REPLAY,
        key,
        rowVersion,
        ConsumptionState.RETRY_SCHEDULED,
        ClaimToken.random(),
        row(key, rowVersion).uuid("authorization", approval.authorization()),
        JdbcOperator::isReplayable,
        new Audit(
            approval.requester(),
            approval.approver(),
            approval.reason(),
            failure -> approval.detail()));
  }

  private static boolean isReplayable(Row row) {
    PayloadState payload = row.summary().payloadState();
    return payload != null && payload != PayloadState.TRUNCATED;
  }

  @Override
  public TransitionResult resolve(ConsumptionKey key, long rowVersion, OperatorAction action) {
    return close(Transition.RESOLVE, key, rowVersion, action, JdbcOperator::detail);
  }

  @Override
  public TransitionResult discard(ConsumptionKey key, long rowVersion, OperatorAction action) {
    return close(Transition.DISCARD, key, rowVersion, action, failure -> null);
  }

  private TransitionResult close(
      Transition wanted,
      ConsumptionKey key,
      long rowVersion,
      OperatorAction action,
      Function<Failure, String> detail) {
    return new Action(
            wanted,
            key,
            rowVersion,
            wanted.to().iterator().next(),
            ClaimToken.random(),
            row(key, rowVersion).text("actor", action.actor()).text("reason", action.reason()),
            row -> true,
            new Audit(action.actor(), null, action.reason(), f -> action.detail(detail.apply(f))))
        .run(sessions, gates);
  }

  private static Params row(ConsumptionKey key, long rowVersion) {
    return Params.key(key).number("rowVersion", rowVersion);
  }

  /** The error that a resolved row loses. */
  private static String detail(Failure failure) {
    return failure.errorClass()
        + " "
        + failure.type()
        + (failure.code() == null ? "" : " [" + failure.code() + "]")
        + (failure.message() == null ? "" : ": " + failure.message());
  }

  private record Audit(
      String actor, String secondActor, String reason, Function<Failure, String> detail) {

    Params params(Transition action, ConsumptionKey key, Failure failure) {
      return Params.key(key)
          .text("quarantineId", null)
          .text("action", action.name())
          .text("actor", actor)
          .text("secondActor", secondActor)
          .text("reason", reason)
          .text("detail", detail.apply(failure));
    }
  }

  private record Action(
      Transition wanted,
      ConsumptionKey key,
      long rowVersion,
      ConsumptionState to,
      ClaimToken token,
      Params params,
      Predicate<Row> permitted,
      Audit audit) {

    TransitionResult run(Sessions sessions, Gates gates) {
      Call call = Call.of(wanted, key);
      return sessions.joiningTransaction(call, session -> run(session, gates, call));
    }

    /** The gate comes before the row, so the row is looked at first without a lock. */
    private TransitionResult run(Session session, Gates gates, Call call) throws SQLException {
      params.token("token", token);
      Gate gate = gate(session, gates, session.get(key));
      Row row = session.getLocked(key);
      if (gate == null) {
        // The snapshot of a caller's transaction may have hidden the row.
        gate = gate(session, gates, row);
      }
      if (row != null && row.summary().has(token) && row.summary().state() == to) {
        return new TransitionResult.Applied(session.earlier());
      }
      if (row == null
          || !CompareAndSet.isAt(ConsumptionState.DEAD_LETTER, rowVersion).test(row)
          || !permitted.test(row)
          || isBehind(session, gates, gate, row)) {
        return new TransitionResult.Refused(key, wanted, row == null ? null : row.summary());
      }
      if (session.update(Sql.valueOf(wanted.name()), params) != 1) {
        throw call.failed("did not change the row that it had locked");
      }
      session.update(Sql.APPEND_AUDIT, audit.params(wanted, key, row.failure()));
      if (gate != null && to.isFinal()) {
        gates.settled(session, gate, null, row.summary().order().sequence());
      }
      return new TransitionResult.Applied(session.commit());
    }

    private static Gate gate(Session session, Gates gates, Row row) throws SQLException {
      return row == null || row.summary().order() == null
          ? null
          : gates.lock(session, GateKey.of(row.summary()));
    }

    private boolean isBehind(Session session, Gates gates, Gate gate, Row row) throws SQLException {
      return gate != null
          && wanted == Transition.AUTHORIZE_REPLAY
          && gates.hasEarlier(session, gate, row.summary().order().sequence());
    }
  }
}
