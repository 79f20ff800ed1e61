package io.consumptionledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.spi.LedgerStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each command once on real servers, as the provider of the conformance suite finds them. The owner
 * makes the tables; everything else is done by people with the run-time rights only.
 */
@Timeout(300)
class EndToEndTest {
  private static final Pattern APPROVAL =
      Pattern.compile("ledger replay approve (\\S+) --hash (\\S+)");

  private static String expect(int exit, Shell shell, String line) {
    assertThat(shell.run(line.split(" ")))
        .as(line + "\n" + shell.out() + shell.err())
        .isEqualTo(exit);
    assertThat(shell.out() + shell.err()).doesNotContain(Server.PASSWORD);
    return shell.out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void givenAServerThenEveryCommandWorksWithTheRightsItNeeds(
      String product, @TempDir Path directory) throws IOException {
    try (Server server = Server.on(product)) {
      everyCommand(server, directory);
    }
  }

  private static void everyCommand(Server server, Path directory) throws IOException {
    Shell owner = server.shell(server.owner(), server.ownersPassword());
    Shell rita = server.shell(server.rita(), Server.PASSWORD);
    Shell albert = server.shell(server.albert(), "wrong");

    schema(owner, server, rita);
    LedgerStore store = JdbcLedger.store(server.pool(2)).build();
    Rows.dead(store, "e1", "08006");
    Rows.dead(store, "e2", "08006");
    Rows.dead(store, "e3", "23505");
    Rows.dead(store, "e4", "23505");
    Rows.blocked(store, "first", "second");
    albert.variables.remove("LEDGER_PASSWORD");
    Path file = Files.writeString(directory.resolve("password"), Server.PASSWORD + "\n");
    albert.common = List.of("--password-file", file.toString());

    looks(rita);
    replay(rita, albert);
    closing(rita, albert);
    assertThat(expect(0, rita, "audit --json"))
        .contains(
            "\"actor\":\"" + server.rita() + "\"",
            "\"actor\":\"" + server.albert() + "\"",
            "\"DISCARD\"",
            "\"RESOLVE\"",
            "\"PAUSE\"",
            "\"RESUME\"")
        .doesNotContain("4111");
  }

  private static void schema(Shell owner, Server server, Shell rita) {
    assertThat(expect(0, owner, "schema print")).contains("CREATE TABLE event_consumption");
    assertThat(expect(3, owner, "schema verify")).contains("event_consumption");
    expect(3, owner, "status");
    assertThat(owner.err()).startsWith("ledger: the ledger's schema is not").hasLineCount(1);
    expect(3, rita, "schema apply");
    assertThat(rita.err()).startsWith("ledger: ").hasLineCount(1);
    assertThat(expect(0, owner, "schema apply")).isEqualTo("The tables were created.\n");
    assertThat(expect(0, owner, "schema apply")).isEqualTo("The tables were there already.\n");
    assertThat(expect(0, owner, "schema verify")).isEqualTo("The schema is as it should be.\n");
    server.grant();
  }

  private static void looks(Shell rita) {
    assertThat(expect(0, rita, "status --claims")).contains("billing", "shipping");
    assertThat(expect(0, rita, "watch --times 1")).contains("billing");
    assertThat(expect(0, rita, "errors")).contains("08006", "23505");
    assertThat(expect(0, rita, "list --handler billing --limit 3")).contains("e4", "--page");
    assertThat(expect(0, rita, "list --count")).isEqualTo("Rows: 6\n");
    assertThat(expect(0, rita, "show billing e1")).contains("BankException");
    assertThat(expect(0, rita, "blocked")).contains("o-1", "first");
    assertThat(expect(0, rita, "anomalies")).isEqualTo("No anomalies.\n");
    assertThat(expect(0, rita, "content billing e1 --reason case-815")).contains(Rows.SECRET);
    expect(1, rita, "show billing e1 --tenant other");
  }

  private static void replay(Shell rita, Shell albert) {
    Matcher asked =
        APPROVAL.matcher(
            expect(0, rita, "replay request --handler billing --code 08006 --reason fixed"));
    assertThat(asked.find()).isTrue();
    String approve = "replay approve " + asked.group(1) + " --hash " + asked.group(2);
    expect(1, rita, approve);
    expect(0, albert, approve);
    expect(0, rita, "replay run " + asked.group(1) + " --dry-run");
    assertThat(expect(0, rita, "replay run " + asked.group(1))).contains("scheduled 2");
    assertThat(expect(0, rita, "replay status " + asked.group(1))).contains("FINISHED");
    Matcher other =
        APPROVAL.matcher(
            expect(0, rita, "replay request --handler billing --event e3 --reason fixed"));
    assertThat(other.find()).isTrue();
    assertThat(expect(0, albert, "replay reject " + other.group(1) + " --reason no"))
        .contains("REJECTED");
  }

  private static void closing(Shell rita, Shell albert) {
    expect(1, rita, "discard --handler billing --count 3 --reason test");
    expect(0, rita, "discard --handler billing --event e3 --reason test");
    expect(0, albert, "resolve --handler billing --code 23505 --count 1 --reason booked");
    expect(0, rita, "pause billing --for 1h --reason bank");
    assertThat(expect(0, albert, "status")).contains("Paused");
    expect(0, albert, "resume billing --reason back");
  }
}
