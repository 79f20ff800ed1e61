package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ErrorTextTest {
  @Test
  void given_what_a_database_refuses_when_cleaned_then_it_is_replaced_and_lines_stay() {
    assertThat(ErrorText.clean("a\0b\u0007c\uD800d\uDC00e\r\n\tf\uD83D\uDE00\u0085", 100))
        .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\r\n\tf\uD83D\uDE00\uFFFD");
  }

  @Test
  void given_wide_characters_when_cut_then_no_character_is_cut_in_two() {
    for (String c : new String[] {"a", "é", "€", "\uD83D\uDE00"}) {
      for (int pad = 0; pad < 4; pad++) {
        String clean = ErrorText.clean("-".repeat(pad) + c.repeat(5000), 2048);
        int bytes = clean.getBytes(StandardCharsets.UTF_8).length;
        assertThat(bytes).isBetween(2045, 2048);
        assertThat(clean.replace(c, "").replace("-", "")).isEmpty();
      }
    }
  }

  @Test
  void given_redaction_that_makes_text_longer_when_cleaned_then_it_still_fits() {
    String clean = ErrorText.clean("pin=1 ".repeat(1000), 2048);
    assertThat(clean.length()).isLessThanOrEqualTo(2048);
    assertThat(clean).startsWith("pin=[redacted] pin=[redacted]");
  }

  @Test
  void given_a_huge_message_when_described_then_it_is_cut_quickly() {
    Throwable huge = new IllegalStateException("password=".repeat(20_000_000 / 9));
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> assertThat(ErrorText.describe(huge)).hasSizeLessThanOrEqualTo(2048));
  }

  @Test
  void given_a_long_message_with_a_cause_when_described_then_the_cause_is_told_too() {
    Throwable t = new IllegalStateException("x ".repeat(5000), new RuntimeException("root"));
    assertThat(ErrorText.describe(t)).endsWith("\ncaused by java.lang.RuntimeException: root");
  }

  @Test
  void given_an_unterminated_secret_when_described_then_the_cause_is_still_told() {
    Throwable t =
        new IllegalStateException("{\"password\":\"abc def", new RuntimeException("Cookie: a=b"));
    assertThat(ErrorText.describe(t))
        .isEqualTo(
            "{\"password\":[redacted]\ncaused by java.lang.RuntimeException: Cookie: [redacted]");
  }

  @Test
  void given_a_cyclic_chain_when_described_then_each_is_told_once() {
    Exception a = new Exception("first");
    Exception b = new Exception("second", a);
    a.initCause(b);
    assertThat(ErrorText.describe(a)).isEqualTo("first\ncaused by java.lang.Exception: second");
  }

  @Test
  void given_a_chain_of_two_thousand_when_described_then_it_ends() {
    Exception at = new Exception("root");
    for (int i = 0; i < 2000; i++) {
      at = new Exception("level " + i, at);
    }
    assertThat(ErrorText.describe(at)).startsWith("level 1999\ncaused by").hasLineCount(20);
  }

  @Test
  void given_exceptions_whose_methods_throw_when_described_then_that_is_told() {
    assertThat(ErrorText.describe(new Broken(new IllegalStateException())))
        .isEqualTo("(its message could not be read: java.lang.IllegalStateException)");
    assertThat(ErrorText.describe(new Exception("outer", new Broken(new StackOverflowError()))))
        .contains("outer\ncaused by", "Broken: (its message", "java.lang.StackOverflowError");
  }

  @Test
  void given_no_messages_when_described_then_only_causes_are_told() {
    assertThat(ErrorText.describe(new Exception((String) null))).isEmpty();
    assertThat(ErrorText.describe(new Exception(null, new Error((String) null))))
        .isEqualTo("caused by java.lang.Error");
  }

  @Test
  void given_a_long_name_when_cut_then_it_ends_on_a_character() {
    assertThat(ErrorText.cleanCharacters("\uD83D\uDE00".repeat(300), 200))
        .isEqualTo("\uD83D\uDE00".repeat(200));
    assertThat(ErrorText.cleanCharacters("C".repeat(300), 200)).isEqualTo("C".repeat(200));
  }

  /** Throws whatever it is asked. */
  private static final class Broken extends Exception {
    private static final long serialVersionUID = 1L;

    Broken(Throwable thrown) {
      super(thrown);
    }

    @Override
    public String getMessage() {
      throw sneaky(super.getCause());
    }

    @Override
    public synchronized Throwable getCause() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String toString() {
      throw new UnsupportedOperationException();
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaky(Throwable t) throws T {
      throw (T) t;
    }
  }
}
