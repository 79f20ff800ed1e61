package io.consumptionledger.benchmarks.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.database.Space;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** db-scheduler: a one-time task is scheduled for now and executed by its threads. */
public final class SchedulerPeer extends QueuePeer {
  private Scheduler scheduler;
  private OneTimeTask<String> task;

  /** The line. */
  public SchedulerPeer(Space space) {
    super("db-scheduler", space, Duration.ofMillis(500), Duration.ofMillis(500));
  }

  @Override
  public String note() {
    return "Scheduled by the callers one by one, executed on as many threads, polled every 100 ms"
        + " and when threads are free, with lock-and-fetch from 0.5 to 4 times the threads. The row is deleted when it is done: a duplicate that comes later runs again. Retries"
        + " and dead executions are handled; no record of what was done.";
  }

  @Override
  protected int poolSize(int callers) {
    return Math.max(super.poolSize(callers), 8);
  }

  @Override
  protected void reset() throws SQLException {
    space().execute("DROP TABLE IF EXISTS scheduled_tasks");
    space().execute(product().sql("scheduled-tasks-table"));
  }

  @Override
  public void prepare(int callers) throws Exception {
    super.prepare(callers);
    task = Tasks.oneTime("bench", String.class).execute((instance, context) -> handled());
    scheduler =
        Scheduler.create(pool().source(), task)
            .threads(callers)
            .pollingInterval(Duration.ofMillis(100))
            .pollUsingLockAndFetch(0.5, 4)
            .shutdownMaxWait(Duration.ofSeconds(5))
            .build();
    scheduler.start();
  }

  @Override
  void put(Message message) {
    scheduler.schedule(task.instance(message.event(), text(message)), Instant.now());
  }

  @Override
  public void close() throws SQLException {
    if (scheduler != null) {
      scheduler.stop();
      scheduler = null;
    }
    super.close();
  }
}
