package io.consumptionledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.spi.LedgerStore;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of transitions is the documented one, and the store speaks its language. */
class TransitionTest {
  private static final String TABLE =
      """
      CLAIM              | -               | PROCESSING                  | KEY           | SET_TO_ONE
      PARK               | -               | RETRY_SCHEDULED             | KEY           | SET_TO_ZERO
      COMPLETE           | -               | SUCCEEDED                   | KEY           | SET_TO_ONE
      RECORD_FAILURE     | -               | RETRY_SCHEDULED DEAD_LETTER | KEY           | SET_TO_ONE
      RECORD_TERMINAL    | -               | DEAD_LETTER                 | KEY           | SET_TO_ONE
      ADMIT              | -               | RETRY_SCHEDULED             | KEY           | SET_TO_ZERO
      TAKE_OVER          | PROCESSING      | PROCESSING                  | EXPIRED_LEASE | RAISED
      RENEW              | PROCESSING      | PROCESSING                  | TOKEN         | UNCHANGED
      SUCCEED            | PROCESSING      | SUCCEEDED                   | TOKEN         | UNCHANGED
      SCHEDULE_RETRY     | PROCESSING      | RETRY_SCHEDULED             | TOKEN         | UNCHANGED
      DEAD_LETTER        | PROCESSING      | DEAD_LETTER                 | TOKEN         | UNCHANGED
      DEAD_LETTER_ORPHAN | PROCESSING      | DEAD_LETTER                 | EXPIRED_LEASE | UNCHANGED
      RELEASE            | PROCESSING      | RETRY_SCHEDULED             | TOKEN         | UNCHANGED
      EXPIRE             | PROCESSING      | PROCESSING                  | INCARNATION   | UNCHANGED
      CLAIM_DUE          | RETRY_SCHEDULED | PROCESSING                  | STATE_AND_DUE | RAISED
      DEFER              | RETRY_SCHEDULED | RETRY_SCHEDULED             | ROW_VERSION   | UNCHANGED
      BURY               | RETRY_SCHEDULED | DEAD_LETTER                 | ROW_VERSION   | UNCHANGED
      RECOVER            | PROCESSING      | RETRY_SCHEDULED DEAD_LETTER | EXPIRED_LEASE | UNCHANGED
      AUTHORIZE_REPLAY   | DEAD_LETTER     | RETRY_SCHEDULED             | ROW_VERSION   | RESET
      RESOLVE            | DEAD_LETTER     | SUCCEEDED                   | ROW_VERSION   | UNCHANGED
      DISCARD            | DEAD_LETTER     | DISCARDED                   | ROW_VERSION   | UNCHANGED
      """;

  private static String line(Transition t) {
    String to = t.to().stream().map(Enum::name).collect(Collectors.joining(" "));
    String from = t.from().map(Enum::name).orElse("-");
    return String.join("|", t.name(), from, to, t.proof().name(), t.attemptEffect().name());
  }

  @Test
  void theTableIsTheDocumentedOneLineByLine() {
    assertThat(Transition.values())
        .extracting(TransitionTest::line)
        .containsExactlyElementsOf(
            TABLE.lines().map(line -> line.replaceAll(" *\\| *", "|").strip()).toList());
  }

  @Test
  void noTransitionLeavesAFinalState() {
    assertThat(Transition.values())
        .filteredOn(t -> t.from().map(ConsumptionState::isFinal).orElse(false))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Transition.class)
  void theStoreHasOneMethodOfEachTransitionsName(Transition transition) {
    assertThat(LedgerStore.class.getMethods())
        .extracting(Method::getName)
        .containsOnlyOnce(camelCase(transition));
  }

  @Test
  void theStoresMethodsAreTransitionsReadsOrBookkeepingAndNothingElse() {
    Set<String> methods =
        Arrays.stream(LedgerStore.class.getMethods())
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));

    Arrays.stream(Transition.values()).map(TransitionTest::camelCase).forEach(methods::remove);

    assertThat(methods)
        .containsExactlyInAnyOrder(
            "get",
            "list",
            "count",
            "content",
            "lockedRead",
            "audit",
            "purge",
            "recordAnomaly",
            "anomalies",
            "quarantine",
            "quarantined",
            "quarantineList",
            "quarantinePage",
            "quarantineEntry",
            "countQuarantined",
            "resolveQuarantined",
            "discardQuarantined",
            "purgeable",
            "purgeQuarantined",
            "purgeReplayRequests",
            "purgeRows",
            "description",
            "errorClassifier",
            "claimAll",
            "settleAll",
            "blockingHeads",
            "requestReplay",
            "decideReplay",
            "beginReplay",
            "replayItem",
            "recordReplayItem",
            "endReplay",
            "replayRequest",
            "replayRequests",
            "replayProgress",
            "replayItems",
            "previewReplay",
            "startNode",
            "stopNode",
            "liveTwins",
            "openHeartbeat",
            "pause",
            "resume",
            "pausedHandlers",
            "dueQueues",
            "tenants",
            "brokerPositions",
            "hasTransactions",
            "inTransaction",
            "inCallerTransaction",
            "handlers",
            "rows",
            "countRows",
            "errorGroups",
            "blockedBy",
            "inFlight",
            "load",
            "nodes",
            "anomalyPage",
            "anomaliesOf",
            "lookAtContent",
            "lookAtQuarantined",
            "auditLog");
  }

  @ParameterizedTest
  @EnumSource(Transition.class)
  void startsFromItsStateOnly(Transition transition) {
    for (ConsumptionState state : ConsumptionState.values()) {
      assertThat(transition.startsFrom(state))
          .isEqualTo(transition.from().filter(state::equals).isPresent());
    }
    assertThat(transition.startsFrom(null)).isEqualTo(transition.from().isEmpty());
  }

  @Test
  void fileNamesAreTheNamesWithDashes() {
    assertThat(Transition.DEAD_LETTER_ORPHAN.fileName()).isEqualTo("dead-letter-orphan");
    assertThat(Transition.CLAIM.fileName()).isEqualTo("claim");
  }

  private static String camelCase(Transition transition) {
    StringBuilder out = new StringBuilder();
    for (String word : transition.name().split("_")) {
      String lower = word.toLowerCase(Locale.ROOT);
      out.append(
          out.isEmpty() ? lower : Character.toUpperCase(lower.charAt(0)) + lower.substring(1));
    }
    return out.toString();
  }
}
