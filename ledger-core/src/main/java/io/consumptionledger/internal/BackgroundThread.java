package io.consumptionledger.internal;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A thread that must be there; started again when it is missed. Thread-safe. */
public final class BackgroundThread {
  private final String name;
  private final Runnable body;
  private final ThreadFactory factory;
  private final Consumer<Throwable> onFailure;
  private volatile Thread thread;
  private volatile boolean over;

  /**
   * Not started yet.
   *
   * @param name the thread's name
   * @param body what it does; when it returns the thread is over and not started again
   * @param factory makes the thread
   * @param onFailure hears why there is no thread; must not throw
   */
  public BackgroundThread(
      String name, Runnable body, ThreadFactory factory, Consumer<Throwable> onFailure) {
    this.name = name;
    this.body = body;
    this.factory = factory;
    this.onFailure = onFailure;
  }

  /**
   * Starts the thread unless it lives.
   *
   * @return false if there is none: it could not be started, or is over
   */
  public boolean ensureAlive() {
    Thread now = thread;
    return now != null && now.isAlive() && !over || start();
  }

  private synchronized boolean start() {
    if (over) {
      return false;
    }
    if (thread != null && thread.isAlive()) {
      return true;
    }
    try {
      Thread fresh = factory.newThread(this::run);
      fresh.setName(name);
      fresh.setDaemon(true);
      thread = fresh;
      fresh.start();
      return true;
    } catch (Throwable t) {
      thread = null;
      onFailure.accept(t);
      return false;
    }
  }

  private void run() {
    body.run();
    over = true;
  }

  /** Whether the body has returned. */
  public boolean isOver() {
    return over;
  }

  /** Whether the calling thread is this one. */
  public boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  /** Lets it look again, if it is parked. */
  public void wake() {
    LockSupport.unpark(thread);
  }
}
