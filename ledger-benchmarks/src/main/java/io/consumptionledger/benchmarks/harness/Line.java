package io.consumptionledger.benchmarks.harness;

import java.sql.SQLException;

/** One thing that is measured. A round is prepare, run, close; used by one thread. */
public interface Line extends AutoCloseable {
  /** What it is called in tables. */
  String name();

  /** What a reader must know to judge its figures: settings, what it does and does not do. */
  default String note() {
    return "";
  }

  /** Whether it can be run with so many callers here. */
  default boolean fits(int callers) {
    return true;
  }

  /**
   * Brings the database to where a round starts and opens what is needed. Not measured.
   *
   * @param callers how many callers there will be
   */
  void prepare(int callers) throws Exception;

  /**
   * One round.
   *
   * @param callers how many threads do it at the same time
   * @param pace how long
   */
  Result run(int callers, Pace pace) throws Exception;

  /** Ends what {@link #prepare} opened; does nothing where there is nothing. */
  @Override
  void close() throws SQLException;
}
