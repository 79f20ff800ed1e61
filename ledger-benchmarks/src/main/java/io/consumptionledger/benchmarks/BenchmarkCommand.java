package io.consumptionledger.benchmarks;

import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.database.Products;
import io.consumptionledger.benchmarks.database.Server;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Group;
import io.consumptionledger.benchmarks.harness.Pace;
import io.consumptionledger.benchmarks.harness.Report;
import io.consumptionledger.benchmarks.harness.Rounds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
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
  /** Held, because a logger that nobody holds forgets its level. */
  private static final Logger LEDGER_LOG = Logger.getLogger("io.consumptionledger");

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

  @Option(names = "--quick", description = "a short run of everything, for everyday use")
  private boolean quick;

  @Option(names = "--only", split = ",", description = "only these groups of lines")
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

  @Override
  public Integer call() throws Exception {
    LEDGER_LOG.setLevel(Level.WARNING);
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

  private void measure(Product product, Server server) throws Exception {
    Scale scale = scale();
    Report report = new Report("Performance on " + product.name());
    try (Space space = new Space(product, server, pool)) {
      report.settings(Surroundings.of(space, scale));
      Rounds turns = new Rounds(scale.rounds(), scale.pace(), System.out);
      for (Group group : new Catalog(space, scale).groups()) {
        if (only.isEmpty() || only.contains(group.id())) {
          report.add(group, turns.measure(group));
        }
      }
    }
    Files.createDirectories(out);
    Path tables = out.resolve("performance-" + product.name() + ".md");
    Files.writeString(tables, report.markdown());
    Files.writeString(out.resolve("performance-" + product.name() + ".csv"), report.csv());
    System.out.println();
    System.out.println(report.markdown());
    System.out.println("written to " + tables.toAbsolutePath());
  }

  private Scale scale() {
    Scale scale = quick ? Scale.QUICK : Scale.FULL;
    Pace pace = scale.pace();
    return new Scale(
        callers == null ? scale.callers() : callers,
        rounds == null ? scale.rounds() : rounds,
        new Pace(span(warmUp, pace.warmUp()), span(seconds, pace.measured())));
  }

  private static Duration span(Double given, Duration usual) {
    return given == null ? usual : Duration.ofMillis(Math.round(given * 1000));
  }
}
