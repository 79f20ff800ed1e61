package io.consumptionledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FailureTest {
  @Test
  void given_an_exception_when_recorded_then_every_part_is_clean_and_within_its_limit() {
    Failure failure =
        Failure.of(
            ErrorClass.RETRYABLE,
            new IllegalStateException("password=hunter2x\0", new RuntimeException("root")),
            "4\0" + "0001".repeat(40));
    assertThat(failure.type()).isEqualTo("java.lang.IllegalStateException");
    assertThat(failure.message())
        .isEqualTo("password=[redacted]\ncaused by java.lang.RuntimeException: root");
    assertThat(failure.code()).hasSize(Failure.MAX_CODE).startsWith("4\uFFFD0001");
    assertThat(failure.fingerprint()).matches("[0-9a-f]{64}");
  }

  @Test
  void given_text_when_recorded_then_type_code_and_message_are_redacted() {
    Failure failure =
        Failure.of(
            ErrorClass.POISON, "X".repeat(300), "token=hunter2x", "a\uD83D\uDE00".repeat(9000));
    assertThat(failure.type()).hasSize(Failure.MAX_TYPE);
    assertThat(failure.code()).isEqualTo("token=[redacted]");
    assertThat(failure.message()).hasSizeLessThanOrEqualTo(Failure.MAX_MESSAGE_BYTES);
  }

  @Test
  void given_nothing_to_tell_when_recorded_then_message_and_code_stay_null() {
    Failure failure = Failure.of(ErrorClass.POISON, new Exception(), null);
    assertThat(failure.message()).isNull();
    assertThat(failure.code()).isNull();
    assertThat(Failure.of(ErrorClass.POISON, "t", "28P01", null).code()).isEqualTo("28P01");
  }

  @Test
  void given_skip_when_recorded_then_it_is_refused() {
    assertThatThrownBy(() -> Failure.of(ErrorClass.SKIP, "t", null, null))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
