package io.consumptionledger.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void givenNothingThenTheSampleOnAnEmbeddedServer() {
    assertThat(parse()).isEqualTo(new Options(null, null, null, null, 1, false));
  }

  @Test
  void givenEverythingThenEverythingIsTaken() {
    Options options =
        parse(
            "--input",
            "events.ndjson",
            "--jdbc-url=jdbc:x://h/d?a=b",
            "--user",
            "u",
            "--password",
            "p",
            "--seed",
            "-7");

    assertThat(options)
        .isEqualTo(new Options(Path.of("events.ndjson"), "jdbc:x://h/d?a=b", "u", "p", -7, false));
  }

  @Test
  void givenAPasswordInTheEnvironmentThenItIsTakenUnlessTheOptionIsThere() {
    Map<String, String> environment = Map.of("LEDGER_PASSWORD", "hidden");

    assertThat(Options.parse(new String[0], environment).password()).isEqualTo("hidden");
    assertThat(Options.parse(new String[] {"--password", "open"}, environment).password())
        .isEqualTo("open");
  }

  @Test
  void givenAPasswordWhenShownThenItIsNotInIt() {
    Options options = parse("--jdbc-url", "jdbc:x:y?password=secret1", "--password", "secret2");

    assertThat(options.toString()).doesNotContain("secret1", "secret2");
  }

  @Test
  void givenAnUnknownOptionThenItIsNamed() {
    assertRefused("unknown option \"--inptu\"; --help lists the options", "--inptu", "x");
    assertRefused("unknown option \"events.ndjson\"; --help lists the options", "events.ndjson");
    assertRefused("unknown option \"--help\"; --help lists the options", "--help=yes");
  }

  @Test
  void givenAMissingOrSenselessValueThenTheOptionIsNamed() {
    assertRefused("option --input needs a value", "--input");
    assertRefused("option --user needs a value", "--user=");
    assertRefused("option --seed needs a whole number, not \"many\"", "--seed", "many");
    assertRefused(
        "option --jdbc-url needs a URL that starts with jdbc:", "--jdbc-url", "localhost:5432");
    assertRefused("option --user needs --jdbc-url beside it", "--user", "u");
    assertRefused("option --input is not a file name: \"a b\"", "--input", "a\0b");
  }

  @Test
  void givenHelpThenItIsAskedFor() {
    assertThat(parse("--help").help()).isTrue();
  }

  private static Options parse(String... args) {
    return Options.parse(args, Map.of());
  }

  private static void assertRefused(String message, String... args) {
    assertThatExceptionOfType(DemoException.class)
        .isThrownBy(() -> parse(args))
        .withMessage(message);
  }
}
