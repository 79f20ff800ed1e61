package io.consumptionledger.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.operations.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables, descriptions and JSON of the same report. */
class FormatTest {
  private record Thing(String name, Object value, String text) {}

  private static final View<Thing> VIEW =
      new View<Thing>()
          .column("name", Thing::name)
          .column("firstValue", Thing::value)
          .detail("hidden", thing -> thing.value() == null ? null : "h")
          .text("text", Thing::text);

  private static Report report(Thing... things) {
    return new Report().table("things", VIEW, List.of(things), "No things.");
  }

  @Test
  void givenThingsThenATableHasAHeadingAndAlignedColumnsWithoutDetails() {
    assertThat(Format.TEXT.of(report(new Thing("a", 7, "x"), new Thing("long name", null, "y"))))
        .isEqualTo(
            """
            NAME       FIRST VALUE  TEXT
            a          7            x
            long name  -            y
            """);
  }

  @Test
  void givenNothingThenASentenceSaysSoAndJsonIsAnEmptyList() {
    assertThat(Format.TEXT.of(report())).isEqualTo("No things.\n");
    assertThat(Format.JSON.of(report())).isEqualTo("{\"things\":[]}\n");
  }

  @Test
  void givenValuesOfAllKindsThenJsonHasThemTyped() {
    Report report =
        report(
                new Thing("instant", Instant.parse("2026-11-30T01:02:03.000004Z"), null),
                new Thing("span", Duration.ofMillis(1_500), null),
                new Thing("count", new Count.AtLeast(11), "\"quoted\"\n"))
            .value("next", null)
            .note("for people");

    assertThat(Format.JSON.of(report))
        .isEqualTo(
            "{\"things\":["
                + "{\"name\":\"instant\",\"firstValue\":\"2026-11-30T01:02:03.000004Z\","
                + "\"hidden\":\"h\",\"text\":null},"
                + "{\"name\":\"span\",\"firstValue\":1.500,\"hidden\":\"h\",\"text\":null},"
                + "{\"name\":\"count\",\"firstValue\":{\"number\":11,\"exact\":false},"
                + "\"hidden\":\"h\",\"text\":\"\\\"quoted\\\"\\n\"}],"
                + "\"next\":null}\n");
  }

  @Test
  void givenValuesOfAllKindsThenPeopleReadThem() {
    assertThat(Words.of(Instant.parse("2026-11-30T01:02:03.9Z"))).isEqualTo("2026-11-30T01:02:03Z");
    assertThat(Words.of(Duration.ofMillis(1_500))).isEqualTo("1.5s");
    assertThat(Words.of(Duration.ofSeconds(59))).isEqualTo("59s");
    assertThat(Words.of(Duration.ofSeconds(61))).isEqualTo("1m 01s");
    assertThat(Words.of(Duration.ofMinutes(125))).isEqualTo("2h 05m");
    assertThat(Words.of(Duration.ofHours(49))).isEqualTo("2d 01h");
    assertThat(Words.of(new Count.AtLeast(11))).isEqualTo("more than 10");
  }

  @Test
  void givenTextThatWouldMoveTheCursorOrTurnTheTextThenItIsShownAsEscapes() {
    assertThat(Words.of("a\u001b[2Jb\nc\u202ed")).isEqualTo("a\\u001b[2Jb\\nc\\u202ed");
  }

  @Test
  void givenTextInAnyScriptThenColumnsAreAlignedAndJsonIsPlainAscii() {
    Report report =
        report(
            new Thing("\u6ce8\u6587", 1, "\u6ce8".repeat(40)),
            new Thing("e\u0301t\u00e9", 2, "\u0085\u202e"));

    assertThat(Format.TEXT.of(report))
        .contains("\u6ce8\u6587  1 ", "e\u0301t\u00e9   2 ")
        .contains("  " + "\u6ce8".repeat(29) + "\u2026\n")
        .contains("\\u0085\\u202e");
    assertThat(Format.JSON.of(report))
        .contains("\\u6CE8", "\\u00E9", "\\u0085\\u202E")
        .matches("\\p{ASCII}+");
  }

  @Test
  void givenALongTextThenOnlyTheTableCutsIt() {
    String text = "0123456789".repeat(10);
    Thing thing = new Thing("a", null, text);

    assertThat(Format.TEXT.of(report(thing))).contains(text.substring(0, 59) + "\u2026\n");
    assertThat(Format.TEXT.of(new Report().details("thing", null, VIEW, thing))).contains(text);
    assertThat(Format.JSON.of(report(thing))).contains(text);
  }

  @Test
  void givenOneThingThenItsDetailsAreLinesAndWhatIsNotThereIsLeftOut() {
    Report report = new Report().details("thing", null, VIEW, new Thing("a", null, "x"));

    assertThat(Format.TEXT.of(report)).isEqualTo("name  a\ntext  x\n");
  }

  @Test
  void givenColoursThenStatesStandOutAndWithoutThemThereIsNoEscape() {
    Report report = report(new Thing("a", "DEAD_LETTER", "x"));

    assertThat(Format.COLOURS.of(report)).contains("\u001b[31mDEAD_LETTER\u001b[0m");
    assertThat(Format.TEXT.of(report)).doesNotContain("\u001b");
  }
}
