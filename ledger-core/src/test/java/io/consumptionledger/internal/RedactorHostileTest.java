package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts made to be read again and again. {@code -Dredactor.size=1000000} shows what the default
 * size may hide.
 */
class RedactorHostileTest {
  private static final int SIZE = Integer.getInteger("redactor.size", 100_000);

  /** What is done this soon needs no second look. */
  private static final Duration QUICK = Duration.ofMillis(300);

  /** A text of four times the length takes about 4 times as long in linear time, else 16 times. */
  private static final int MAX_GROWTH = 9;

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
        "'a'b ",
        "'\n",
        "<token>",
        "41 "
      })
  void given_a_hostile_text_when_redacted_and_normalised_then_time_is_linear(String part) {
    isLinear(size -> part.repeat(size / part.length()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"password\":|}",
        "{\"password\":\"a\",\"token\":[|]",
        "password=(|)",
        "password=(a, |)",
        "password=\"a, |\"",
        "password='a token='b, |'",
        "Cookie: |;",
        "a dsn: b |.",
        "name=\"token\" value=\"a |\"",
        "<password>|</password>",
        "phone: (|)",
        "credentials=A[|]",
        "A{pwd=|}"
      })
  void given_fields_within_fields_when_redacted_then_time_is_linear(String open, String close) {
    isLinear(
        size -> {
          int depth = size / (open.length() + close.length());
          return open.repeat(depth) + close.repeat(depth) + "\nand so on";
        });
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
      isLinear(size -> cycle.toString().repeat(size / cycle.length()));
    }
  }

  /**
   * Compares with a text of a quarter of the size unless it is quick: a deadline that allows for a
   * slow machine would let a quadratic reader pass on a fast one.
   */
  private static void isLinear(IntFunction<String> text) {
    String whole = text.apply(SIZE);
    String quarter = text.apply(SIZE / 4);
    String shown = whole.substring(0, 100);
    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          if (nanos(whole) > QUICK.toNanos()) {
            long expected = Math.min(nanos(quarter), nanos(quarter));
            assertThat(Math.min(nanos(whole), nanos(whole)))
                .as("nanoseconds for %s...", shown)
                .isLessThan(Math.max(QUICK.toNanos(), MAX_GROWTH * expected));
          }
        },
        () -> "too slow: " + shown);
  }

  /** The time of the processor, which others who use the machine do not change much. */
  private static long nanos(String text) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    assertThat(Redactor.redact(text)).isNotNull();
    assertThat(Redactor.normalise(text)).isNotNull();
    return threads.getCurrentThreadCpuTime() - start;
  }
}
