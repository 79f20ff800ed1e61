package io.consumptionledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.spi.LedgerStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The program as a process of its own: what it leaves when somebody presses Ctrl-C. */
@Timeout(120)
class InterruptTest {
  private static final Pattern APPROVAL =
      Pattern.compile("ledger replay approve (\\S+) --hash (\\S+)");

  @Test
  void givenAReplayRuns_whenTheProgramIsToldToStop_thenItSaysHowFarItCameAndGoesOnWhenRunAgain()
      throws IOException, InterruptedException {
    try (Server server = Server.on("postgresql")) {
      Shell owner = server.shell(server.owner(), server.ownersPassword());
      assertThat(owner.run("schema", "apply")).as(owner.err()).isZero();
      server.grant();
      LedgerStore store = JdbcLedger.store(server.pool(2)).build();
      for (int i = 1; i <= 20; i++) {
        Rows.dead(store, "e" + i, "08006");
      }
      String id = approved(server);

      Process run = start(server, "replay", "run", id, "--rate", "2");
      while (count(store, ConsumptionState.RETRY_SCHEDULED) == 0) {
        assertThat(run.isAlive()).isTrue();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
      run.toHandle().destroy(); // unlike its own destroy this leaves the output to be read

      try (BufferedReader out = run.inputReader()) {
        assertThat(out.readLine()).startsWith("STOPPED: scheduled ").doesNotContain("scheduled 20");
      }
      assertThat(run.waitFor()).isNotZero();
      Shell rita = server.shell(server.rita(), Server.PASSWORD);
      assertThat(rita.run("replay", "run", id, "--rate", "1000")).as(rita.err()).isZero();
      assertThat(rita.out()).contains("COMPLETE: scheduled 20");
    }
  }

  @Test
  void givenAPurgeRuns_whenTheProgramIsToldToStop_thenItEndsAfterItsBatchAndGoesOnWhenRunAgain()
      throws IOException, InterruptedException {
    try (Server server = Server.on("postgresql")) {
      Shell owner = server.shell(server.owner(), server.ownersPassword());
      assertThat(owner.run("schema", "apply")).as(owner.err()).isZero();
      server.grant();
      LedgerStore store = JdbcLedger.store(server.pool(2)).build();
      for (int i = 1; i <= 20; i++) {
        Rows.dead(store, "e" + i, "08006");
      }
      Shell rita = server.shell(server.rita(), Server.PASSWORD);
      String discard = "discard --handler billing --count 20 --reason test";
      assertThat(rita.run(discard.split(" "))).as(rita.err()).isZero();
      String purge =
          "purge --handler billing --state DISCARDED --older-than 0s --broker-retention 0s"
              + " --reason test";

      Process run = start(server, (purge + " --batch 1 --pause 500").split(" "));
      while (count(store, ConsumptionState.DISCARDED) == 20) {
        assertThat(run.isAlive()).isTrue();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
      run.toHandle().destroy();

      try (BufferedReader out = run.inputReader()) {
        assertThat(out.lines().toList()).anyMatch(line -> line.startsWith("STOPPED: "));
      }
      int left = count(store, ConsumptionState.DISCARDED);
      assertThat(left).isBetween(1, 19);
      assertThat(rita.run(purge.split(" "))).as(rita.err()).isZero();
      assertThat(rita.out()).contains("COMPLETE: " + left + " deleted");
    }
  }

  private static String approved(Server server) {
    Shell rita = server.shell(server.rita(), Server.PASSWORD);
    Shell albert = server.shell(server.albert(), Server.PASSWORD);
    assertThat(rita.run("replay", "request", "--handler", "billing", "--reason", "test")).isZero();
    Matcher asked = APPROVAL.matcher(rita.out());
    assertThat(asked.find()).isTrue();
    assertThat(albert.run("replay", "approve", asked.group(1), "--hash", asked.group(2))).isZero();
    return asked.group(1);
  }

  private static int count(LedgerStore store, ConsumptionState state) {
    RowFilter wanted = RowFilter.in(state);
    return (int) Operations.on(store).build().rows().count(Tenant.DEFAULT, wanted, 100).number();
  }

  private static Process start(Server server, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), LedgerCli.class.getName()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LEDGER_URL", server.url());
    builder.environment().put("LEDGER_USER", server.rita());
    builder.environment().put("LEDGER_PASSWORD", Server.PASSWORD);
    return builder.redirectErrorStream(true).start();
  }
}
