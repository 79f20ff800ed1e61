package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.InvalidFieldException;
import org.junit.jupiter.api.Test;

/** Messages about refused text name field, value and limit, and are harmless themselves. */
class TextTest {
  @Test
  void theMessageNamesFieldValueAndLimit() {
    assertThatThrownBy(() -> Text.required("colour", "magenta", 3))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessage("colour has 7 characters, the limit is 3: \"magenta\"");
  }

  @Test
  void theMessageNamesTheCharacterAndItsPlace() {
    assertThatThrownBy(() -> Text.required("colour", "re\u0000d", 10))
        .hasMessage("colour holds the control character U+0000 at index 2: \"reU+0000d\"");
    assertThatThrownBy(() -> Text.optional("colour", "\uD83D\uDE00\uD83D", 10))
        .hasMessage("colour holds a lone surrogate at index 2: \"\uD83D\uDE00U+D83D\"");
  }

  @Test
  void aHugeValueIsShownShort() {
    assertThatThrownBy(() -> Text.required("colour", "x".repeat(5_000_000), 10))
        .hasMessage(
            "colour has 5000000 characters, the limit is 10: \"" + "x".repeat(40) + "\"...");
  }

  @Test
  void optionalTextMayBeAbsentOrEmptyOrBlank() {
    assertThat(Text.optional("colour", null, 1)).isNull();
    assertThat(Text.optional("colour", "", 1)).isEmpty();
    assertThat(Text.optional("colour", " ", 1)).isEqualTo(" ");
  }

  @Test
  void textComesBackUntouched() {
    String odd = " e\u0301 ﬁ \uD83D\uDE00 \uFFFD\uFEFF ";
    assertThat(Text.required("colour", odd, 20)).isSameAs(odd);
  }

  @Test
  void charactersBeyondTheBasicPlaneSortLast() {
    assertThat(Text.compare("\uFFFD", "\uD83D\uDE00")).isNegative();
    assertThat(Text.compare("\uD83D\uDE00", "\uFFFD")).isPositive();
    assertThat(Text.compare("\uD83D\uDE00", "\uD83D\uDE01")).isNegative();
    assertThat(Text.compare("a", "ab")).isNegative();
    assertThat(Text.compare("ab", "ab")).isZero();
  }
}
