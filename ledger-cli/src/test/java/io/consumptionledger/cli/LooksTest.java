package io.consumptionledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.LedgerStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that only look. */
class LooksTest {
  private final LedgerStore store = new InMemoryLedgerStore();
  private final Shell shell = Shell.on(store, "rita");

  @BeforeEach
  void someDeadLetters() {
    Rows.dead(store, "e1", "08006");
    Rows.dead(store, "e2", "08006");
    Rows.dead(store, "e3", "23505");
  }

  private void ok(String line) {
    assertThat(shell.run(line.split(" "))).as(shell.err()).isZero();
    assertThat(shell.err()).isEmpty();
  }

  @Test
  void givenAFilterThenListShowsTheRowsThatFitAndNoContent() {
    ok("list --state DEAD_LETTER --code 08006");
    assertThat(shell.out()).contains("e1", "e2", "the bank said").doesNotContain("e3");

    ok("list --json");
    assertThat(shell.out()).contains("\"event\":\"e3\"").doesNotContain("4111", "t-e1");
  }

  @Test
  void givenALimitThenTheTokenGoesOnWhereTheListEnded() {
    ok("list --limit 2 --json");
    Matcher next = Pattern.compile("\"next\":\"([^\"]+)\"").matcher(shell.out());
    assertThat(next.find()).isTrue();
    assertThat(shell.out()).contains("e3", "e2").doesNotContain("\"e1\"");

    ok("list --limit 2 --json --page " + next.group(1));
    assertThat(shell.out()).contains("\"e1\"", "\"next\":null").doesNotContain("\"e2\"");
  }

  @Test
  void givenATokenOfAnotherListThenOneSentenceSaysSo() {
    assertThat(shell.run("list", "--page", "nonsense")).isEqualTo(2);
    assertThat(shell.err()).hasLineCount(1).contains("token");
  }

  @Test
  void givenCountThenOnlyTheNumberIsShown() {
    ok("list --count --state DEAD_LETTER");
    assertThat(shell.out()).isEqualTo("Rows: 3\n");
    ok("list --count --json");
    assertThat(shell.out()).isEqualTo("{\"count\":{\"number\":3,\"exact\":true}}\n");
  }

  @Test
  void givenKindsOfErrorsThenTheLargestComesFirst() {
    ok("errors");

    assertThat(shell.out().lines().toList()).hasSize(3);
    assertThat(shell.out().lines().skip(1).findFirst().orElseThrow())
        .startsWith("2 ")
        .contains("billing", "08006", Rows.failure("08006").fingerprint());
  }

  @Test
  void givenARowThenShowTellsItAndOfAnotherTenantItIsNotThere() {
    store.recordAnomaly(
        new Anomaly(
            ConsumptionKey.of("billing", "e1"), 0, AnomalyKind.PAYLOAD_MISMATCH, "other", null));

    ok("show billing e1");
    assertThat(shell.out()).contains("DEAD_LETTER", "BankException", "PAYLOAD_MISMATCH");
    assertThat(shell.out()).doesNotContain("4111");
    assertThat(shell.run("show", "billing", "e1", "--tenant", "other")).isEqualTo(1);
    assertThat(shell.err()).isEqualTo("ledger: there is no row other/billing/e1\n");
    ok("anomalies --kind payload_mismatch");
    assertThat(shell.out()).contains("e1", "other");
    ok("anomalies --kind LATE_SETTLE");
    assertThat(shell.out()).isEqualTo("No anomalies.\n");
  }

  @Test
  void givenALookAtContentThenItIsShownAndTheAuditTells() {
    ok("content billing e1 --reason case-815");
    assertThat(shell.out()).contains(Rows.SECRET, "t-e1");
    ok("content billing e1 --reason case-816 --json");
    assertThat(shell.out()).contains("\"payload\":\"eyJjYXJkIjoiNDExMSJ9\"");

    ok("audit");
    assertThat(shell.out()).contains("rita", "case-815", "case-816").doesNotContain("4111");
    ok("audit --handler billing --event e2");
    assertThat(shell.out()).isEqualTo("Nothing was done.\n");
    assertThat(shell.run("content", "billing", "none", "--reason", "x")).isEqualTo(1);
  }

  @Test
  void givenAnAggregateWithAWaitingRowThenBlockedTellsWhatItWaitsFor() {
    Rows.blocked(store, "first", "second");

    ok("blocked");
    assertThat(shell.out()).contains("Order", "o-1", "first", "DEAD_LETTER");
    ok("show shipping second");
    assertThat(shell.out()).contains("Blocked by", "first");
  }

  @Test
  void givenRowsThenStatusCountsThemAndWatchShowsThatAgain() {
    ok("status --claims");
    assertThat(shell.out()).contains("DEAD LETTER", "billing  3 ", "Claims in flight");

    ok("watch --times 2 --every 1s --json");
    assertThat(shell.out()).hasLineCount(2).contains("\"deadLetter\":{\"number\":3");
  }

  @Test
  void givenNobodyReadsOnThenItEndsAndSaysSo() {
    shell.isCutOff = true;

    assertThat(shell.run("watch", "--every", "1h")).isEqualTo(1);
    assertThat(shell.err()).isEqualTo("ledger: the output could not be written to its end\n");
    assertThat(shell.run("list", "--json")).isEqualTo(1);
    assertThat(shell.run("list", "--nonsense")).isEqualTo(2);
  }

  @Test
  void givenAnIdThatBeginsLikeSomethingElseThenItIsTakenAsItIs(@TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("args"), "e1");

    assertThat(shell.run("show", "billing", "@" + file)).isEqualTo(1);
    assertThat(shell.err()).contains("there is no row default/billing/@");
    assertThat(shell.run("show", "--", "billing", "-p1")).isEqualTo(1);
    assertThat(shell.err()).contains("there is no row default/billing/-p1");
  }

  @Test
  void givenATerminalThenThereAreColoursUnlessTheyAreRefused() {
    shell.isTerminal = true;
    ok("list");
    assertThat(shell.out()).contains("\u001b[31mDEAD_LETTER");
    shell.variables.put("NO_COLOR", "1");
    ok("list");
    assertThat(shell.out()).doesNotContain("\u001b");
  }
}
