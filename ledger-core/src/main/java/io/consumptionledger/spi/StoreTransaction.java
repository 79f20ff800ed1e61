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
   * The handler comes next: what was to begin the transaction and waits to be sent with other
   * statements must be sent now, because the handler may write past this object.
   *
   * @throws io.consumptionledger.StoreException if the transaction cannot be used
   */
  default void beforeHandler() {}

  /**
   * Makes sure that what was done since this began will be committed with the transaction, also if
   * the handler hid an error that undid it. Asked last before the settle; asked once. In a new
   * transaction the database may be asked together with the settle or the commit, which then fails
   * in the same way and does nothing.
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
