package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.RecordVerbs;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * How a row comes to be without a claim. These rows have no token, so after a lost reply a row
 * without claim and with the same verdict counts as the one that was made.
 */
final class JdbcRecords implements RecordVerbs {
  private static final int MOST_ROUNDS = 5;

  private final Sessions sessions;
  private final Gates gates;

  JdbcRecords(Sessions sessions) {
    this.sessions = sessions;
    this.gates = new Gates(sessions);
  }

  @Override
  public RecordResult complete(NewRow row) {
    if (row.order() != null) {
      throw new IllegalArgumentException(
          Call.of(Transition.COMPLETE, row.key())
              + " has an order; an ordered handler claims its messages before it runs");
    }
    Insert insert =
        new Insert(Transition.COMPLETE, row, Params.row(row), ConsumptionState.SUCCEEDED, null);
    return sessions.joining(
        insert.call(), session -> insert.run(session, there -> false, () -> {}));
  }

  @Override
  public RecordResult recordFailure(NewRow row, Failure failure, Duration delay) {
    return sessions.fitting(
        Call.of(Transition.RECORD_FAILURE, row.key()),
        row.content(),
        kept -> {
          Insert insert =
              new Insert(
                  Transition.RECORD_FAILURE,
                  row,
                  Params.row(row).content(kept).failure(failure).span("delay", delay),
                  delay == null ? ConsumptionState.DEAD_LETTER : ConsumptionState.RETRY_SCHEDULED,
                  failure.errorClass());
          return row.order() == null
              ? sessions.alone(
                  insert.call(), session -> insert.run(session, there -> false, () -> {}))
              : sessions.transaction(
                  insert.call(), session -> insert.run(session, outside(session, insert)));
        });
  }

  @Override
  public RecordResult recordTerminal(NewRow row, Failure failure) {
    return sessions.fitting(
        Call.of(Transition.RECORD_TERMINAL, row.key()),
        row.content(),
        kept -> {
          Insert insert =
              new Insert(
                  Transition.RECORD_TERMINAL,
                  row,
                  Params.row(row).content(kept).failure(failure),
                  ConsumptionState.DEAD_LETTER,
                  failure.errorClass());
          return row.order() == null
              ? sessions.joining(
                  insert.call(), session -> insert.run(session, insert::isSameVerdict, () -> {}))
              : sessions.joiningTransaction(
                  insert.call(),
                  session -> insert.run(session, gates.make(session, insert.gate())));
        });
  }

  /** RECORD_FAILURE comes after the caller's transaction; within it, its own gate may be held. */
  private Gate outside(Session session, Insert insert) throws SQLException {
    Gate gate = gates.enter(session, insert.gate());
    if (gate == null) {
      throw insert.call().failed("cannot wait for the aggregate inside a caller's transaction");
    }
    return gate;
  }

  private record Insert(
      Transition transition, NewRow row, Params params, ConsumptionState to, ErrorClass error) {

    Call call() {
      return Call.of(transition, row.key());
    }

    GateKey gate() {
      return GateKey.of(row.key(), row.order());
    }

    /** Under the lock of the gate, which gives places in order of arrival. */
    RecordResult run(Session session, Gate gate) throws SQLException {
      long place = gate.place(row.order());
      params.number("orderSeq", place);
      Gate arrived = gate.arrived(row.order(), place);
      return run(
          session,
          transition == Transition.RECORD_TERMINAL ? this::isSameVerdict : there -> false,
          () -> {
            if (!arrived.equals(gate)) {
              Gates.write(session, arrived);
            }
          });
    }

    /** The read is a locking one, because a caller's snapshot may not show the row in the way. */
    RecordResult run(Session session, Predicate<RowSummary> isEarlier, CompareAndSet.Then then)
        throws SQLException {
      for (int round = 0; round < MOST_ROUNDS; round++) {
        if (session.insert(Sql.valueOf(transition.name()), params)) {
          then.run();
          return new RecordResult.Recorded(session.commit());
        }
        Row found = session.getLocked(row.key());
        if (found != null) {
          RowSummary there = found.summary();
          boolean lostReply = session.replyLost() && there.epoch() == 0 && there.rowVersion() == 1;
          return isEarlier.test(there) || (lostReply && isSameVerdict(there))
              ? new RecordResult.Recorded(session.earlier())
              : new RecordResult.Conflict(there);
        }
      }
      throw call().failed("met a row that comes and goes");
    }

    boolean isSameVerdict(RowSummary there) {
      return there.state() == to && there.errorClass() == error;
    }
  }
}
