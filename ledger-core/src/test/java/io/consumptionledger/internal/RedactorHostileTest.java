package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** These texts take a moment; in quadratic time they would take minutes or hours. */
class RedactorHostileTest {
  private static final int SIZE = 250_000;
  private static final int FULL_SIZE = 1_000_000;

  @ParameterizedTest
  @ValueSource(
      strings = {"password=", "a@", "\"", "[", "'a'b ", "://", "/a:", "<token>", "41 ", "%25"})
  void given_a_million_hostile_characters_when_redacted_then_time_is_linear(String part) {
    redactsInTime(part.repeat(FULL_SIZE / part.length()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password=",
        "password",
        "password = ",
        "password:\"",
        "password='a'b",
        "\"password\":[",
        "\"password\" ",
        "token \" ",
        "<password>",
        "<name>",
        "<name>x",
        "x<password>",
        "<a:token>",
        "</password><token",
        "<password a",
        "name=\"token\" value ",
        "@",
        "a@",
        "a@b:",
        ":@",
        "\"@",
        "://",
        "a://b",
        "://a@",
        "jdbc:",
        "'",
        "\"",
        "\"a",
        "[",
        "{\"a\":",
        "]",
        ")=(",
        "(",
        "=",
        "=(x) ",
        "$1 = '",
        "values (",
        "values ('",
        "duplicate entry '",
        "invalid input ",
        " value: '",
        " near '",
        "row contains (",
        "-----BEGIN ",
        "-----BEGIN -----END ",
        "Bearer ",
        "bearer a ",
        "basic ",
        "Basic YTpi",
        "eyJ",
        "eyJ.",
        "AKIA",
        "4",
        "4 ",
        "41-",
        "4111 1111 1111 1111 ",
        "DE89",
        "DE89 ",
        "ab12",
        "ab ",
        "/etc/",
        "/a",
        "/a:",
        "/a.b,",
        "\"C:\\a ",
        "C:\\a b",
        "\\\\",
        "\\\\a",
        "~/",
        "$a",
        "./",
        "%",
        "%25",
        "%2525",
        "&",
        "&amp;",
        "&quot;",
        "\\\"",
        "\\u0022",
        "cookie: ",
        "cookie: ;\n ",
        "address: ",
        "address: ( ",
        "address=a, b",
        "name ",
        "a.",
        "a_",
        "aB",
        "é",
        "\uD83D\uDE00",
        "\n",
        " ",
        "\t",
        "x",
        "password: |\n ",
        "0",
        "1.",
        "550e8400-e29b-41d4-a716-446655440000",
        "'a ",
        "'\n"
      })
  void given_a_hostile_text_when_redacted_and_normalised_then_time_is_linear(String part) {
    redactsInTime(part.repeat(SIZE / part.length()));
  }

  @Test
  void given_hostile_parts_in_random_order_when_redacted_then_time_is_linear() {
    long seed = Long.getLong("redactor.seed", System.nanoTime());
    System.out.println("RedactorHostileTest seed " + seed);
    Random random = new Random(seed);
    String[] parts = {
      "password",
      "=",
      ":",
      "\"",
      "'",
      "\\",
      " ",
      "<",
      ">",
      "</",
      "[",
      "{",
      "(",
      ")=(",
      "]",
      "@",
      "/",
      "://",
      "C:\\",
      "a",
      "4",
      ",",
      ";",
      "&",
      "%22",
      "name",
      "value",
      "\n",
      "Cookie: ",
      "-----BEGIN "
    };
    for (int round = 0; round < 20; round++) {
      int kinds = 1 + random.nextInt(4);
      StringBuilder cycle = new StringBuilder();
      for (int i = 0; i < kinds + 1; i++) {
        cycle.append(parts[random.nextInt(parts.length)]);
      }
      redactsInTime(cycle.toString().repeat(SIZE / cycle.length()));
    }
  }

  private static void redactsInTime(String text) {
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          assertThat(Redactor.redact(text)).isNotNull();
          assertThat(Redactor.normalise(text)).isNotNull();
        },
        () -> "too slow: " + text.substring(0, 100));
  }
}
