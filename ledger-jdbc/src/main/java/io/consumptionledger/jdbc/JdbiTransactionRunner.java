package io.consumptionledger.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.extension.HandleSupplier;

/**
 * Transactions of an application that uses Jdbi: those that {@code jdbi.inTransaction} and its
 * relatives have open in the calling thread, and those that this runner opens in the same way. A
 * handle that the application opened by itself is not seen. With a pool that turns autocommit off,
 * Jdbi takes every handle for one in a transaction and leaves the commit to whoever opened it; the
 * same then holds here for handles of the application. Thread-safe.
 */
public final class JdbiTransactionRunner implements TransactionRunner {
  private final Jdbi jdbi;

  /**
   * Takes part in the transactions of one Jdbi.
   *
   * @param jdbi the application's Jdbi; not null
   */
  public JdbiTransactionRunner(Jdbi jdbi) {
    this.jdbi = Objects.requireNonNull(jdbi, "jdbi");
  }

  @Override
  public Optional<Connection> current() {
    HandleSupplier supplier = jdbi.getHandleScope().get();
    if (supplier == null) {
      return Optional.empty();
    }
    Handle handle = supplier.getHandle();
    return handle.isInTransaction() ? Optional.of(handle.getConnection()) : Optional.empty();
  }

  @Override
  public Isolation isolation() {
    return Isolation.READ_COMMITTED;
  }

  @Override
  public <T> T inTransaction(Work<T> work) throws Exception {
    Optional<Connection> current = current();
    return current.isPresent()
        ? work.run(current.get())
        : jdbi.<T, Exception>withHandle(handle -> inNew(handle, work));
  }

  /**
   * Jdbi takes a connection without autocommit for one that is in a transaction already: it would
   * neither begin nor commit one, and what was written would be gone when the connection is closed.
   */
  private static <T> T inNew(Handle handle, Work<T> work) throws Exception {
    Connection connection = handle.getConnection();
    if (connection.getAutoCommit()) {
      return handle.inTransaction(begun -> work.run(connection));
    }
    connection.rollback(); // a pool that tests its connections may have begun one
    try {
      T result = work.run(connection);
      connection.commit();
      return result;
    } catch (Exception | Error e) {
      try {
        connection.rollback();
      } catch (SQLException also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }
}
