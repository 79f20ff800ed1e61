package io.consumptionledger.examples.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChaosTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return new ChaosRunner(print(out), print(err)).run(args);
  }

  private static PrintStream print(ByteArrayOutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String lastLine() {
    List<String> lines = lines();
    return lines.get(lines.size() - 1);
  }

  @Test
  void givenTheSampleAndTwoNodes_whenOneNightIsOver_thenEveryEffectIsThereOnceAndInOrder() {
    int exitCode = run("--nodes", "2", "--seconds", "12", "--seed", "7");

    assertThat(lastLine())
        .as("%s %s", out, err)
        .matches(
            "CHAOS OK seed=7 kills=[1-9]\\d* freezes=\\d+ events=300 broken=0 digest=[0-9a-f]{64}");
    assertThat(exitCode).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --nodes 0              | option --nodes is 0, must be from 1 to 20
          --seconds -3           | option --seconds is -3, must be from 1 to 86400
          --nodes many           | --nodes
          --what 3               | --what
          --user me              | option --user needs --jdbc-url beside it
          --input /no/such/file  | there is no such file
          """)
  void givenAWrongOption_thenTheLastLineNamesIt(String args, String named) {
    int exitCode = run(args.split(" "));

    assertThat(lastLine()).startsWith("CHAOS FAILED ").contains(named);
    assertThat(exitCode).isEqualTo(1);
  }

  @Test
  void givenHelp_thenEveryOptionIsListed() {
    assertThat(run("--help")).isZero();

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("--input", "--jdbc-url", "--user", "--password", "--nodes", "--seconds")
        .contains("--seed");
  }
}
