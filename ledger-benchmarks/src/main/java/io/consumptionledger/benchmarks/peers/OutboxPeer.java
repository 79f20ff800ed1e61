package io.consumptionledger.benchmarks.peers;

import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.peers.dialect.PeerDialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** transaction-outbox: a message is scheduled under a unique id and processed after the commit. */
public final class OutboxPeer extends QueuePeer {
  private TransactionManager transactions;
  private TransactionOutbox outbox;
  private ExecutorService workers;

  /** What is called by the outbox. */
  public static class Worker {
    private final Runnable handled;

    /** Called by the class that the outbox makes to record calls, too. */
    protected Worker(Runnable handled) {
      this.handled = handled;
    }

    /** Does nothing but tell the line. */
    public void handle(String event, String payload) {
      handled.run();
    }
  }

  /** The line. */
  public OutboxPeer(Space space) {
    super("transaction-outbox", space, Duration.ofMillis(500), Duration.ofMillis(500));
  }

  @Override
  public String note() {
    return "INSERT and commit by the callers; then as many threads (Submitter.withExecutor) lock, work"
        + " and mark as processed in a second transaction. A unique request id, so duplicates are"
        + " refused as by the ledger; the row stays for the retention. Retries by attempts; no"
        + " fencing token, and a worker holds its connection and transaction while the handler"
        + " runs. flush() is not called, as nothing fails.";
  }

  @Override
  protected void reset() throws SQLException {
    space().execute("DROP TABLE IF EXISTS TXNO_OUTBOX; DROP TABLE IF EXISTS TXNO_VERSION");
  }

  @Override
  public void prepare(int callers) throws Exception {
    super.prepare(callers);
    Worker worker = new Worker(this::handled);
    workers = Executors.newFixedThreadPool(callers);
    transactions = TransactionManager.fromDataSource(pool().source());
    outbox =
        TransactionOutbox.builder()
            .transactionManager(transactions)
            .instantiator(Instantiator.using(type -> worker))
            .persistor(Persistor.forDialect(PeerDialect.outbox(product())))
            .submitter(Submitter.withExecutor(workers))
            .build();
  }

  @Override
  void put(Message message) {
    transactions.inTransaction(
        () ->
            outbox
                .with()
                .uniqueRequestId(message.event())
                .schedule(Worker.class)
                .handle(message.event(), text(message)));
  }

  @Override
  public void close() throws SQLException {
    if (workers != null) {
      workers.shutdownNow();
      workers = null;
    }
    super.close();
  }
}
