package io.consumptionledger.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A page with commands and what they print, which can be played. Commands stand in blocks of the
 * kind {@code console} as {@code rita$ ledger status}; what happens in between stands in comments
 * as {@code <!-- meanwhile: the carrier is back -->}. Identifiers that are other ones each time are
 * kept as the page has them.
 */
final class Transcript {
  private static final String OPEN = "```console";
  private static final String CLOSE = "```";
  private static final Pattern MEANWHILE = Pattern.compile("<!-- meanwhile: (.*) -->");
  private static final Pattern COMMAND = Pattern.compile("([a-z]+)\\$ (.*)");
  private static final Pattern IDENTIFIER =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\b[0-9a-f]{64}\\b");

  /** Times of day, time spans, and the tokens of pages. */
  private static final Pattern CHANGING =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z|--page \\S+|(?<![\\w-])\\d+(\\.\\d)?s\\b"
              + "|\\b\\d+[dhm] \\d\\d[hms]\\b");

  private final List<String> page;
  private final List<String> played = new ArrayList<>();
  private final Map<String, String> ofPage = new LinkedHashMap<>();
  private final Map<String, String> ofNow = new HashMap<>();

  Transcript(List<String> page) {
    this.page = List.copyOf(page);
  }

  /** Plays it; the shell gets who and what, and gives what is printed. */
  void play(BiFunction<String, String, String> shell, Consumer<String> world) {
    for (int i = 0; i < page.size(); i++) {
      String line = page.get(i);
      played.add(line);
      Matcher meanwhile = MEANWHILE.matcher(line);
      if (meanwhile.matches()) {
        world.accept(meanwhile.group(1));
      } else if (line.equals(OPEN)) {
        i = block(i + 1, shell);
        played.add(CLOSE);
      }
    }
  }

  private int block(int from, BiFunction<String, String, String> shell) {
    int at = from;
    while (!page.get(at).equals(CLOSE)) {
      Matcher command = COMMAND.matcher(page.get(at));
      if (!command.matches()) {
        throw new IllegalStateException("line " + (at + 1) + " is no command: " + page.get(at));
      }
      played.add(page.get(at));
      int end = at + 1;
      while (!page.get(end).equals(CLOSE) && !COMMAND.matcher(page.get(end)).matches()) {
        end++;
      }
      String printed = shell.apply(command.group(1), translated(command.group(2), ofNow));
      learn(String.join("\n", page.subList(at + 1, end)), printed);
      translated(printed, ofPage).lines().forEach(played::add);
      at = end;
    }
    return at;
  }

  /** Those that are new appear in the same order on the page and now. */
  private void learn(String before, String now) {
    List<String> old = identifiers(before).stream().filter(id -> !ofNow.containsKey(id)).toList();
    List<String> fresh = identifiers(now).stream().filter(id -> !ofPage.containsKey(id)).toList();
    for (int i = 0; i < fresh.size(); i++) {
      String name = old.size() == fresh.size() ? old.get(i) : fresh.get(i);
      ofPage.put(fresh.get(i), name);
      ofNow.put(name, fresh.get(i));
    }
  }

  private static List<String> identifiers(String text) {
    return IDENTIFIER.matcher(text).results().map(MatchResult::group).distinct().toList();
  }

  private static String translated(String text, Map<String, String> names) {
    return IDENTIFIER
        .matcher(text)
        .replaceAll(found -> names.getOrDefault(found.group(), found.group()));
  }

  /** The page with what was printed this time. */
  List<String> played() {
    return played;
  }

  /** Lines without what is another one each time. */
  static String comparable(List<String> lines) {
    return lines.stream()
        .map(line -> CHANGING.matcher(line).replaceAll("~").replaceAll(" {2,}", "  ").strip())
        .collect(Collectors.joining("\n"));
  }
}
