package io.consumptionledger.benchmarks.harness;

import java.sql.SQLException;

/** What one caller does again and again. Used by one thread. */
@FunctionalInterface
public interface Step extends AutoCloseable {
  /** What {@link #run} returns when there is nothing left to do. */
  int FINISHED = -1;

  /**
   * Does it once.
   *
   * @return how many messages that were, or {@link #FINISHED}
   * @throws Exception what went wrong; ends the run
   */
  int run() throws Exception;

  /** Gives back what the caller held. */
  @Override
  default void close() throws SQLException {}
}
