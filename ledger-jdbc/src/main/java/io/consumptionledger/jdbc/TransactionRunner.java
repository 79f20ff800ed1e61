package io.consumptionledger.jdbc;

import io.consumptionledger.Beta;
import java.sql.Connection;
import java.util.Optional;

/**
 * Knows the transactions of the application, so that the ledger's verbs can take part in them.
 *
 * <p>Settling verbs, COMPLETE, RECORD_TERMINAL and operator verbs run on {@link #current()} when
 * there is one: they neither commit nor change its isolation nor close anything, and their result
 * is {@link io.consumptionledger.spi.Commit#PENDING}. Claims and everything else run on a
 * connection of their own, taken from the store's data source while the caller's is in use. So a
 * thread that claims inside its own transaction holds two connections at once. If all connections
 * of a pool are held by such threads, each waits for a second one: size the pool for twice as many
 * connections as there are such threads, or give the store a data source of its own, and set the
 * pool's connection time-out, which turns the wait into a {@link
 * io.consumptionledger.StoreException}.
 *
 * <p>Implementations are thread-safe.
 */
@Beta
public interface TransactionRunner {
  /**
   * The connection of the transaction that the calling thread has open. It must not commit each
   * statement by itself.
   *
   * @return the connection, which the ledger will not close; empty when no transaction is open
   */
  Optional<Connection> current();

  /**
   * Runs work in a transaction: in the one that the calling thread has open, else in a new one,
   * which is committed when the work returns and rolled back when it throws. It is run once,
   * whatever happens: a runner that repeats what failed is told so by an exception. If a new
   * transaction ends in any other way than by a commit, this throws.
   *
   * @param work the work; sees its connection as {@link #current()}
   * @param <T> what it returns
   * @return what it returned
   * @throws Exception what it threw, or what the database threw at the end
   */
  <T> T inTransaction(Work<T> work) throws Exception;

  /** Who chooses the isolation of the transactions that {@link #inTransaction} begins. */
  enum Isolation {
    /**
     * The ledger: READ COMMITTED, by a statement that is the first of a transaction of its own and
     * holds for that one only, so that there is nothing to restore.
     */
    READ_COMMITTED,
    /** The runner, or the pool behind it; the ledger leaves it as it is. */
    AS_OPENED
  }

  /**
   * Who chooses the isolation of a new transaction that the ledger asks for. Above READ COMMITTED a
   * handler's work is more often rolled back and done again, and on products whose snapshots hide
   * later renewals of the lease a long one cannot be settled at all.
   *
   * @return {@link Isolation#AS_OPENED} by default; the runners here answer {@link
   *     Isolation#READ_COMMITTED}
   */
  default Isolation isolation() {
    return Isolation.AS_OPENED;
  }

  /**
   * Work in a transaction.
   *
   * @param <T> what it returns
   */
  @FunctionalInterface
  interface Work<T> {
    /**
     * Does the work.
     *
     * @param connection the transaction's connection; not to be committed or closed
     * @return the result, may be null
     * @throws Exception to roll back
     */
    T run(Connection connection) throws Exception;
  }
}
