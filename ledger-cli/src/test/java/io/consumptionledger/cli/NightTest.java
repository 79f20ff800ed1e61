package io.consumptionledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The night in docs/operations.md: its commands are typed, by two people with logins of their own,
 * on a ledger that really loses its carrier; what they print must be what the page says.
 */
@Timeout(300)
class NightTest {
  private static final Path PAGE =
      Path.of(System.getProperty("project.root", ".."), "docs", "operations.md");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  @Execution(ExecutionMode.CONCURRENT) // two servers, and two nights that mostly wait for them
  void givenANightOfOutages_whenThePageIsPlayed_thenTheCommandsPrintWhatItSays(
      String product, @TempDir Path home) throws IOException {
    List<String> page = Files.readAllLines(PAGE);
    Transcript transcript = new Transcript(page);
    try (Server server = Server.on(product)) {
      Shell owner = server.shell(server.owner(), server.ownersPassword());
      assertThat(owner.run("schema", "apply")).as(owner.err()).isZero();
      server.grant();
      try (Shop shop = new Shop(server.pool(10))) {
        Keyboard keyboard = new Keyboard(server, home);
        transcript.play(keyboard::type, event -> happens(shop, event));
      }
    }
    compare(transcript);
  }

  private static synchronized void compare(Transcript transcript) throws IOException {
    if (Boolean.getBoolean("ledger.update")) {
      Files.write(PAGE, transcript.played());
    }
    assertThat(Transcript.comparable(transcript.played()))
        .as(PAGE + " is stale: run this test with -Dledger.update=true")
        .isEqualTo(Transcript.comparable(Files.readAllLines(PAGE)));
  }

  private static void happens(Shop shop, String event) {
    switch (event) {
      case "messages come in, and nobody answers" -> shop.receive();
      case "the carrier is back" -> shop.carrierIsBack();
      case "all parcels are announced but one" -> shop.awaitWaiting(1);
      case "what waited runs" -> shop.awaitWaiting(0);
      default -> throw new IllegalArgumentException("nothing is known of: " + event);
    }
  }

  /** Types what stands on the page; knows quotes, files and the last exit code. */
  private static final class Keyboard {
    private final Server server;
    private final Path home;
    private final Map<String, Shell> shells = new HashMap<>();
    private int exit;

    Keyboard(Server server, Path home) {
      this.server = server;
      this.home = home;
      shells.put("rita", server.shell(server.rita(), Server.PASSWORD));
      shells.put("albert", server.shell(server.albert(), Server.PASSWORD));
    }

    String type(String who, String line) {
      if (line.equals("echo $?")) {
        return exit + "\n";
      }
      List<String> words = new ArrayList<>();
      Matcher word = WORD.matcher(line);
      while (word.find()) {
        words.add(word.group(1) == null ? word.group(2) : word.group(1));
      }
      if (!words.remove(0).equals("ledger")) {
        throw new IllegalArgumentException("no such program: " + line);
      }
      int arrow = words.indexOf(">");
      Path file = arrow < 0 ? null : home.resolve(words.get(arrow + 1));
      List<String> args = arrow < 0 ? words : words.subList(0, arrow);
      Shell shell = shells.get(who);
      exit =
          shell.run(
              args.stream()
                  .map(arg -> arg.endsWith(".json") ? home.resolve(arg).toString() : arg)
                  .toArray(String[]::new));
      if (file == null) {
        return plain(shell.out() + shell.err());
      }
      write(file, shell.out());
      return plain(shell.err());
    }

    /** On servers with other accounts the people have longer names. */
    private String plain(String text) {
      return text.replace(server.rita(), "rita").replace(server.albert(), "albert");
    }

    private static void write(Path file, String text) {
      try {
        Files.writeString(file, text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
