package io.consumptionledger.benchmarks.peers;

import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.database.Space;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;

/** JobRunr: a job is enqueued and executed by its workers. */
public final class JobRunrPeer extends QueuePeer {
  private static final Duration POLL = Duration.ofSeconds(5);

  private JobRequestScheduler scheduler;

  /** The line. */
  public JobRunrPeer(Space space) {
    super("JobRunr", space, POLL.plusSeconds(1), Duration.ofMillis(500));
  }

  /** A job: the message. */
  public record Job(String event, String payload) implements JobRequest {
    @Override
    public Class<Handler> getJobRequestHandler() {
      return Handler.class;
    }
  }

  /** Does nothing but tell the line. */
  public static final class Handler implements JobRequestHandler<Job> {
    private final Runnable handled;

    Handler(Runnable handled) {
      this.handled = handled;
    }

    @Override
    public void run(Job job) {
      handled.run();
    }
  }

  @Override
  public String note() {
    return "Enqueued one by one as a JobRequest (no byte code is read), executed by as many workers,"
        + " polled every "
        + POLL.toSeconds()
        + " s, its shortest, and whenever workers are idle; warmed up for longer than that. Keeps the job with"
        + " its history as JSON; an id that is known is not enqueued again; retries with backoff.";
  }

  @Override
  protected int poolSize(int callers) {
    return Math.max(super.poolSize(callers), 8);
  }

  @Override
  protected void reset() {}

  @Override
  public void prepare(int callers) throws Exception {
    super.prepare(callers);
    Handler handler = new Handler(this::handled);
    scheduler =
        JobRunr.configure()
            .useJobActivator(activator(handler))
            .useStorageProvider(SqlStorageProviderFactory.using(pool().source()))
            .useBackgroundJobServer(
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                    .andWorkerCount(callers)
                    .andPollInterval(POLL))
            .initialize()
            .getJobRequestScheduler();
  }

  private static JobActivator activator(Handler handler) {
    return new JobActivator() {
      @Override
      public <T> T activateJob(Class<T> type) {
        return type.cast(handler);
      }
    };
  }

  @Override
  void put(Message message) {
    UUID id = new UUID(0, message.number());
    scheduler.enqueue(id, new Job(message.event(), text(message)));
  }

  @Override
  public void close() throws SQLException {
    if (scheduler != null) {
      JobRunr.destroy();
      scheduler = null;
      space().execute("DELETE FROM jobrunr_jobs");
    }
    super.close();
  }
}
