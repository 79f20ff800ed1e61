package io.consumptionledger.benchmarks.cpu;

import io.consumptionledger.benchmarks.harness.Table;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs JMH on what is here, and shows it. */
public final class CpuTable {
  private final int iterations;
  private final int forks;
  private final TimeValue time;
  private final TimeValue warmUp;

  /**
   * A run.
   *
   * @param iterations how many, after as many that are not measured and three times as long
   * @param forks how many JVMs; 0 for this one
   * @param millis how long each iteration takes
   */
  public CpuTable(int iterations, int forks, long millis) {
    this.iterations = iterations;
    this.forks = forks;
    this.time = TimeValue.milliseconds(millis);
    this.warmUp = TimeValue.milliseconds(3 * millis);
  }

  /** Runs it; takes as long as it says. */
  public String markdown() throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(CpuTable.class.getPackageName())
                    .warmupIterations(iterations)
                    .measurementIterations(iterations)
                    .warmupTime(warmUp)
                    .measurementTime(time)
                    .forks(forks)
                    .jvmArgsAppend("-Xmx2g")
                    .addProfiler("gc")
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    Table table = new Table(List.of("CPU only", "us", "+- (99.9%)", "bytes"));
    for (RunResult run : results) {
      table.row(
          List.of(
              run.getParams().getBenchmark().replaceAll(".*\\.(\\w+\\.\\w+)$", "$1"),
              Table.number(run.getPrimaryResult().getScore()),
              Table.number(run.getPrimaryResult().getScoreError()),
              Table.number(allocated(run))));
    }
    return table.toString();
  }

  private static double allocated(RunResult run) {
    for (String name : run.getSecondaryResults().keySet()) {
      if (name.endsWith("gc.alloc.rate.norm")) {
        return run.getSecondaryResults().get(name).getScore();
      }
    }
    return Double.NaN;
  }
}
