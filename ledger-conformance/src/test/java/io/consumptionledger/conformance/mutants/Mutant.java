package io.consumptionledger.conformance.mutants;

import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One edited statement, and the rules that it must turn red.
 *
 * @param name what is wrong with it
 * @param dialect whose statement
 * @param file the statement's file, without ending
 * @param text its text
 * @param red the rules that must turn red
 */
record Mutant(String name, String dialect, String file, String text, Set<String> red) {
  private static final Path ROOT = Path.of("src/test/resources/mutants");
  private static final Path SOUND = Path.of("../ledger-jdbc/src/main/resources/META-INF/ledger");

  static List<Mutant> all() {
    List<Mutant> mutants = new ArrayList<>();
    for (Path name : children(ROOT)) {
      for (Path dialect : children(name)) {
        mutants.add(read(name, dialect));
      }
    }
    return mutants;
  }

  /**
   * Those whose names {@code -Dledger.mutants} matches, as a regular expression, on every dialect.
   * Without it each mutant on one dialect, in turn, so that a build does not take all night.
   */
  static List<Mutant> asked() {
    String asked = System.getProperty("ledger.mutants");
    if (asked != null) {
      Pattern names = Pattern.compile(asked);
      return all().stream().filter(mutant -> names.matcher(mutant.name()).matches()).toList();
    }
    Map<String, List<Mutant>> byName =
        all().stream().collect(Collectors.groupingBy(Mutant::name, TreeMap::new, toList()));
    List<Mutant> some = new ArrayList<>();
    for (List<Mutant> dialects : byName.values()) {
      some.add(dialects.get(some.size() % dialects.size()));
    }
    return some;
  }

  /** Whether mutants are asked for by their names. */
  static boolean areNamed() {
    return System.getProperty("ledger.mutants") != null;
  }

  private static Mutant read(Path name, Path dialect) {
    List<Path> files =
        children(dialect).stream().filter(file -> file.toString().endsWith(".sql")).toList();
    if (files.size() != 1) {
      throw new IllegalStateException(dialect + " must hold one statement, not " + files);
    }
    String file = files.get(0).getFileName().toString();
    Set<String> red = new TreeSet<>(lines(dialect.resolve("red-rules.txt")));
    red.removeIf(line -> line.startsWith("#") || line.isBlank());
    return new Mutant(
        name.getFileName().toString(),
        dialect.getFileName().toString(),
        file.substring(0, file.length() - ".sql".length()),
        String.join("\n", lines(files.get(0))),
        red);
  }

  /** How many lines were edited, added or dropped. */
  int edits() {
    List<String> sound = lines(SOUND.resolve(dialect).resolve(file + ".sql"));
    List<String> mine = new ArrayList<>(text.lines().toList());
    List<String> dropped = new ArrayList<>(sound);
    mine.forEach(dropped::remove);
    sound.forEach(mine::remove);
    return Math.max(dropped.size(), mine.size());
  }

  private static List<Path> children(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name + " on " + dialect;
  }
}
