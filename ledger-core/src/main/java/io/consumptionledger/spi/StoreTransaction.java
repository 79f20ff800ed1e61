package io.consumptionledger.spi;

import java.util.Optional;

/** The part of a transaction that one run of a handler is. Used by the thread that runs it. */
public interface StoreTransaction {
  /**
   * What the handler writes with.
   *
   * @param type the type wanted, such as {@code java.sql.Connection}
   * @param <R> the same
   * @return it, or empty if the store has nothing of that type
   */
  <R> Optional<R> unwrap(Class<R> type);

  /**
   * Makes sure that what was done since this began will be committed with the transaction, also if
   * the handler hid an error that undid it. Asked last before the settle; asked once.
   *
   * @throws TransactionLostException if it may be gone, in part or whole
   */
  void requireIntact();

  /**
   * Undoes what was done since this began, and nothing else, so that the rest of the caller's
   * transaction can go on. Not needed in a new transaction.
   *
   * @return false if that is not possible: the transaction must be rolled back
   */
  boolean undo();
}
