package io.consumptionledger.jdbc;

import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Ledger;
import io.consumptionledger.TransactionalHandler;
import java.sql.Connection;
import java.util.Objects;
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
   * @param dataSource gives independent connections, at least three at once, one of which the
   *     ledger keeps for its heartbeat until it is closed; not null
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
   * @param dataSource gives independent connections, at least two at once, and one more for each
   *     ledger's heartbeat; not null
   * @return a builder for the store
   */
  public static JdbcLedgerStoreBuilder store(DataSource dataSource) {
    return JdbcLedgerStoreBuilder.on(dataSource);
  }

  /**
   * Makes a handler of one that writes to the ledger's own database. It gets the connection of the
   * transaction that the message's row is settled in.
   *
   * @param handler the handler; not null
   * @param <T> what the decoder makes of a delivery
   * @return a handler for a declaration whose mode is {@link ConsumptionMode#TRANSACTIONAL} or
   *     {@link ConsumptionMode#SINGLE_TRANSACTION}; any other is refused
   */
  public static <T> TransactionalHandler<T> withConnection(JdbcHandler<? super T> handler) {
    Objects.requireNonNull(handler, "handler");
    return (message, attempt) ->
        handler.handle(message, attempt, attempt.transaction(Connection.class).orElseThrow());
  }
}
