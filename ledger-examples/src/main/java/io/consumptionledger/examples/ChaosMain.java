package io.consumptionledger.examples;

import io.consumptionledger.examples.chaos.ChaosRunner;

/**
 * Several node processes consume real events with an ordered handler and a flaky one, while nodes
 * are killed and frozen and their connections cut; then every effect must be there exactly once and
 * in order. {@code --help} lists the options.
 */
public final class ChaosMain {
  private ChaosMain() {}

  /**
   * Runs it. Returns when all is well, else ends the JVM with exit code 1.
   *
   * @param args the options
   */
  public static void main(String[] args) {
    int exitCode = new ChaosRunner(System.out, System.err).run(args);
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }
}
