package io.consumptionledger.spi;

/** How the engine puts a handler's writes and the settle into one transaction. */
public interface TransactionVerbs {
  /**
   * Whether the store has transactions that a handler can write in.
   *
   * @return false if {@link #inTransaction} is not supported
   */
  default boolean hasTransactions() {
    return false;
  }

  /**
   * Whether the calling thread has a transaction open that the joining methods would take part in.
   *
   * @return true if a change made now through one of them would be {@link Commit#PENDING}
   */
  boolean inCallerTransaction();

  /**
   * Runs work in a transaction that the joining methods take part in: in the one that the calling
   * thread has open, which is left open whatever happens; else in a new one, which is committed
   * when the work returns and rolled back when it throws.
   *
   * @param work what to do; it is called once at the most
   * @param <T> what it returns
   * @return what it returned
   * @throws Exception what it threw, or what kept the transaction from beginning or from being
   *     committed; after the latter it may have been committed all the same
   */
  default <T> T inTransaction(Work<T> work) throws Exception {
    throw new UnsupportedOperationException("there are no transactions in this store");
  }

  /**
   * Work in a transaction. What writes past the store calls {@link StoreTransaction#beforeHandler}
   * first.
   *
   * @param <T> what it returns
   */
  @FunctionalInterface
  interface Work<T> {
    /**
     * Does the work.
     *
     * @param transaction the transaction from here on; for the calling thread, while this runs
     * @return the result, may be null
     * @throws Exception to roll back a new transaction
     */
    T run(StoreTransaction transaction) throws Exception;
  }
}
