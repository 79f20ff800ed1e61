package io.consumptionledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
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

/** The commands that do something. */
class ActionsTest {
  private static final Pattern APPROVAL =
      Pattern.compile("ledger replay approve (\\S+) --hash (\\S+)");
  private final LedgerStore store = new InMemoryLedgerStore();
  private final Shell rita = Shell.on(store, "rita");
  private final Shell albert = Shell.on(store, "albert");

  @BeforeEach
  void someDeadLetters() {
    Rows.dead(store, "e1", "08006");
    Rows.dead(store, "e2", "08006");
    Rows.dead(store, "e3", "23505");
  }

  private static void expect(int exit, Shell shell, String line) {
    assertThat(shell.run(line.split(" "))).as(shell.out() + shell.err()).isEqualTo(exit);
  }

  private ConsumptionState state(String event) {
    return store.get(ConsumptionKey.of("billing", event)).orElseThrow().summary().state();
  }

  @Test
  void givenARequestThenOnlyAnotherPersonApprovesAndARunSchedulesWhatHasNotChanged() {
    expect(0, rita, "replay request --handler billing --code 08006 --reason fixed");
    Matcher approval = APPROVAL.matcher(rita.out());
    assertThat(approval.find()).isTrue();
    String id = approval.group(1);
    String approve = "replay approve " + id + " --hash " + approval.group(2);

    expect(1, rita, "replay run " + id);
    expect(1, rita, approve);
    assertThat(rita.err()).contains("another person must").hasLineCount(1);
    expect(1, albert, "replay approve " + id + " --hash " + "0".repeat(64));
    expect(0, albert, approve);
    expect(0, albert, "replay status " + id);
    assertThat(albert.out()).contains("APPROVED", "untried 2", "e1", "e2");

    expect(0, rita, "replay run " + id + " --dry-run");
    assertThat(state("e1")).isEqualTo(ConsumptionState.DEAD_LETTER);
    expect(0, albert, "discard --handler billing --event e2 --reason test");
    expect(1, rita, "replay run " + id);
    assertThat(rita.out()).contains("scheduled 1, changed 1", "CHANGED");
    assertThat(state("e1")).isEqualTo(ConsumptionState.RETRY_SCHEDULED);
    assertThat(state("e2")).isEqualTo(ConsumptionState.DISCARDED);
    expect(0, rita, "replay status");
    assertThat(rita.out()).contains("FINISHED", "rita", "albert");
  }

  @Test
  void givenARequestThenItIsRejectedOnceAndNothingSelectedIsNotAll() {
    expect(0, rita, "replay request --handler billing --event e1 --reason fixed");
    Matcher approval = APPROVAL.matcher(rita.out());
    assertThat(approval.find()).isTrue();

    expect(0, albert, "replay reject " + approval.group(1) + " --reason no");
    assertThat(albert.out()).contains("REJECTED");
    expect(1, rita, "replay cancel " + approval.group(1) + " --reason no");
    expect(1, rita, "replay request --handler billing --code none --reason fixed");
    assertThat(rita.out()).contains("there is no request");
    expect(1, rita, "replay request --handler billing --event none --reason fixed");
    expect(1, rita, "replay status 0b0e7f5c-6d0f-4a57-9c43-1d2f3c4b5a69");
  }

  @Test
  void givenAnotherNumberThanExpectedThenNothingIsClosed() {
    expect(1, rita, "discard --handler billing --count 2 --reason test");
    assertThat(rita.err()).contains("more than 2, not 2", "nothing was done");
    expect(1, rita, "discard --handler billing --count 4 --reason test");
    expect(0, rita, "discard --handler billing --dry-run --reason test");
    assertThat(rita.out()).contains("e1", "e2", "e3", "3 rows would be closed");
    assertThat(state("e3")).isEqualTo(ConsumptionState.DEAD_LETTER);

    expect(0, rita, "discard --handler billing --code 08006 --count 2 --reason test");
    assertThat(state("e1")).isEqualTo(ConsumptionState.DISCARDED);
    assertThat(state("e3")).isEqualTo(ConsumptionState.DEAD_LETTER);
  }

  @Test
  void givenAVersionThatIsNotThereAnyMoreThenResolveIsRefused() {
    expect(1, rita, "resolve --handler billing --event e1 --version 9 --reason booked");
    assertThat(rita.out()).contains("CHANGED", "0 of 1 row closed");
    expect(1, rita, "resolve --handler billing --event none --reason booked");
    assertThat(rita.out()).contains("NOT_FOUND");
    expect(0, rita, "resolve --handler billing --event e1 --version 1 --reason booked --json");
    assertThat(rita.out()).isEqualTo("{\"closed\":1,\"notClosed\":[]}\n");
    assertThat(state("e1")).isEqualTo(ConsumptionState.SUCCEEDED);
  }

  @Test
  void givenAListInAFileThenExactlyItsRowsAreClosed(@TempDir Path directory) throws IOException {
    expect(0, rita, "list --json --code 08006");
    Path file = Files.writeString(directory.resolve("rows.json"), rita.out());
    expect(0, albert, "resolve --handler billing --event e2 --reason booked");

    expect(2, rita, "discard --rows " + file + " --reason test --tenant other");
    assertThat(rita.err()).contains("rows of the tenant default, not of other").hasLineCount(1);
    expect(1, rita, "discard --rows " + file + " --count 1 --reason test");
    assertThat(state("e1")).isEqualTo(ConsumptionState.DEAD_LETTER);
    expect(1, rita, "discard --rows " + file + " --reason test");
    assertThat(rita.out()).contains("1 of 2 rows closed", "e2", "is SUCCEEDED, not a dead letter");
    assertThat(state("e1")).isEqualTo(ConsumptionState.DISCARDED);
    Files.writeString(file, "{\"rows\":[{\"handler\":\"billing\"}]}");
    expect(2, rita, "discard --rows " + file + " --reason test");
    Files.writeString(file, "{\"rows\":[");
    expect(2, rita, "discard --rows " + file + " --reason test");
  }

  @Test
  void givenAPauseThenStatusShowsItUntilItIsResumed() {
    expect(0, rita, "pause billing --for 30m --reason bank");
    assertThat(rita.out()).isEqualTo("billing is paused for 30m 00s.\n");
    expect(0, albert, "status");
    assertThat(albert.out()).contains("Paused", "rita", "bank");
    expect(0, albert, "resume billing --reason back");
    assertThat(albert.out()).isEqualTo("billing runs again.\n");
    expect(0, albert, "resume billing --reason back");
    assertThat(albert.out()).isEqualTo("billing was not paused.\n");
    expect(0, rita, "pause biling --reason bank");
    assertThat(rita.out()).contains("biling is paused", "is its name right?");
    expect(0, albert, "audit --json");
    assertThat(albert.out()).contains("\"PAUSE\"", "\"RESUME\"");
  }
}
