package io.consumptionledger.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.jdbc.dialect.Dialect;
import io.consumptionledger.jdbc.dialect.Dialects;
import io.consumptionledger.jdbc.dialect.SchemaDialect;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SchemaScriptTest {
  private static final String PREFIX = "p".repeat(SqlNames.MAX_PREFIX);

  @ParameterizedTest
  @MethodSource("dialects")
  void givenTheLongestPrefix_whenFilledIn_thenEveryNameHasItAndFits(SchemaDialect dialect) {
    List<String> names = names(script(dialect, "up"));

    assertThat(names).hasSizeGreaterThan(40);
    assertThat(names)
        .allMatch(name -> name.startsWith(PREFIX) && name.length() <= SqlNames.MAX_SCHEMA);
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenTheTablesOfUp_whenTheOtherScriptsAreRead_thenEachHasExactlyThose(
      SchemaDialect dialect) {
    List<String> tables =
        matches("(?m)^CREATE TABLE (\\S+)", script(dialect, "up").text()).sorted().toList();
    assertThat(tables).hasSize(9);
    assertThat(matches("DROP TABLE IF EXISTS (\\w+);", script(dialect, "down").text()))
        .containsExactlyInAnyOrderElementsOf(tables);
    assertThat(matches("(" + PREFIX + "\\w+)", script(dialect, "grants").text()))
        .containsExactlyInAnyOrderElementsOf(tables);
    assertThat(matches("'table', '(\\w+)'", script(dialect, "verify").text()))
        .containsExactlyInAnyOrderElementsOf(tables);
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenVerify_whenSplit_thenItIsOneQuery(SchemaDialect dialect) {
    assertThat(script(dialect, "verify").statements())
        .singleElement()
        .asString()
        .startsWith("WITH names");
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenAllScripts_whenRead_thenNoCommentHoldsTheEndOfAStatement(SchemaDialect dialect) {
    for (String name : List.of("up", "down", "grants", "verify")) {
      assertThat(script(dialect, name).text().lines())
          .filteredOn(line -> line.contains("--"))
          .allMatch(line -> line.stripLeading().startsWith("--"))
          .noneMatch(line -> line.contains(";"));
    }
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenTheIndexes_whenRead_thenNoneMentionsWhatSettlingAndRenewingChange(
      SchemaDialect dialect) {
    assertThat(script(dialect, "up").statements())
        .filteredOn(sql -> sql.startsWith("CREATE INDEX"))
        .hasSizeGreaterThanOrEqualTo(6)
        .noneMatch(sql -> sql.contains("status") || sql.contains("lease"));
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenTheTables_whenRead_thenTimesAreNeitherCoarseNorSetByTheServer(SchemaDialect dialect) {
    String times = String.join("\n", script(dialect, "up").statements()).toLowerCase(Locale.ROOT);

    assertThat(matches("\\b((?:timestamptz|timestamp|datetime)\\b(?:\\(\\d\\))?)", times))
        .allMatch(type -> type.endsWith("(6)") && !type.startsWith("timestamp("));
    assertThat(times).doesNotContain("on update").doesNotContain("current_timestamp");
  }

  static List<SchemaDialect> dialects() {
    return Dialects.known().stream().map(Dialect::schema).toList();
  }

  private static List<String> names(SchemaScript script) {
    return Arrays.stream(script.text().split("\n"))
        .filter(line -> !line.startsWith("--"))
        .flatMap(line -> matches("(?:TABLE|INDEX|CONSTRAINT|ON) (\\w+)", line))
        .toList();
  }

  private static Stream<String> matches(String regex, String text) {
    return Pattern.compile(regex).matcher(text).results().map((MatchResult m) -> m.group(1));
  }

  private static SchemaScript script(SchemaDialect dialect, String name) {
    return SchemaScript.load(dialect, name, PREFIX);
  }
}
