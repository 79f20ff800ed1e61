package io.consumptionledger.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/ names as proof does exist. */
class ProofsTest {
  private static final Path ROOT = Path.of(System.getProperty("project.root", ".."));
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern RULE = Pattern.compile("[A-Z]+(_[A-Z]+)*-[1-9][0-9]*");
  private static final Pattern TEST = Pattern.compile("([A-Z]\\w*Test)(?:#(\\w+))?");
  private static final Pattern NUMBER = Pattern.compile("^\\| (\\d+) \\|.*", Pattern.MULTILINE);

  /** The lines of the acceptance list that this release has to keep. */
  private static final Set<Integer> PROMISED =
      new TreeSet<>(
          Set.of(
              1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
              25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42));

  private static final Set<String> PAGES = Set.of("acceptance.md", "guarantees.md");

  private static String page(String name) throws IOException {
    return Files.readString(ROOT.resolve("docs").resolve(name));
  }

  private static List<String> quoted(String text) {
    return QUOTED.matcher(text).results().map(match -> match.group(1)).toList();
  }

  private static Map<String, List<String>> testSources() throws IOException {
    Map<String, List<String>> sources = new TreeMap<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path tests :
          modules.map(m -> m.resolve("src/test/java")).filter(Files::isDirectory).toList()) {
        try (Stream<Path> files = Files.walk(tests)) {
          for (Path file : files.filter(f -> f.toString().endsWith("Test.java")).toList()) {
            String name = file.getFileName().toString().replace(".java", "");
            sources.computeIfAbsent(name, n -> new ArrayList<>()).add(Files.readString(file));
          }
        }
      }
    }
    return sources;
  }

  /** Nothing, or the tests that a factory makes. */
  private static final String TESTS_RETURN = "(?:void|Stream<DynamicTest>)\\s+";

  @Test
  void givenAPage_whenItNamesARule_thenTheRuleExists() throws IOException {
    Set<String> known = Set.copyOf(RuleCatalogue.of(LedgerConformance.class).ids());
    for (String name : PAGES) {
      List<String> named =
          quoted(page(name)).stream().filter(RULE.asMatchPredicate()).distinct().toList();
      assertThat(named).as("rules named in " + name).isNotEmpty().isSubsetOf(known);
    }
  }

  @Test
  void givenAPage_whenItNamesATest_thenClassAndMethodExist() throws IOException {
    Map<String, List<String>> sources = testSources();
    for (String name : PAGES) {
      List<Matcher> named =
          quoted(page(name)).stream().map(TEST::matcher).filter(Matcher::matches).toList();
      assertThat(named).as("tests named in " + name).isNotEmpty();
      for (Matcher test : named) {
        String method =
            test.group(2) == null ? "class " + test.group(1) : TESTS_RETURN + test.group(2);
        assertThat(
                sources.getOrDefault(test.group(1), List.of()).stream()
                    .anyMatch(source -> source.matches("(?s).*\\b" + method + "\\b.*")))
            .as(name + " names " + test.group())
            .isTrue();
      }
    }
  }

  @Test
  void givenTheAcceptanceList_whenARowIsRead_thenItNamesAProofOrSaysThatItIsOpen()
      throws IOException {
    List<String> rows =
        page("acceptance.md").lines().filter(line -> line.matches("\\| \\d+ \\|.*")).toList();
    assertThat(rows).isNotEmpty().allMatch(row -> namesProof(row) || row.contains("open: "));
  }

  private static boolean namesProof(String row) {
    return quoted(row).stream()
        .anyMatch(word -> RULE.matcher(word).matches() || TEST.matcher(word).matches());
  }

  @Test
  void givenTheAcceptanceList_whenItsPageIsRead_thenEveryPromisedLineIsThereOnce()
      throws IOException {
    List<Integer> numbers =
        NUMBER
            .matcher(page("acceptance.md"))
            .results()
            .map((MatchResult match) -> Integer.valueOf(match.group(1)))
            .toList();
    assertThat(numbers).containsExactlyInAnyOrderElementsOf(PROMISED);
  }
}
