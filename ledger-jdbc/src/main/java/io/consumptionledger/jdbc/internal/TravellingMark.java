package io.consumptionledger.jdbc.internal;

import java.sql.SQLException;
import java.util.function.Consumer;

/**
 * The mark of a transaction that the store itself begins and commits: its statements travel with
 * those around them. Nobody else has set a savepoint there yet, so the name is always the same, and
 * the server prepares the texts once.
 */
final class TravellingMark implements Mark {
  private static final String NAME = "consumption_ledger_run";

  private final Ahead ahead;
  private final Session session;
  private Consumer<SQLException> judge;

  /**
   * Is set with the next statement.
   *
   * @param session of the transaction, whose statements take along what is ahead
   */
  TravellingMark(Ahead ahead, Session session) {
    this.ahead = ahead;
    this.session = session;
    ahead.add("SAVEPOINT " + NAME);
  }

  /** What to make of an error that may be the one of the release. */
  void judgedBy(Consumer<SQLException> its) {
    judge = its;
  }

  @Override
  public void set() throws SQLException {
    session.sendAhead();
  }

  /** With the settle, or else with the COMMIT, which is not run if this fails. */
  @Override
  public void release() {
    ahead.add("RELEASE SAVEPOINT " + NAME, judge);
  }

  @Override
  public void undo() throws SQLException {
    ahead.add("ROLLBACK TO SAVEPOINT " + NAME);
    ahead.add("RELEASE SAVEPOINT " + NAME);
    session.sendAhead();
  }
}
