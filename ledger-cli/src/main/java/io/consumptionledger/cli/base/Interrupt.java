package io.consumptionledger.cli.base;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends work in an orderly way when the person presses Ctrl-C: it is told to stop, and the program
 * waits until it has said what was done.
 */
public final class Interrupt implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;

  private Interrupt(Runnable stop) {
    this.hook = new Thread(() -> end(stop), "ledger-cli-stop");
  }

  /**
   * Watches for Ctrl-C until it is closed.
   *
   * @param stop tells the work to stop; returns at once
   * @return to be closed once the work is over
   */
  public static Interrupt stopping(Runnable stop) {
    Interrupt interrupt = new Interrupt(stop);
    Runtime.getRuntime().addShutdownHook(interrupt.hook);
    return interrupt;
  }

  private void end(Runnable stop) {
    stop.run();
    try {
      done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the JVM is going down already, and the hook is at work
    }
  }
}
