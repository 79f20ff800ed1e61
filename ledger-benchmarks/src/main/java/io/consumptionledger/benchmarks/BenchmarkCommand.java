package io.consumptionledger.benchmarks;

import io.consumptionledger.benchmarks.cpu.CpuTable;
import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.database.Products;
import io.consumptionledger.benchmarks.database.Server;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Group;
import io.consumptionledger.benchmarks.harness.QuietLogs;
import io.consumptionledger.benchmarks.harness.Report;
import io.consumptionledger.benchmarks.harness.Rounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options, and the run as a whole. */
@Command(
    name = "benchmarks",
    mixinStandardHelpOptions = true,
    description =
        "Measures the ledger beside hand-written JDBC and its peers, and writes tables. Makes a"
            + " database of its own on the server and drops it at the end. The password is taken"
            + " from the environment's LEDGER_PASSWORD.")
final class BenchmarkCommand implements Callable<Integer> {
  @Option(
      names = "--jdbc-url",
      description = "a server to measure on; without it one is started in a container")
  private String url;

  @Option(names = "--user", description = "who may create databases there")
  private String user;

  @Option(
      names = "--database",
      split = ",",
      description = "which products to start in containers; by default all")
  private List<String> databases;

  @Option(names = "--out", description = "directory for the tables; ${DEFAULT-VALUE} by default")
  private Path out = Path.of("target");

  @Option(
      names = "--docs",
      description = "writes the tables into the directory docs, to be committed")
  private boolean docs;

  @Option(names = "--quick", description = "a short run of everything, for everyday use")
  private boolean quick;

  @Option(
      names = "--only",
      split = ",",
      description =
          "only these groups: leased, many, transactional, single, duplicates, due, renewal, purge,"
              + " peers, growth, churn, cpu")
  private Set<String> only = Set.of();

  @Option(names = "--callers", split = ",", description = "numbers of callers")
  private List<Integer> callers;

  @Option(names = "--rounds", description = "how often each line is run")
  private Integer rounds;

  @Option(names = "--seconds", description = "how long each round is measured")
  private Double seconds;

  @Option(names = "--warm-up", description = "seconds before each round that are not measured")
  private Double warmUp;

  @Option(names = "--pool", description = "size of the pools; ${DEFAULT-VALUE} by default")
  private int pool = 16;

  private String cpuOnly;

  @Override
  public Integer call() throws Exception {
    QuietLogs.on();
    if (!Catalog.names().containsAll(only)) {
      throw new IllegalArgumentException(only + ": known are " + Catalog.names());
    }
    if (url != null) {
      Product product = Products.of(url);
      Runnable nothing = () -> {};
      measure(product, new Server(url, user, System.getenv("LEDGER_PASSWORD"), nothing));
      return 0;
    }
    for (String name : databases == null ? Products.names() : databases) {
      Product product = Products.named(name);
      try (Server server = product.startContainer()) {
        measure(product, server);
      }
    }
    return 0;
  }

  /** What was measured is written even if something fails in the end. */
  private void measure(Product product, Server server) throws Exception {
    Scale scale = (quick ? Scale.QUICK : Scale.FULL).with(callers, rounds, warmUp, seconds);
    Report report = new Report("Performance on " + product.title());
    try (Space space = new Space(product, server, pool)) {
      report.settings(Surroundings.of(space, scale));
      Rounds turns = new Rounds(scale.rounds(), scale.pace(), System.out, space);
      for (Group group : new Catalog(space, scale).groups()) {
        if (isWanted(group.id())) {
          report.add(group, turns.measure(group));
        }
      }
      if (isWanted("cpu")) {
        report.addText("Without a database", cpuOnly());
      }
    } finally {
      write(report, docs ? root().resolve("docs") : out, "performance-" + product.name());
    }
  }

  private boolean isWanted(String group) {
    return only.isEmpty() || only.contains(group);
  }

  /** The same for all databases, so it is measured once. */
  private String cpuOnly() throws RunnerException {
    if (cpuOnly == null) {
      System.out.println("cpu: JMH");
      CpuTable table = quick ? new CpuTable(2, 1, 400) : new CpuTable(5, 2, 1000);
      cpuOnly = table.markdown();
    }
    return cpuOnly;
  }

  /** Where the build began, because the JVM is started in the directory of the module. */
  private static Path root() {
    return Path.of(System.getProperty("project.root", "."));
  }

  private static void write(Report report, Path directory, String name) throws IOException {
    Files.createDirectories(directory);
    Path tables = directory.resolve(name + ".md");
    Files.writeString(tables, report.markdown());
    Files.writeString(directory.resolve(name + ".csv"), report.csv());
    System.out.println();
    System.out.println(report.markdown());
    System.out.println("written to " + tables.toAbsolutePath().normalize());
  }
}
