package io.consumptionledger.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.benchmarks.cpu.CpuTable;
import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.database.Products;
import io.consumptionledger.benchmarks.database.Server;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Group;
import io.consumptionledger.benchmarks.harness.Line;
import io.consumptionledger.benchmarks.harness.Measured;
import io.consumptionledger.benchmarks.harness.Pace;
import io.consumptionledger.benchmarks.harness.QuietLogs;
import io.consumptionledger.benchmarks.harness.Report;
import io.consumptionledger.benchmarks.harness.Rounds;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Every line runs and gives a result, however long that takes. */
class SmokeTest {
  private static final Scale SMALL =
      new Scale(
          List.of(2),
          List.of(2),
          0,
          new Pace(Duration.ZERO, Duration.ofMillis(50)),
          List.of(100L, 200L),
          500,
          200,
          500,
          200);

  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

  @Test
  void every_line_gives_a_result_on_an_embedded_server() throws Exception {
    try (EmbeddedPostgres embedded =
        EmbeddedPostgres.builder().setServerConfig("fsync", "off").start()) {
      String url = embedded.getJdbcUrl("postgres", "postgres");
      run(new Server(url, "postgres", "", () -> {}));
    }
  }

  @Test
  void every_line_gives_a_result_on_the_server_whose_url_is_given() throws Exception {
    String url = System.getProperty("ledger.mysql.url", "");
    Assumptions.assumeFalse(url.isEmpty(), "no -Dledger.mysql.url");
    String user = System.getProperty("ledger.mysql.user");
    run(new Server(url, user, System.getProperty("ledger.mysql.password"), () -> {}));
  }

  private static void run(Server server) throws Exception {
    QuietLogs.on();
    Product product = Products.of(server.url());
    try (Space space = new Space(product, server, 4)) {
      Rounds rounds = new Rounds(SMALL.rounds(), SMALL.pace(), NOWHERE, space);
      Report report = new Report("Smoke");
      report.settings(Surroundings.of(space, SMALL));
      for (Group group : new Catalog(space, SMALL).groups()) {
        List<Measured> measured = rounds.measure(group);
        report.add(group, measured);

        assertThat(measured)
            .extracting(Measured::line)
            .as(group.id())
            .containsAll(group.all().stream().map(Line::name).toList());
        assertThat(measured)
            .as(group.id())
            .allSatisfy(
                line -> {
                  assertThat(line.counted().messages()).isPositive();
                  assertThat(line.counted().used().statements()).isPositive();
                });
        assertThat(Catalog.names()).contains(group.id());
      }
      assertThat(report.markdown()).contains("LEASED").contains(product.title());
    }
  }

  @Test
  void what_needs_no_database_gives_a_result() throws Exception {
    assertThat(new CpuTable(1, 0, 10).markdown())
        .contains("| Failures.classify |")
        .contains("| Failures.redact |")
        .contains("| Binding.store |")
        .contains("| Binding.byHand |")
        .contains("| Calls.consumeInMemory |");
  }
}
