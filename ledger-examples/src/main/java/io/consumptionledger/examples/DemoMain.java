package io.consumptionledger.examples;

import io.consumptionledger.examples.demo.DemoRunner;

/**
 * Consumes real events on a real database while everything goes wrong that can go wrong, and checks
 * that it did not matter. {@code --help} lists the options.
 */
public final class DemoMain {
  private DemoMain() {}

  /**
   * Runs the demo. Returns when all is well, else ends the JVM with exit code 1.
   *
   * @param args the options
   */
  public static void main(String[] args) {
    int exitCode = new DemoRunner(System.out, System.err).run(args, System.getenv());
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }
}
