package io.consumptionledger.examples.chaos;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.examples.demo.DemoException;
import io.consumptionledger.examples.demo.ForkedJvm;
import io.consumptionledger.examples.demo.Input;
import io.consumptionledger.examples.demo.JdbcDatabase;
import io.consumptionledger.examples.demo.TableRow;
import io.consumptionledger.examples.demo.Words;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** One run: a broker, some node processes, what befalls them, and the verdict. */
final class Chaos implements AutoCloseable {
  private static final Duration BEAT = Duration.ofMillis(5);
  private static final Duration TELL = Duration.ofSeconds(5);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration STALLED = Duration.ofSeconds(90);
  private static final Duration HELD_TOO_LONG = ChaosHandlers.LEASE.plusMillis(500);

  private final ChaosOptions options;
  private final Input input;
  private final JdbcDatabase database;
  private final PrintStream out;
  private final BusinessTables tables;
  private final ConnectionKiller killer;
  private final Broker broker;
  private final Mischief mischief;
  private final List<NodeProcess> nodes = new ArrayList<>();
  private long toldAt = System.nanoTime();

  Chaos(ChaosOptions options, Input input, JdbcDatabase database, PrintStream out)
      throws SQLException {
    this.options = options;
    this.input = input;
    this.database = database;
    this.out = out;
    this.tables = new BusinessTables(database.prefix());
    this.killer = new ConnectionKiller(database.dataSource(), database.prefix() + "node");
    tables.create(database.dataSource());
    Duration lasts = Duration.ofSeconds(options.seconds());
    this.broker =
        new Broker(input.messages(), ChaosHandlers.ALL, lasts, HELD_TOO_LONG, options.seed());
    this.mischief = new Mischief(lasts, options.seed());
  }

  /** Runs to the end. */
  Verdict run() throws SQLException {
    for (int i = 1; i <= options.nodes(); i++) {
      nodes.add(start("node-" + i));
    }
    waitForNodes();
    broker.begin();
    mischief.begin();
    while (!broker.isDrained()) {
      disturb();
      feed();
    }
    mischief.end();
    drain();
    for (NodeProcess node : nodes) {
      int exitCode = node.stop();
      if (exitCode != 0) {
        throw new DemoException(node.id() + " ended with exit code " + exitCode);
      }
    }
    out.println(
        Words.count(mischief.kills(), "kill")
            + ", "
            + Words.count(mischief.freezes(), "freeze")
            + ", "
            + Words.count(killer.killed(), "connection")
            + " cut, "
            + Words.count(broker.redelivered(), "redelivery")
                .replace("redeliverys", "redeliveries"));
    return Verdict.of(input, database, tables, mischief);
  }

  private void waitForNodes() {
    long giveUpAt = System.nanoTime() + STALLED.toNanos();
    while (!nodes.stream().allMatch(NodeProcess::isAtWork)) {
      if (System.nanoTime() - giveUpAt > 0 || nodes.stream().anyMatch(NodeProcess::hasDied)) {
        throw new DemoException("the nodes did not start");
      }
      LockSupport.parkNanos(BEAT.toNanos());
    }
  }

  private NodeProcess start(String id) {
    JdbcDatabase.Address address = database.address();
    String password = address.password();
    ForkedJvm jvm =
        ForkedJvm.start(
            ChaosNode.class,
            password == null ? Map.of() : Map.of("LEDGER_PASSWORD", password),
            id,
            killer.named(address.url()),
            address.user() == null ? "-" : address.user(),
            database.prefix(),
            Long.toString(options.seed()),
            options.input() == null ? "-" : options.input().toString());
    return new NodeProcess(id, jvm, broker);
  }

  private void disturb() throws SQLException {
    if (mischief.cutsNow()) {
      killer.killOne();
    }
    mischief.freezeAndThaw(nodes);
    NodeProcess victim = mischief.victim(nodes);
    if (victim != null) {
      victim.kill();
      nodes.set(nodes.indexOf(victim), start(victim.id()));
    }
  }

  private void feed() {
    for (NodeProcess node : nodes) {
      if (node.hasDied()) {
        throw new DemoException(node.id() + " ended by itself");
      }
      node.feed();
    }
    if (broker.sinceProgress().compareTo(STALLED) > 0 && !broker.isDrained()) {
      throw new DemoException("nothing was acknowledged for " + STALLED.toSeconds() + " s");
    }
    tell();
    LockSupport.parkNanos(BEAT.toNanos());
  }

  private void tell() {
    long now = System.nanoTime();
    if (now - toldAt > TELL.toNanos()) {
      toldAt = now;
      out.println(
          Words.number(broker.acknowledged())
              + " of "
              + Words.number((long) input.messages().size() * ChaosHandlers.ALL.size())
              + " acknowledged, "
              + Words.count(mischief.kills(), "kill")
              + ", "
              + Words.count(mischief.freezes(), "freeze"));
    }
  }

  /** What the broker has got rid of the ledger may still have to run. */
  private void drain() {
    Map<ConsumptionState, Long> before = Map.of();
    long changedAt = System.nanoTime();
    while (true) {
      Map<ConsumptionState, Long> open = open();
      if (open.isEmpty()) {
        return;
      }
      if (!open.equals(before)) {
        changedAt = System.nanoTime();
        before = open;
      } else if (System.nanoTime() - changedAt > STALLED.toNanos()) {
        throw new DemoException("rows stay unresolved: " + open);
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  private Map<ConsumptionState, Long> open() {
    return database.rows().stream()
        .map(TableRow::state)
        .filter(state -> state != ConsumptionState.SUCCEEDED)
        .filter(state -> state != ConsumptionState.DEAD_LETTER) // the verdict tells about those
        .collect(Collectors.groupingBy(s -> s, TreeMap::new, Collectors.counting()));
  }

  @Override
  public void close() {
    nodes.forEach(NodeProcess::close);
    try {
      tables.drop(database.dataSource());
    } catch (SQLException e) {
      out.println("the tables of the run could not be dropped: " + Words.ofRoot(e));
    }
  }
}
