package io.consumptionledger.examples.chaos;

import io.consumptionledger.examples.demo.ForkedJvm;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A node as its broker sees it: a process that asks for messages and answers. */
final class NodeProcess implements AutoCloseable {
  private final String id;
  private final ForkedJvm jvm;
  private final Broker broker;
  private final AtomicInteger asked = new AtomicInteger();
  private final Thread reader;
  private volatile boolean answered;
  private volatile boolean frozen;

  NodeProcess(String id, ForkedJvm jvm, Broker broker) {
    this.id = id;
    this.jvm = jvm;
    this.broker = broker;
    this.reader = new Thread(this::read, "chaos-" + id);
    reader.setDaemon(true);
    reader.start();
  }

  String id() {
    return id;
  }

  private void read() {
    for (String line = jvm.readLine(); line != null; line = jvm.readLine()) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "TAKE" -> asked.incrementAndGet();
        case "ACK" -> broker.acknowledge(Long.parseLong(words[1]));
        case "AGAIN" ->
            broker.redeliver(Long.parseLong(words[1]), Duration.ofMillis(Long.parseLong(words[2])));
        default -> throw new IllegalStateException(id + " said " + line);
      }
      answered = true;
    }
  }

  /** Gives it as many messages as it has asked for and there are. */
  void feed() {
    while (!frozen && asked.get() > 0 && jvm.isAlive()) {
      Assignment next = broker.take(this);
      if (next == null) {
        return;
      }
      asked.decrementAndGet();
      jvm.writeLine(next.line());
    }
  }

  /** Whether it has been at work, so that there is something to interrupt. */
  boolean isAtWork() {
    return answered && !frozen && jvm.isAlive();
  }

  boolean isFrozen() {
    return frozen;
  }

  boolean hasDied() {
    return !jvm.isAlive();
  }

  void kill() {
    jvm.kill();
    end();
  }

  void freeze() {
    frozen = true;
    jvm.freeze();
  }

  void thaw() {
    jvm.thaw();
    frozen = false;
  }

  /** Lets it finish what it does; tells how it ended. */
  int stop() {
    jvm.endInput();
    int exitCode = jvm.await();
    end();
    return exitCode;
  }

  private void end() {
    try {
      reader.join(); // what it still said before it died counts
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    broker.lost(this);
  }

  @Override
  public void close() {
    jvm.close();
  }
}
