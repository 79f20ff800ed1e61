package io.consumptionledger.benchmarks;

import picocli.CommandLine;

/** Measures everything in one go and writes the tables. {@code --help} lists the options. */
public final class BenchmarkMain {
  private BenchmarkMain() {}

  /**
   * Runs it; ends the JVM with exit code 1 if a line gave no result.
   *
   * @param args the options
   */
  public static void main(String[] args) {
    System.exit(new CommandLine(new BenchmarkCommand()).execute(args));
  }
}
