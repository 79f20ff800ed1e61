package io.consumptionledger.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@Timeout(120)
class DemoTest {
  private static final String REAL_CHAIN =
      "8f805c71fec58253e5558fefb945f6a6673662546e154837fd1197aee777cecf";

  private final Terminal terminal = new Terminal();
  private final MemoryDatabase database = new MemoryDatabase();

  @Test
  void givenTheSampleWhenTheDemoRunsThenItEndsOkAndCleansUp() {
    int exitCode = terminal.run(options -> database);

    assertThat(terminal.lastLine())
        .matches("DEMO OK events=300 handled=\\d+ duplicates=\\d+ dead=\\d+");
    assertThat(exitCode).isZero();
    assertThat(database.isClosed()).isTrue();
  }

  @Test
  void givenTheSampleWhenTheDemoRunsThenHandledAndDeadMakeUpEverything() {
    terminal.run(options -> database);

    assertThat(number("handled") + number("dead")).isEqualTo(3 * 300);
    assertThat(number("dead")).isPositive();
    assertThat(number("duplicates")).isPositive();
  }

  @Test
  void givenTheSampleWhenTheDemoRunsThenTheSummaryTellsEveryKindOfTrouble() {
    terminal.run(options -> database, "--seed", "3");

    assertThat(terminal.out())
        .anyMatch(line -> line.matches("database +in memory"))
        .anyMatch(
            line -> line.contains("mail.notify  UNRECOVERABLE") && line.contains("unsubscribed"))
        .anyMatch(line -> line.contains("mail.notify  POISON"))
        .anyMatch(line -> line.contains("search.index  RETRYABLE"))
        .anyMatch(line -> line.matches("retries +[1-9][0-9]* runs .*"))
        .anyMatch(line -> line.matches("chain +0 of 300 links broken, .*"))
        .noneMatch(line -> line.startsWith("problem"));
  }

  @Test
  @EnabledIfSystemProperty(named = "ledger.events", matches = ".+")
  void givenRealEventsWhenTheDemoRunsThenTheirChainIsUnbroken() {
    int exitCode =
        terminal.run(options -> database, "--input", System.getProperty("ledger.events"));

    assertThat(exitCode).as(terminal.lastLine()).isZero();
    assertThat(number("events")).isEqualTo(8802);
    assertThat(terminal.out())
        .anyMatch(line -> line.matches("chain +0 of 8,802 links broken, 513 live subjects"))
        .anyMatch(line -> line.endsWith("SHA-256 " + REAL_CHAIN));
  }

  private long number(String name) {
    List<String> words = List.of(terminal.lastLine().split(" "));
    return words.stream()
        .filter(word -> word.startsWith(name + "="))
        .mapToLong(word -> Long.parseLong(word.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }
}
