package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.conformance.database.Space;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Another transaction, on a thread of its own, that gets in a handler's way. */
final class Rival implements AutoCloseable {
  private static final int WEIGHT = 200;

  private final CountDownLatch holds = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Thread thread;

  private Rival(Space space, Work work) {
    thread =
        new Thread(
            () -> {
              try {
                space.asOwner(
                    owner -> {
                      owner.setAutoCommit(false);
                      try {
                        work.run(this, owner);
                      } finally {
                        owner.rollback();
                        owner.setAutoCommit(true);
                      }
                    });
              } catch (RuntimeException e) {
                failure.set(e);
              } finally {
                holds.countDown();
              }
            },
            "rival");
    thread.start();
    await(holds);
  }

  private interface Work {
    void run(Rival self, Connection connection) throws SQLException;
  }

  /** Holds the second kind of piece until it is closed. */
  static Rival holding(Space space) {
    return new Rival(
        space,
        (self, connection) -> {
          Shop.take(connection, 2);
          self.holds.countDown();
          await(self.released);
        });
  }

  /**
   * Holds the second kind of piece and then wants the first. It has written so much, or is so
   * patient, that the other side of the deadlock is the one to be rolled back.
   */
  static Rival deadlocking(Space space, boolean isPostgreSql) {
    return new Rival(
        space,
        (self, connection) -> {
          if (isPostgreSql) {
            try (Statement statement = connection.createStatement()) {
              statement.execute("SET LOCAL deadlock_timeout = '60s'");
            }
          }
          for (int i = 0; i < WEIGHT; i++) {
            Shop.half(connection, "rival", i);
          }
          Shop.take(connection, 2);
          self.holds.countDown();
          Shop.take(connection, 1);
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new AssertionError("waited too long");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    released.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(70));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive() || failure.get() != null) {
      throw new AssertionError("the rival failed", failure.get());
    }
  }
}
