package io.consumptionledger.examples.demo;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Stands for a call to another system: takes a moment, and can be interrupted. */
final class RemoteCall {
  private static final Duration TAKES = Duration.ofNanos(200_000);

  private RemoteCall() {}

  static void make() throws InterruptedException {
    LockSupport.parkNanos(TAKES.toNanos());
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted during a remote call");
    }
  }
}
