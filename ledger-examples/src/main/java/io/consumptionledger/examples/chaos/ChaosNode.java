package io.consumptionledger.examples.chaos;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.Batching;
import io.consumptionledger.ConfigurationException;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.StoreException;
import io.consumptionledger.examples.demo.DemoException;
import io.consumptionledger.examples.demo.Input;
import io.consumptionledger.examples.demo.InputReader;
import io.consumptionledger.examples.demo.Pools;
import io.consumptionledger.examples.demo.QuietLogs;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.jdbc.TransactionRunner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * One node process. It asks for a message with TAKE, gets one as a line, and answers with ACK or
 * AGAIN; the end of its input ends it. Started by {@link io.consumptionledger.examples.ChaosMain}
 * only.
 */
public final class ChaosNode {
  /** How many messages it works on at once. */
  static final int THREADS = 4;

  private static final int REPLAY_WORKERS = 4;
  private static final int CONNECTIONS = 2 * (THREADS + REPLAY_WORKERS) + 3;
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int MOST_TRIES = 10;
  private static final Duration TRY_AGAIN = Duration.ofMillis(200);

  private final Ledger ledger;
  private final Input input;
  private final PrintStream toBroker;

  private ChaosNode(Ledger ledger, Input input, PrintStream toBroker) {
    this.ledger = ledger;
    this.input = input;
    this.toBroker = toBroker;
  }

  /**
   * Runs a node until its input ends.
   *
   * @param args node id, JDBC URL, user or -, table prefix, seed, input file or -
   * @throws IOException if the broker cannot be read
   */
  public static void main(String[] args) throws IOException {
    QuietLogs.on();
    PrintStream silence = new PrintStream(OutputStream.nullOutputStream());
    Input input = InputReader.read(args[5].equals("-") ? null : Path.of(args[5]), silence);
    String user = args[2].equals("-") ? null : args[2];
    String password = System.getenv("LEDGER_PASSWORD");
    try (HikariDataSource pool =
            persistently(() -> Pools.open(args[1], user, password, CONNECTIONS));
        Ledger ledger = persistently(() -> start(pool, args))) {
      new ChaosNode(ledger, input, System.out).run();
    }
  }

  private static Ledger start(HikariDataSource pool, String[] args) {
    TransactionRunner transactions = new JdbcTransactionRunner(pool);
    ChaosHandlers handlers =
        new ChaosHandlers(new BusinessTables(args[3]), Long.parseLong(args[4]));
    return Ledger.on(
            JdbcLedger.store(pool).tablePrefix(args[3]).transactionRunner(transactions).build())
        .nodeId(args[0])
        .batching(
            Batching.values()[Math.floorMod(args[0].hashCode(), 2)]) // both, beside each other
        .handler(handlers.files())
        .handler(handlers.flaky())
        .replayWorkers(REPLAY_WORKERS)
        .pollInterval(POLL)
        .start();
  }

  /** Connections are cut while the node starts, too. */
  private static <T> T persistently(Supplier<T> action) {
    for (int tries = 1; ; tries++) {
      try {
        return action.get();
      } catch (StoreException | DemoException e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  private void run() throws IOException {
    Thread recovery = new Thread(this::recover, "chaos-recovery");
    recovery.setDaemon(true);
    recovery.start();
    ExecutorService workers = Executors.newFixedThreadPool(THREADS);
    BufferedReader fromBroker =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (int i = 0; i < THREADS; i++) {
      say("TAKE");
    }
    String line;
    while ((line = fromBroker.readLine()) != null) {
      Assignment assignment = Assignment.parse(line);
      workers.execute(() -> consume(assignment));
    }
    workers.shutdownNow();
  }

  private void consume(Assignment assignment) {
    Input.Message message = input.messages().get(assignment.index());
    Outcome outcome =
        ledger.consume(
            message
                .event()
                .deliveryTo(
                    assignment.handlerId(),
                    message.body(),
                    assignment.partition(),
                    assignment.index()));
    if (outcome instanceof Outcome.Redeliver again) {
      say("AGAIN " + assignment.ticket() + " " + again.retryAfter().toMillis());
    } else {
      say("ACK " + assignment.ticket());
    }
    say("TAKE");
  }

  private synchronized void say(String line) {
    toBroker.println(line);
    toBroker.flush();
  }

  /** The incarnation before was killed a moment ago, and may yet be believed to live. */
  private void recover() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        ledger.recover();
        return;
      } catch (ConfigurationException | StoreException tooEarly) {
        LockSupport.parkNanos(TRY_AGAIN.toNanos());
      }
    }
  }
}
