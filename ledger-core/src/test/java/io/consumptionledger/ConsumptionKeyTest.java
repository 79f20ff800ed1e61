package io.consumptionledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Identity is exact, and what a database might change never gets in. */
class ConsumptionKeyTest {
  private static final String EMOJI = "\uD83D\uDE00";

  @Test
  void aKeyMayBeAsLongAsEachLimitInCharactersAndNotLonger() {
    ConsumptionKey longest =
        new ConsumptionKey(
            new Tenant(EMOJI.repeat(64)), EMOJI.repeat(100), EMOJI.repeat(200), EMOJI.repeat(200));

    assertThat(longest.eventId()).isEqualTo(EMOJI.repeat(200));
    refused("tenant has 65 characters, the limit is 64", () -> new Tenant(EMOJI.repeat(65)));
    refused(
        "handlerId has 101 characters, the limit is 100",
        () -> ConsumptionKey.of(EMOJI.repeat(101), "e"));
    refused(
        "eventId has 201 characters, the limit is 200",
        () -> ConsumptionKey.of("h", EMOJI.repeat(201)));
    refused(
        "itemKey has 201 characters, the limit is 200",
        () -> new ConsumptionKey(Tenant.DEFAULT, "h", "e", EMOJI.repeat(201)));
  }

  @Test
  void whatIsMissingIsNamed() {
    refused("eventId is required but was null", () -> ConsumptionKey.of("h", null));
    refused(
        "handlerId is required but was blank: \" U+0009\"", () -> ConsumptionKey.of(" \t", "e"));
    refused("eventId is required but was blank: \"\"", () -> ConsumptionKey.of("h", ""));
    refused("tenant is required but was null", () -> new Tenant(null));
    refused(
        "itemKey is null; use \"\" for an event without items",
        () -> new ConsumptionKey(Tenant.DEFAULT, "h", "e", null));
    assertThatThrownBy(() -> new ConsumptionKey(null, "h", "e", ""))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("tenant");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\u0000", "a\nb", "a\u007F", "a\u0085b", "\u001Ba"})
  void controlCharactersAreRefusedInEveryPart(String bad) {
    refused("tenant holds the control character", () -> new Tenant(bad));
    refused("handlerId holds the control character", () -> ConsumptionKey.of(bad, "e"));
    refused("eventId holds the control character", () -> ConsumptionKey.of("h", bad));
    refused(
        "itemKey holds the control character",
        () -> new ConsumptionKey(Tenant.DEFAULT, "h", "e", bad));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\uD83D", "\uDE00a", "\uDE00\uD83D", "\uD83D\uD83D\uDE00"})
  void loneSurrogatesAreRefusedInEveryPart(String bad) {
    refused("tenant holds a lone surrogate", () -> new Tenant(bad));
    refused("handlerId holds a lone surrogate", () -> ConsumptionKey.of(bad, "e"));
    refused("eventId holds a lone surrogate", () -> ConsumptionKey.of("h", bad));
    refused(
        "itemKey holds a lone surrogate", () -> new ConsumptionKey(Tenant.DEFAULT, "h", "e", bad));
  }

  @Test
  void lookalikesAreDifferentKeys() {
    assertThat(List.of("AbC", "aBc", "résumé", "re\u0301sume\u0301", "resume", "k1", "k1 ", " k1"))
        .extracting(id -> ConsumptionKey.of("h", id))
        .doesNotHaveDuplicates();
  }

  @Test
  void keysSortAsTheirBytesDo() {
    List<String> ids =
        List.of(
            "a", "B", "b", "ab", "a ", "é", "\uE000", "\uFFFD", EMOJI, EMOJI + "a", "\uD83D\uDE01");

    List<String> byKey =
        ids.stream()
            .map(id -> ConsumptionKey.of("h", id))
            .sorted()
            .map(ConsumptionKey::eventId)
            .toList();

    assertThat(byKey)
        .containsExactlyElementsOf(
            ids.stream()
                .sorted(
                    (l, r) ->
                        Arrays.compareUnsigned(
                            l.getBytes(StandardCharsets.UTF_8), r.getBytes(StandardCharsets.UTF_8)))
                .toList());
  }

  @Test
  void keysSortByTenantThenHandlerThenEventThenItem() {
    Tenant a = new Tenant("a");
    Tenant b = new Tenant("b");
    assertThat(
            List.of(
                new ConsumptionKey(a, "a", "z", "z"),
                new ConsumptionKey(a, "b", "a", "b"),
                new ConsumptionKey(a, "b", "b", ""),
                new ConsumptionKey(a, "b", "b", "a"),
                new ConsumptionKey(b, "a", "a", "")))
        .isSorted();
  }

  private static void refused(String message, Runnable creation) {
    assertThatThrownBy(creation::run)
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageStartingWith(message)
        .extracting(e -> ((InvalidFieldException) e).field())
        .isEqualTo(message.substring(0, message.indexOf(' ')));
  }
}
