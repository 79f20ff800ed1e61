package io.consumptionledger.conformance;

import io.consumptionledger.spi.LedgerStore;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;

/**
 * What a vendor supplies: an empty store to test, and the means to set a scene. One fixture serves
 * one test class and is closed after it.
 */
public interface StoreFixture extends AutoCloseable {
  /**
   * A short name for the report's folder, such as {@code memory}.
   *
   * @return letters, digits, dots and hyphens
   */
  String name();

  /**
   * What is under test.
   *
   * @return product, version, driver and source
   */
  StoreInfo info();

  /**
   * What it can do beyond the store's interface.
   *
   * @return the capabilities; rules that need others are not applicable
   */
  Set<Capability> capabilities();

  /**
   * The store under test; always the same.
   *
   * @return the store
   */
  LedgerStore store();

  /**
   * Another store on the same data that shares nothing else with the first, as on another node.
   *
   * @return the second store; always the same
   */
  LedgerStore secondStore();

  /**
   * Makes every stored instant that much older, except those that came with messages. So leases end
   * and rows become due without any waiting.
   *
   * @param time how much; positive, in whole microseconds
   */
  void elapse(Duration time);

  /** Deletes all data. */
  void clear();

  /**
   * Runs work in a transaction that is open on the calling thread and that the store would join.
   * Needs {@link Capability#JOINED_TRANSACTIONS}.
   *
   * @param end how to end it, if the work does not throw; if it throws, it is rolled back
   * @param work what to do
   */
  default void inTransaction(TransactionEnd end, Runnable work) {
    throw new UnsupportedOperationException("JOINED_TRANSACTIONS is not supported");
  }

  /**
   * Rolls back the transaction that the calling thread has open, as a database does after a
   * deadlock: the session goes on, and nobody is told. Needs {@link Capability#TRANSACTIONS}.
   */
  default void rollBackBehind() {
    throw new UnsupportedOperationException("TRANSACTIONS is not supported");
  }

  /**
   * A store on the same data whose sessions live in a time zone. Needs {@link
   * Capability#SESSION_ZONE}.
   *
   * @param zone the zone
   * @return a store; the fixture closes what it needs with itself
   */
  default LedgerStore storeInZone(ZoneId zone) {
    throw new UnsupportedOperationException("SESSION_ZONE is not supported");
  }

  /**
   * Tries to make a store on a data source that always returns the connection of one open
   * transaction. Needs {@link Capability#TRANSACTION_BOUND_SOURCE}.
   *
   * @throws io.consumptionledger.ConfigurationException as it should
   */
  default void storeOnTransactionBoundSource() {
    throw new UnsupportedOperationException("TRANSACTION_BOUND_SOURCE is not supported");
  }

  /**
   * The way to the columns. Needs {@link Capability#DIRTY_HANDS}, and {@link
   * Capability#SKIP_LOCKED} for locking.
   *
   * @return the accessor
   */
  default DirtyHands dirtyHands() {
    throw new UnsupportedOperationException("DIRTY_HANDS is not supported");
  }

  /**
   * Runs an action while the audit cannot be written. Needs {@link Capability#BROKEN_AUDIT}.
   *
   * @param action what to do meanwhile, on this thread
   */
  default void withoutAudit(Runnable action) {
    throw new UnsupportedOperationException("BROKEN_AUDIT is not supported");
  }

  @Override
  void close();
}
