package io.consumptionledger.benchmarks.cpu;

import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.benchmarks.database.Messages;
import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.harness.QuietLogs;
import io.consumptionledger.memory.InMemoryLedgerStore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a call costs without a database. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Calls {
  private Ledger ledger;

  /** A ledger in memory, new for each iteration because its rows stay. */
  @Setup(Level.Iteration)
  public void open() {
    QuietLogs.on();
    ledger =
        Ledger.on(new InMemoryLedgerStore())
            .replayWorkers(0)
            .handler(
                HandlerDeclaration.of(
                        Messages.HANDLER,
                        ReplaySafety.IDEMPOTENT,
                        Decoder.none(),
                        (delivery, attempt) -> {})
                    .build())
            .start();
  }

  /** Ends it. */
  @TearDown(Level.Iteration)
  public void close() {
    ledger.close();
  }

  /** A delivery from the bytes of a message. */
  @Benchmark
  public Delivery delivery() {
    return Messages.next().delivery();
  }

  /** The hash that is stored with it. */
  @Benchmark
  public byte[] hash() {
    return Messages.next().hash();
  }

  /** The whole of LEASED on the store in memory. */
  @Benchmark
  public Outcome consumeInMemory() {
    Message message = Messages.next();
    return ledger.consume(message.delivery());
  }
}
