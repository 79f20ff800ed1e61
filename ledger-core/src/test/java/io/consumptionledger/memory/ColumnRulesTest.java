package io.consumptionledger.memory;

import static io.consumptionledger.memory.MemoryFixture.FAILED;
import static io.consumptionledger.memory.MemoryFixture.NODE;
import static io.consumptionledger.memory.MemoryFixture.bare;
import static io.consumptionledger.memory.MemoryFixture.content;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.ClaimToken;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule refuses a row that breaks it, by name and key; good rows pass. */
class ColumnRulesTest {
  private static final Instant NOW = Instant.parse("2024-02-29T12:00:00Z");

  private static MemoryRow good(ConsumptionState state) {
    MemoryRow row = new MemoryRow(bare("e"), null, NOW);
    row.attempt = 1;
    row.content = content("e");
    switch (state) {
      case PROCESSING -> row.hold(ClaimToken.random(), NODE, NOW, NOW);
      case SUCCEEDED -> row.succeed();
      case RETRY_SCHEDULED -> {
        row.await(WaitReason.FAILURE, NOW);
        row.failure = FAILED;
      }
      case DEAD_LETTER -> row.die(FAILED, NOW);
      case DISCARDED -> {
        row.enter(state);
        row.close("ann", "why");
      }
    }
    return row;
  }

  private static Arguments broken(
      ColumnRules rule, ConsumptionState state, Consumer<MemoryRow> change) {
    return arguments(rule, state, change);
  }

  static Stream<Arguments> breaches() {
    return Stream.of(
        broken(
            ColumnRules.LEASE_EXACTLY_WHILE_PROCESSING,
            ConsumptionState.PROCESSING,
            r -> r.leaseExpiresAt = null),
        broken(
            ColumnRules.LEASE_EXACTLY_WHILE_PROCESSING,
            ConsumptionState.SUCCEEDED,
            r -> r.leaseExpiresAt = NOW),
        broken(
            ColumnRules.PROCESSING_HAS_TOKEN_AND_NODE,
            ConsumptionState.PROCESSING,
            r -> r.token = null),
        broken(
            ColumnRules.PROCESSING_HAS_TOKEN_AND_NODE,
            ConsumptionState.PROCESSING,
            r -> r.node = null),
        broken(
            ColumnRules.PROCESSING_HAS_BEEN_STARTED,
            ConsumptionState.PROCESSING,
            r -> r.attempt = 0),
        broken(
            ColumnRules.HELD_SINCE_ONLY_WHILE_PROCESSING,
            ConsumptionState.DEAD_LETTER,
            r -> r.heldSince = NOW),
        broken(
            ColumnRules.WAIT_REASON_EXACTLY_WHILE_SCHEDULED,
            ConsumptionState.RETRY_SCHEDULED,
            r -> r.waitReason = null),
        broken(
            ColumnRules.WAIT_REASON_EXACTLY_WHILE_SCHEDULED,
            ConsumptionState.DEAD_LETTER,
            r -> r.waitReason = WaitReason.YIELD),
        broken(
            ColumnRules.FAILURE_AND_REPLAY_HAVE_AN_ERROR,
            ConsumptionState.RETRY_SCHEDULED,
            r -> r.failure = null),
        broken(
            ColumnRules.FAILURE_AND_REPLAY_HAVE_AN_ERROR,
            ConsumptionState.RETRY_SCHEDULED,
            r -> {
              r.waitReason = WaitReason.REPLAY;
              r.replayAuthorization = new UUID(0, 1);
              r.failure = null;
            }),
        broken(
            ColumnRules.SCHEDULED_HAS_A_DUE_TIME_BUT_FOR_ORDER,
            ConsumptionState.RETRY_SCHEDULED,
            r -> r.dueAt = null),
        broken(
            ColumnRules.WAITS_FOR_ORDER_ONLY_WITH_ORDER,
            ConsumptionState.RETRY_SCHEDULED,
            r -> r.waitReason = WaitReason.ORDER),
        broken(
            ColumnRules.DUE_TIME_ONLY_WHILE_SCHEDULED,
            ConsumptionState.SUCCEEDED,
            r -> r.dueAt = NOW),
        broken(
            ColumnRules.SCHEDULED_HAS_A_PAYLOAD_STATE,
            ConsumptionState.RETRY_SCHEDULED,
            r -> r.content = null),
        broken(
            ColumnRules.AUTHORIZATION_ONLY_WHILE_WAITING_FOR_REPLAY_OR_ORDER,
            ConsumptionState.PROCESSING,
            r -> r.replayAuthorization = new UUID(0, 1)),
        broken(
            ColumnRules.REPLAY_HAS_AN_AUTHORIZATION,
            ConsumptionState.RETRY_SCHEDULED,
            r -> {
              r.waitReason = WaitReason.REPLAY;
              r.replayGeneration = 1;
            }),
        broken(
            ColumnRules.DEAD_LETTER_HAS_ERROR_AND_PAYLOAD_STATE,
            ConsumptionState.DEAD_LETTER,
            r -> r.failure = null),
        broken(
            ColumnRules.DEAD_LETTER_HAS_ERROR_AND_PAYLOAD_STATE,
            ConsumptionState.DEAD_LETTER,
            r -> r.content = null),
        broken(
            ColumnRules.DEAD_SINCE_EXACTLY_FOR_DEAD_LETTERS,
            ConsumptionState.DEAD_LETTER,
            r -> r.deadSince = null),
        broken(
            ColumnRules.DEAD_SINCE_EXACTLY_FOR_DEAD_LETTERS,
            ConsumptionState.DISCARDED,
            r -> r.deadSince = NOW),
        broken(
            ColumnRules.SUCCEEDED_HAS_NO_ERROR_AND_NO_PAYLOAD,
            ConsumptionState.SUCCEEDED,
            r -> r.failure = FAILED),
        broken(
            ColumnRules.SUCCEEDED_HAS_NO_ERROR_AND_NO_PAYLOAD,
            ConsumptionState.SUCCEEDED,
            r -> r.content = content("e")),
        broken(
            ColumnRules.DISCARDED_HAS_WHO_AND_WHY,
            ConsumptionState.DISCARDED,
            r -> r.closedBy = null),
        broken(
            ColumnRules.DISCARDED_HAS_WHO_AND_WHY,
            ConsumptionState.DISCARDED,
            r -> r.closedReason = null),
        broken(
            ColumnRules.CLOSED_HAS_WHO_AND_WHY_OR_NEITHER,
            ConsumptionState.SUCCEEDED,
            r -> r.closedBy = "ann"),
        broken(ColumnRules.COUNTS_ARE_NOT_NEGATIVE, ConsumptionState.SUCCEEDED, r -> r.yields = -1),
        broken(
            ColumnRules.COUNTS_ARE_NOT_NEGATIVE,
            ConsumptionState.SUCCEEDED,
            r -> r.rowVersion = 0));
  }

  @ParameterizedTest
  @MethodSource("breaches")
  void aRowThatBreaksARuleIsRefusedByNameAndKey(
      ColumnRules rule, ConsumptionState state, Consumer<MemoryRow> change) {
    MemoryRow row = good(state);
    change.accept(row);

    assertThatIllegalStateException()
        .isThrownBy(() -> ColumnRules.check(row))
        .withMessage("column rule " + rule + " does not hold for default/h/e in state " + state);
  }

  @ParameterizedTest
  @EnumSource(ConsumptionState.class)
  void aGoodRowOfEachStatePasses(ConsumptionState state) {
    assertThatCode(() -> ColumnRules.check(good(state))).doesNotThrowAnyException();
  }

  @Test
  void everyRuleHasABreachAbove() {
    Set<Object> tried = breaches().map(a -> a.get()[0]).collect(Collectors.toSet());
    assertThat(tried).containsExactlyInAnyOrder((Object[]) ColumnRules.values());
  }

  @Test
  void aRefusedWriteLeavesTheRowAsItWas() {
    Rows rows = new Rows(new StoreClock(InstantSource.fixed(NOW)));
    MemoryRow row = new MemoryRow(bare("e"), null, NOW);
    row.hold(ClaimToken.random(), NODE, NOW, null);
    rows.insert(Transition.CLAIM, row);

    assertThatIllegalStateException()
        .isThrownBy(() -> rows.move(Transition.DEAD_LETTER, row, NOW, r -> r.die(FAILED, NOW)))
        .withMessageContaining(ColumnRules.DEAD_LETTER_HAS_ERROR_AND_PAYLOAD_STATE.name());
    assertThat(rows.find(row.key)).isSameAs(row);
    assertThat(row.state).isEqualTo(ConsumptionState.PROCESSING);
  }

  @Test
  void aMoveThatIsNotInTheTableIsRefused() {
    Rows rows = new Rows(new StoreClock(InstantSource.fixed(NOW)));
    MemoryRow row = new MemoryRow(bare("e"), null, NOW);
    row.hold(ClaimToken.random(), NODE, NOW, null);
    rows.insert(Transition.CLAIM, row);

    assertThatIllegalStateException()
        .as("wrong target")
        .isThrownBy(() -> rows.move(Transition.TAKE_OVER, row, NOW, MemoryRow::succeed));
    assertThatIllegalStateException()
        .as("wrong start")
        .isThrownBy(() -> rows.move(Transition.RESOLVE, row, NOW, MemoryRow::succeed));
    assertThatIllegalStateException()
        .as("wrong count")
        .isThrownBy(() -> rows.move(Transition.EXPIRE, row, NOW, r -> r.attempt++));
    assertThatIllegalStateException()
        .as("a second row of the key")
        .isThrownBy(() -> rows.insert(Transition.CLAIM, row.copy()));
  }
}
