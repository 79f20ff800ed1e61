package io.consumptionledger.jdbc;

import io.consumptionledger.Delivery;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

/**
 * The short way to a ledger on a database: the schema is compared, the product recognised, and the
 * connections are checked to be independent before the first message is consumed.
 */
public final class JdbcLedger {
  private JdbcLedger() {}

  /**
   * Begins a ledger on a data source with everything as by default: tables without prefix in the
   * schema that connections start in, and transactions run by a {@link JdbcTransactionRunner}.
   *
   * @param dataSource gives independent connections, at least two at once; not null
   * @return a builder for the ledger; add handlers, then start it
   * @throws io.consumptionledger.ConfigurationException if the database cannot be used as it is
   * @throws io.consumptionledger.StoreException if there is no connection
   */
  public static Ledger.Builder on(DataSource dataSource) {
    return Ledger.on(store(dataSource).build());
  }

  /**
   * Begins a store with settings of its own, for {@link Ledger#on}.
   *
   * @param dataSource gives independent connections, at least two at once; not null
   * @return a builder for the store
   */
  public static JdbcLedgerStoreBuilder store(DataSource dataSource) {
    return JdbcLedgerStoreBuilder.on(dataSource);
  }

  /**
   * Consumes a message in a transaction of its own, which the handler's writes and the settle
   * share: they are committed together, or rolled back when the handler fails or its lease is lost.
   * The handler finds the connection through {@link TransactionRunner#current()}. If the commit
   * itself fails, the row tells whether it happened.
   *
   * @param transactions runs the transaction; the one that the ledger's store was built with
   * @param ledger the ledger
   * @param delivery the message
   * @return the answer for the broker, never pending
   * @throws IllegalStateException if the calling thread has a transaction open already; then only
   *     its owner can end it: call {@link Ledger#consume} and {@link Outcome.Pending#confirm}
   * @throws Exception what the transaction runner throws, such as for want of a connection, before
   *     the message was claimed
   */
  public static Outcome consumeInTransaction(
      TransactionRunner transactions, Ledger ledger, Delivery delivery) throws Exception {
    if (transactions.current().isPresent()) {
      throw new IllegalStateException("the calling thread has a transaction open already");
    }
    AtomicReference<Outcome> answer = new AtomicReference<>();
    try {
      transactions.inTransaction(
          connection -> {
            Outcome outcome = ledger.consume(delivery);
            answer.set(outcome);
            if (outcome instanceof Outcome.Pending pending && pending.failure().isPresent()) {
              throw new RollBack();
            }
            return null;
          });
    } catch (Exception e) {
      if (!(answer.get() instanceof Outcome.Pending)) {
        throw e;
      }
    }
    return answer.get() instanceof Outcome.Pending pending ? pending.confirm() : answer.get();
  }

  /** Makes a transaction runner roll back. */
  private static final class RollBack extends Exception {
    private static final long serialVersionUID = 1L;

    RollBack() {
      super("roll back", null, false, false);
    }
  }
}
