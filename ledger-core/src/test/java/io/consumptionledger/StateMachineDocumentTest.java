package io.consumptionledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/state-machine.md says what the code says. */
class StateMachineDocumentTest {
  private static final Pattern EDGE =
      Pattern.compile("^ {2}(\\[\\*]|[A-Z_]+) --> ([A-Z_]+): ([A-Z_]+)$");
  private static final Pattern HEADING = Pattern.compile("^## ([A-Z_]+)$");

  private static List<String> page() throws IOException {
    return Files.readAllLines(
        Path.of(System.getProperty("project.root"), "docs", "state-machine.md"));
  }

  @Test
  void diagramShowsExactlyTheTransitionsOfTheTable() throws IOException {
    Set<String> drawn =
        page().stream()
            .map(EDGE::matcher)
            .filter(Matcher::matches)
            .map(m -> m.group(1).replace("[*]", "none") + " " + m.group(2) + " " + m.group(3))
            .collect(Collectors.toCollection(TreeSet::new));

    Set<String> coded =
        Stream.of(Transition.values())
            .flatMap(
                t ->
                    t.to().stream()
                        .map(to -> t.from().map(Enum::name).orElse("none") + " " + to + " " + t))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(drawn).isEqualTo(coded);
  }

  @Test
  void everyTransitionHasAHeadingInTheOrderOfTheTable() throws IOException {
    List<String> headings =
        page().stream()
            .map(HEADING::matcher)
            .filter(Matcher::matches)
            .map(m -> m.group(1))
            .toList();

    assertThat(headings)
        .containsExactlyElementsOf(Stream.of(Transition.values()).map(Enum::name).toList());
  }
}
