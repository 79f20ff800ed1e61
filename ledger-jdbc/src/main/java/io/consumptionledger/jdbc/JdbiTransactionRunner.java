package io.consumptionledger.jdbc;

import java.sql.Connection;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.extension.HandleSupplier;

/**
 * Transactions of an application that uses Jdbi: those that {@code jdbi.inTransaction} and its
 * relatives have open in the calling thread, and those that this runner opens in the same way. A
 * handle that the application opened by itself is not seen. Thread-safe.
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
    return jdbi.inTransaction(handle -> work.run(handle.getConnection()));
  }
}
