package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormaliserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "timeout after 30000 ms|timeout after 1 ms",
        "timeout after 30s|timeout after 2.5s",
        "order 550e8400-e29b-41d4-a716-446655440000 gone|order 00000000-aaaa-bbbb-cccc-dddddddddddd gone",
        "at 2024-01-15T10:30:00Z late|at 2025-11-05T01:02:03.456Z late",
        "at 2024-01-15 10:30:00.5 late|at 2025-11-05 01:02:03 late",
        "hash deadbeef01 bad|hash 0123abcdef bad",
        "at 0x7fff12 bad|at 0xab bad",
        "user 'bob' unknown|user 'it is o'clock' unknown",
        "user \"bob\" unknown|user \"al\" unknown",
        "can't find 'a' here|can't find 'b' here",
        "com.x.Foo@1a2b3c is|com.x.Foo@dead is",
        "id a8Zk3qP0 is|id Q1w2E3r4t5 is",
        "host 10.0.0.1:5432 down|host 192.168.1.17:99 down",
        "value -5 bad|value 7 bad",
        "a  b|a b"
      })
  void given_failures_of_one_kind_when_normalised_then_they_are_the_same(String a, String b) {
    assertThat(Redactor.normalise(a)).isEqualTo(Redactor.normalise(b));
    assertThat(ErrorText.fingerprint("T", a)).isEqualTo(ErrorText.fingerprint("T", b));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "timeout after 3 ms|timeout before 3 ms",
        "connection refused|connection reset",
        "user 'bob' unknown|group 'bob' unknown",
        "decade passed|facade passed",
        "can't read it, won't do|can't write it, won't do"
      })
  void given_failures_of_two_kinds_when_normalised_then_they_differ(String a, String b) {
    assertThat(Redactor.normalise(a)).isNotEqualTo(Redactor.normalise(b));
  }

  @Test
  void given_the_same_message_of_two_types_when_fingerprinted_then_they_differ() {
    assertThat(ErrorText.fingerprint("A", "x"))
        .matches("[0-9a-f]{64}")
        .isNotEqualTo(ErrorText.fingerprint("B", "x"));
  }

  @Test
  void given_long_messages_that_the_cut_hits_elsewhere_when_fingerprinted_then_they_are_the_same() {
    String rest = " was refused by the remote side for no reason at all".repeat(200);
    String a = ErrorText.clean("order 1" + rest, 2048);
    String b = ErrorText.clean("order 123456789" + rest, 2048);
    assertThat(ErrorText.fingerprint("T", a)).isEqualTo(ErrorText.fingerprint("T", b));
  }
}
