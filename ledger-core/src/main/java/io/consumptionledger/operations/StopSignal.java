package io.consumptionledger.operations;

import io.consumptionledger.operations.ReplayReport.End;
import java.util.concurrent.locks.LockSupport;

/** Ends the waiting of a run, from another thread or by an interrupt. */
final class StopSignal {
  private volatile boolean isStopped;
  private volatile Thread runner;
  private boolean isInterrupted;

  /** The calling thread is the one that waits. */
  void begin() {
    runner = Thread.currentThread();
    isInterrupted = false;
  }

  void stop() {
    isStopped = true;
    LockSupport.unpark(runner);
  }

  /** Why to end, or null. Takes the interrupt off the thread, so that the end can be written. */
  End end() {
    isInterrupted |= Thread.interrupted();
    return isInterrupted ? End.INTERRUPTED : isStopped ? End.STOPPED : null;
  }

  /** Gives the interrupt back. */
  void over() {
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
