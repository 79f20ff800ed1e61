package io.consumptionledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.StoreException;
import io.consumptionledger.cli.base.Environment;
import io.consumptionledger.cli.base.JdbcDesks;
import io.consumptionledger.memory.InMemoryLedgerStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What happens before there is a connection: help, bad input, passwords. */
class CommandLineTest {
  private static final String UUID = "0b0e7f5c-6d0f-4a57-9c43-1d2f3c4b5a69";
  private static final String ID =
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
  private static final String OTHER =
      " bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
  private static final String READ = " --handler h --ordered-by NONE --reason why";
  private final Shell shell = Shell.on(new InMemoryLedgerStore(), "rita");

  static Stream<String> commands() {
    CommandLine root =
        LedgerCli.commandLine(
            new Environment(
                new PrintWriter(Writer.nullWriter()),
                new PrintWriter(Writer.nullWriter()),
                false,
                name -> null,
                question -> null,
                null));
    return root.getSubcommands().values().stream().flatMap(CommandLineTest::leaves);
  }

  private static Stream<String> leaves(CommandLine command) {
    String name = command.getCommandSpec().qualifiedName().substring("ledger ".length());
    return Stream.concat(
        Stream.of(name),
        command.getSubcommands().values().stream().flatMap(CommandLineTest::leaves));
  }

  @Test
  void givenHelpOfTheProgramThenItNamesCommandsPasswordsAndExitCodes() {
    assertThat(shell.run("--help")).isZero();

    assertThat(shell.out()).contains("errors", "replay", "LEDGER_PASSWORD", "Exit codes: 0");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void givenHelpIsAskedForThenItTeachesWithAnExampleAndOpensNothing(String command) {
    int exit = shell.run((command + " --help").split(" "));

    assertThat(shell.err()).isEmpty();
    assertThat(exit).isZero();
    assertThat(shell.out()).contains("Usage: ledger " + command, "Example:", "ledger");
    assertThat(shell.opened).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "list --nonsense",
        "list --state NONSENSE",
        "list --limit 0",
        "list --limit 100001",
        "list --limit many",
        "list --from 2026-11-30T00:00:00Z --before 2026-11-29T00:00:00Z",
        "list --fingerprint abc",
        "list --aggregate o-1",
        "list --from yesterday",
        "list --before 2026-13-01T00:00:00Z",
        "list --error-class NONSENSE",
        "list extra",
        "status --limit many",
        "status --limit 0",
        "status --limit 1000001",
        "status extra",
        "errors --from later",
        "errors --handler=",
        "errors --limit 1001",
        "errors --from 1h --before 2h",
        "show",
        "show billing",
        "show billing e1 item extra",
        "content billing e1",
        "content billing e1 --reason=",
        "blocked --limit many",
        "blocked --limit 0",
        "blocked --limit 1001",
        "replay",
        "replay nonsense",
        "replay request --reason why",
        "replay request --handler billing",
        "replay request --event e1 --reason why",
        "replay request --handler billing --event e1 --code c --reason why",
        "replay request --handler billing --item i --reason why",
        "replay request --handler billing --event e1 --version 0 --reason why",
        "replay request --rows /nowhere/at/all --reason why",
        "replay request --rows /nowhere/at/all --handler billing --reason why",
        "replay request --handler billing --limit 0 --reason why",
        "replay request --handler billing --limit 10001 --reason why",
        "replay approve",
        "replay approve 1-1-1-1-1 --hash abc",
        "replay approve " + UUID,
        "replay approve " + UUID + " --hash abc",
        "replay reject " + UUID,
        "replay cancel " + UUID,
        "replay run",
        "replay run " + UUID + " --rate 0",
        "replay run " + UUID + " --rate NaN",
        "replay run " + UUID + " --rate 10001",
        "replay run " + UUID + " --in-flight 1001",
        "replay run " + UUID + " --patience 366d",
        "replay run " + UUID + " --in-flight 0",
        "replay run " + UUID + " --patience 0s",
        "replay run " + UUID + " --patience long",
        "replay status nonsense",
        "replay status --limit 1001",
        "replay status --row 1",
        "replay status " + UUID + " --row -1",
        "resolve --reason why",
        "resolve --handler billing --reason why",
        "resolve --handler billing --event e1",
        "resolve --handler billing --count 0 --reason why",
        "resolve --handler billing --count 10001 --reason why",
        "discard --handler billing --code c --reason why",
        "discard --handler billing --event e1 --version x --reason why",
        "discard --handler billing --event e1 --reason --dry-run",
        "discard --handler billing --code --count 2 --reason why",
        "resolve --handler billing --event e1 --version -1 --reason why",
        "resolve --handler billing --count -1 --reason why",
        "pause",
        "pause billing",
        "pause billing --reason why --for 0s",
        "pause billing --reason why --for 3651d",
        "pause billing --reason why --for long",
        "resume billing",
        "anomalies --kind NONSENSE",
        "anomalies --limit 0",
        "anomalies --from 2026-11-30T00:00:00Z --before 2026-11-30T00:00:00Z",
        "audit --handler billing",
        "audit --handler billing --event e1 --from 2h",
        "audit --limit 0",
        "audit --summary --page x",
        "audit --summary --handler billing --event e1",
        "audit --from 1h --before 2h",
        "watch --every 0s",
        "watch --times -1",
        "watch --limit 0",
        "schema",
        "schema print --script nonsense",
        "list --tenant=",
        "completion extra",
        "quarantine",
        "quarantine nonsense",
        "quarantine list --which SOME",
        "quarantine list --limit 0",
        "quarantine list --from 1h --before 2h",
        "quarantine list --handler=",
        "quarantine show",
        "quarantine show abc",
        "quarantine content abc --reason why",
        "quarantine content " + ID,
        "quarantine resolve --reason why",
        "quarantine resolve abc --reason why",
        "quarantine resolve " + ID,
        "quarantine discard " + ID + " --reason=",
        "quarantine replay " + ID + " --handler h --ordered-by NONE --reason why",
        "quarantine replay " + ID + " --handler h --event e --reason why",
        "quarantine replay " + ID + " --ordered-by NONE --event e --reason why",
        "quarantine replay " + ID + " --handler h --ordered-by BY --event e --reason why",
        "quarantine replay abc --handler h --ordered-by NONE --event e --reason why",
        "quarantine replay " + ID + " --handler h --ordered-by NONE --item i --reason why",
        "quarantine replay " + ID + OTHER + " --handler h --ordered-by NONE --event e --reason why",
        "quarantine replay " + ID + READ + " --event e --aggregate a",
        "quarantine replay " + ID + READ + " --event e --max-payload 0",
        "quarantine replay " + ID + READ + " --event e --decoder d",
        "quarantine replay " + ID + READ + " --event e --class-path .",
        "quarantine replay " + ID + READ + " --decoder no.such.Class",
        "quarantine replay " + ID + READ + " --decoder java.lang.Object",
        "quarantine replay " + ID + READ + " --decoder java.lang.Integer",
        "quarantine replay " + ID + READ + " --decoder d --class-path /nowhere/at/all",
        "purge",
        "purge --handler h --older-than 14d --reason why",
        "purge --handler h --broker-retention 7d --reason why",
        "purge --older-than 14d --broker-retention 7d --reason why",
        "purge --handler h --older-than 14d --broker-retention 7d",
        "purge --handler h --older-than 6d --broker-retention 7d --reason why",
        "purge --handler h --older-than 8d --broker-retention 7d --closed-messages 6d --reason why",
        "purge --handler h --older-than 8d --broker-retention 7d --ended-requests x --reason why",
        "purge --handler h --older-than old --broker-retention 7d --reason why",
        "purge --handler h --older-than 14d --broker-retention 7d --reason why --state DEAD_LETTER",
        "purge --handler h --older-than 14d --broker-retention 7d --reason why --batch 1001",
        "purge --handler h --older-than 14d --broker-retention 7d --reason why --pause -1",
        "purge --handler h --older-than 14d --broker-retention 7d --reason why --limit 0"
      })
  void givenBadInputThenOneSentenceSaysSoAndNothingIsOpened(String line) {
    int exit = shell.run(line.isEmpty() ? new String[0] : line.split(" "));

    assertThat(exit).as(shell.err()).isEqualTo(2);
    assertThat(shell.err()).startsWith("ledger: ").hasLineCount(1);
    assertThat(shell.err()).doesNotContain("Exception");
    assertThat(shell.out()).isEmpty();
    assertThat(shell.opened).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "list --password=sesame",
        "list --password sesame",
        "list --PASSWORD=sesame",
        "list -psesame",
        "list --passwd=sesame",
        "list --pw sesame",
        "list jdbc:postgresql://rita:sesame@h/d",
        "list --uri=jdbc:postgresql://h/d?password=sesame",
        "list -- jdbc:postgresql://h/d?password=sesame",
        "schema verify --url jdbc:postgresql://h/d?user=rita&password=sesame",
        "schema verify --url jdbc:postgresql://h/d?Password=sesame",
        "schema verify --url jdbc:mysql://rita:sesame@h/d",
        "schema verify --url jdbc:mysql://(host=h,password=sesame)/d"
      })
  void givenAPasswordAsAnArgumentThenItIsRefusedAndNotShown(String line) {
    int exit = shell.run(line.split(" "));

    assertThat(exit).isEqualTo(2);
    assertThat(shell.err()).contains("LEDGER_PASSWORD").doesNotContain("sesame");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "schema verify --url postgresql://h/d",
        "schema verify --url jdbc:nonsense://h/d",
        "schema verify --url jdbc:postgresql://127.0.0.1:1/d --prefix 1x",
        "schema verify --url jdbc:postgresql://127.0.0.1:1/d --schema a.b",
        "schema verify --url jdbc:postgresql://127.0.0.1:1/d --password-file /nowhere/at/all"
      })
  void givenAConnectionThatCannotBeThenOneSentenceSaysSo(String line) {
    int exit = shell.run(line.split(" "));

    assertThat(exit).as(shell.err()).isEqualTo(2);
    assertThat(shell.err()).startsWith("ledger: ").hasLineCount(1);
  }

  @Test
  void givenNoUrlThenOneSentenceSaysSoUnlessTheEnvironmentHasIt() {
    Shell real = new Shell(new JdbcDesks());

    assertThat(real.run("status")).isEqualTo(2);
    assertThat(real.err()).startsWith("ledger: no database is named").hasLineCount(1);
    real.variables.put("LEDGER_URL", "jdbc:postgresql://127.0.0.1:1/d");
    assertThat(real.run("status")).isEqualTo(3);
  }

  @Test
  void givenNoServerThenTheExitCodeIsThree() {
    Shell real = new Shell(new JdbcDesks());

    int exit = real.run("status", "--url", "jdbc:postgresql://127.0.0.1:1/d", "--user", "rita");

    assertThat(exit).isEqualTo(3);
    assertThat(real.err()).startsWith("ledger: the database cannot be reached: ").hasLineCount(1);
  }

  @Test
  void givenATerminalAndNoPasswordThenItIsAskedForAndNotOtherwise() {
    Shell real = new Shell(new JdbcDesks());
    String[] status = {"status", "--url", "jdbc:postgresql://127.0.0.1:1/d", "--user", "rita"};

    real.run(status);
    assertThat(real.questions).isEmpty();
    real.isTerminal = true;
    real.typed = "sesame".toCharArray();
    real.run(status);
    assertThat(real.questions).containsExactly("Password for rita: ");
    real.variables.put("LEDGER_PASSWORD", "sesame");
    real.run(status);
    assertThat(real.questions).hasSize(1);
    assertThat(real.err()).doesNotContain("sesame");
  }

  @Test
  void givenAnEmptyPasswordFileThenItIsRefused(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("password"), "\nsecond line");
    Shell real = new Shell(new JdbcDesks());

    int exit =
        real.run(
            "status",
            "--url",
            "jdbc:postgresql://127.0.0.1:1/d",
            "--password-file",
            file.toString());

    assertThat(exit).isEqualTo(2);
    assertThat(real.err()).contains("has nothing in its first line").doesNotContain("second");
    String url = "jdbc:postgresql://127.0.0.1:1/d";
    assertThat(real.run("status", "--url", url, "--password-file", directory.toString()))
        .isEqualTo(2);
    assertThat(real.err()).contains("is a directory");
  }

  @Test
  void givenTheVersionIsAskedForThenNothingIsOpened() {
    assertThat(shell.run("--version")).isZero();

    assertThat(shell.out()).startsWith("ledger ").hasLineCount(1);
    assertThat(shell.opened).isZero();
  }

  @Test
  void givenTheStoreFailsThenTheExitCodeIsThreeAndAFaultOfOursIsFour() {
    Shell failing =
        new Shell(
            (connecting, environment) -> {
              throw new StoreException("the store is gone", null);
            });
    Shell faulty =
        new Shell(
            (connecting, environment) -> {
              throw new IllegalStateException("secret");
            });

    Shell broken =
        new Shell(
            (connecting, environment) -> {
              throw new NoClassDefFoundError("secret");
            });

    assertThat(broken.run("status")).isEqualTo(4);
    assertThat(broken.err()).contains("NoClassDefFoundError").doesNotContain("secret");
    assertThat(failing.run("status")).isEqualTo(3);
    assertThat(failing.err()).isEqualTo("ledger: the store is gone\n");
    assertThat(faulty.run("status")).isEqualTo(4);
    assertThat(faulty.err()).contains("IllegalStateException").doesNotContain("secret");
  }

  @Test
  void givenAnArgumentThatTheLocaleCannotTellThenItNamesNothing() {
    assertThat(LedgerCli.isGarbled("gr\ufffd\ufffdn", "ANSI_X3.4-1968")).isTrue();
    assertThat(LedgerCli.isGarbled("gr\u00fcn", "ISO-8859-1")).isFalse();
    assertThat(LedgerCli.isGarbled("gr\ufffdn", "UTF-8")).isFalse();
  }

  @Test
  void givenCompletionIsAskedForThenAScriptKnowsEveryCommand() {
    assertThat(shell.run("completion")).isZero();

    assertThat(shell.out()).startsWith("#!/usr/bin/env bash");
    assertThat(List.of(shell.out().split("\\W+"))).contains("errors", "replay", "approve", "audit");
  }
}
