package io.consumptionledger.benchmarks.cpu;

import io.consumptionledger.Classification;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.ErrorClassifier;
import io.consumptionledger.Failure;
import io.consumptionledger.benchmarks.cpu.dialect.StubDatabase;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What is done with an exception before it is stored. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Failures {
  private final ErrorClassifier classifier = StubDatabase.store().errorClassifier();

  private final SQLException deadlock =
      new SQLException("Deadlock found when trying to get lock", "40001", 1213);

  private final Throwable wrapped =
      new IllegalStateException("it failed", new RuntimeException("again", deadlock));

  private final Exception telling =
      new IllegalStateException(
          "POST https://shop:s3cr3t@example.org/orders failed for jane.doe@example.org with"
              + " Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.abcdefghijklmnop; order 4711 of"
              + " 2026-03-01T10:11:12Z, card 4111 1111 1111 1111. "
              + "The remote side said nothing that helps. ".repeat(20));

  /** The dialect's table, asked for an error three causes deep. */
  @Benchmark
  public Optional<Classification> classify() {
    return classifier.classify(wrapped);
  }

  /** Redaction, cutting, normalising and the fingerprint of a message of a kilobyte. */
  @Benchmark
  public Failure redact() {
    return Failure.of(ErrorClass.RETRYABLE, telling, null);
  }
}
