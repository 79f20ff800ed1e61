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

  JdbcRecords(Sessions sessions) {
    this.sessions = sessions;
  }

  @Override
  public RecordResult complete(NewRow row) {
    Insert insert =
        new Insert(Transition.COMPLETE, row, Params.row(row), ConsumptionState.SUCCEEDED, null);
    return sessions.joining(insert.call(), session -> insert.run(session, there -> false));
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
          return sessions.alone(insert.call(), session -> insert.run(session, there -> false));
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
          return sessions.joining(
              insert.call(), session -> insert.run(session, insert::isSameVerdict));
        });
  }

  private record Insert(
      Transition transition, NewRow row, Params params, ConsumptionState to, ErrorClass error) {

    Call call() {
      return Call.of(transition, row.key());
    }

    /** The read is a locking one, because a caller's snapshot may not show the row in the way. */
    RecordResult run(Session session, Predicate<RowSummary> isEarlier) throws SQLException {
      for (int round = 0; round < MOST_ROUNDS; round++) {
        if (session.insert(Sql.valueOf(transition.name()), params).made()) {
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
