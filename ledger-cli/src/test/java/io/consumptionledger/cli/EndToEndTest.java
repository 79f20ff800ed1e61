package io.consumptionledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
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
    quarantine(rita, albert, store);
    purge(rita);
    assertThat(expect(0, rita, "audit --json"))
        .contains(
            "\"actor\":\"" + server.rita() + "\"",
            "\"actor\":\"" + server.albert() + "\"",
            "\"DISCARD\"",
            "\"RESOLVE\"",
            "\"PAUSE\"",
            "\"RESUME\"",
            "\"ADMIT\"",
            "\"PURGE\"")
        .doesNotContain("4111");
  }

  private static void schema(Shell owner, Server server, Shell rita) {
    assertThat(expect(0, owner, "schema print")).contains("CREATE TABLE event_consumption");
    assertThat(expect(3, owner, "schema verify")).contains("event_consumption");
    expect(3, owner, "status");
    assertThat(owner.err()).startsWith("ledger: there is no ledger in this schema").hasLineCount(1);
    assertThat(owner.err().length()).isLessThan(200);
    expect(3, owner, "status --schema nowhere");
    assertThat(owner.err()).startsWith("ledger: ").contains("nowhere").hasLineCount(1);
    assertThat(owner.run("schema", "verify")).isEqualTo(3);
    assertThat(owner.out()).hasLineCount(11).contains("--json lists all");
    expect(3, rita, "schema apply");
    assertThat(rita.err()).startsWith("ledger: ").hasLineCount(1);
    assertThat(expect(0, owner, "schema apply")).isEqualTo("The tables were created.\n");
    assertThat(expect(0, owner, "schema apply")).isEqualTo("The tables were there already.\n");
    assertThat(expect(0, owner, "schema verify")).isEqualTo("The schema is as it should be.\n");
    server.grant();
    expect(3, rita, "schema apply --prefix other_");
    assertThat(rita.err())
        .startsWith("ledger: ")
        .contains("denied")
        .doesNotContain("\\n")
        .hasLineCount(1);
  }

  private static void looks(Shell rita) throws IOException {
    for (String look :
        List.of(
            "status --claims",
            "errors",
            "list",
            "list --count",
            "show billing e1",
            "show shipping second",
            "content billing e1 --reason json",
            "blocked",
            "anomalies",
            "audit",
            "audit --summary",
            "replay status",
            "schema print",
            "schema verify",
            "watch --times 1")) {
      String json = expect(0, rita, look + " --json");
      assertThat(json).as(look).hasLineCount(1).endsWith("}\n");
      try (JsonParser parser = new JsonFactory().createParser(json)) {
        parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
        assertThat(parser.nextToken()).as(look).isEqualTo(JsonToken.START_OBJECT);
        parser.skipChildren();
        assertThat(parser.nextToken()).as(look).isNull();
      }
    }
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

  private static void quarantine(Shell rita, Shell albert, LedgerStore store) throws IOException {
    String first = Rows.quarantined(store, 1);
    String second = Rows.quarantined(store, 2);
    String third = Rows.quarantined(store, 3);
    assertThat(expect(0, rita, "quarantine list --handler billing")).contains(first, second, third);
    assertThat(expect(0, rita, "quarantine list --count")).isEqualTo("Messages: 3\n");
    assertThat(expect(0, rita, "quarantine show " + first)).contains("orders", "the id header");
    assertThat(expect(0, rita, "quarantine content " + first + " --reason look"))
        .contains(Rows.SECRET, "q-1");
    String how = " --handler billing --ordered-by NONE --reason mended";
    assertThat(expect(0, rita, "quarantine replay " + first + how + " --event q1"))
        .contains("ADMITTED", "1 of 1 message replayed");
    assertThat(expect(1, albert, "quarantine replay " + first + how + " --event q1"))
        .contains("CLOSED_BEFORE", "0 of 1 message replayed");
    assertThat(expect(0, rita, "show billing q1")).contains("RETRY_SCHEDULED");
    expect(0, albert, "quarantine resolve " + second + " --reason booked");
    assertThat(expect(1, albert, "quarantine discard " + second + " " + third + " --reason test"))
        .contains("1 of 2 messages closed", "was RESOLVED before");
    assertThat(expect(0, rita, "quarantine list")).isEqualTo("No messages.\n");
    assertThat(expect(0, rita, "quarantine list --which CLOSED --json"))
        .contains("\"closed\":\"DISCARDED\"")
        .doesNotContain("4111");
  }

  private static void purge(Shell rita) {
    String what = "purge --handler billing --older-than 0s --broker-retention 0s --reason test";
    assertThat(expect(0, rita, what + " --state DISCARDED,SUCCEEDED --dry-run"))
        .contains("DISCARDED  1", "SUCCEEDED  1", "Nothing was deleted");
    assertThat(expect(0, rita, what + " --state DISCARDED")).contains("COMPLETE: 1 deleted");
    expect(1, rita, "show billing e3");
    assertThat(
            expect(0, rita, what + " --state DISCARDED --closed-messages 0s --ended-requests 0s"))
        .contains("QUARANTINED_MESSAGES", "REPLAY_REQUESTS", "COMPLETE: 5 deleted");
    assertThat(expect(0, rita, "quarantine list --which ANY")).isEqualTo("No messages.\n");
    assertThat(expect(0, rita, what + " --dry-run --json"))
        .contains("\"state\":\"SUCCEEDED\",\"rows\":{\"number\":1");
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
