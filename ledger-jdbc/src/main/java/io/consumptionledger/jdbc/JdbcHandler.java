package io.consumptionledger.jdbc;

import io.consumptionledger.Attempt;
import java.sql.Connection;

/**
 * A handler that writes to the ledger's own database. {@link JdbcLedger#withConnection} makes a
 * {@link io.consumptionledger.Handler} of it, for the modes TRANSACTIONAL and SINGLE_TRANSACTION.
 * May be called from several threads at once, for different messages.
 *
 * @param <T> what the decoder makes of a delivery
 */
@FunctionalInterface
public interface JdbcHandler<T> {
  /**
   * Handles one message. What is written through the connection is committed together with the
   * ledger's row, or not at all.
   *
   * @param message what the decoder returned
   * @param attempt which start this is, and whether the claim still holds; not null
   * @param connection the transaction's; for this thread, until the handler returns. It refuses to
   *     be committed, rolled back (except to a savepoint), closed, or given another autocommit,
   *     isolation, read-only state, schema or catalog; what only the driver offers is to be had by
   *     {@code unwrap} to one of its interfaces. A deadlock, serialization failure, lock wait
   *     time-out or lost connection seen through it fails the run, also if the handler hides it. It
   *     does not read statements: a COMMIT sent as text, or (on some products) a change of the
   *     schema, makes final what was written so far, though the message fails or ends as done
   *     without the rest
   * @throws Exception to fail; see {@link io.consumptionledger.HandlerSignal} for the ways to fail
   *     on purpose
   */
  void handle(T message, Attempt attempt, Connection connection) throws Exception;
}
