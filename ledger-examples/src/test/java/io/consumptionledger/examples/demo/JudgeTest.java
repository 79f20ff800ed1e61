package io.consumptionledger.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.examples.demo.Effects.Did;
import io.consumptionledger.examples.demo.Rules.Fate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Starts from a run that went well and spoils one thing in it. */
class JudgeTest {
  private static final ConsumptionKey CATALOG = ConsumptionKey.of(Rules.CATALOG, "1");
  private static final ConsumptionKey MAIL = ConsumptionKey.of(Rules.MAIL, "1");
  private static final ConsumptionKey REJECTED = ConsumptionKey.of(Rules.MAIL, "2");
  private static final ConsumptionKey STRANGER = ConsumptionKey.of(Rules.MAIL, "99");
  private static final Chain CHAIN = new Chain(1, 0, 1, "digest");

  private final Map<ConsumptionKey, Fate> expected = new LinkedHashMap<>();
  private final Map<ConsumptionKey, Did> did = new HashMap<>();
  private final Map<ConsumptionKey, Integer> answered = new HashMap<>();
  private final List<TableRow> rows = new ArrayList<>();
  private Chain found = CHAIN;

  @BeforeEach
  void allIsWell() {
    expected.put(CATALOG, Fate.APPLIED);
    expected.put(MAIL, Fate.APPLIED);
    expected.put(REJECTED, new Fate(ErrorClass.POISON, "the address cannot be read"));
    did.put(CATALOG, new Did(1, 1));
    did.put(MAIL, new Did(3, 1));
    did.put(REJECTED, new Did(1, 0));
    answered.putAll(Map.of(CATALOG, 1, MAIL, 4, REJECTED, 2));
    rows.add(new TableRow(CATALOG, ConsumptionState.SUCCEEDED, null, null));
    rows.add(new TableRow(MAIL, ConsumptionState.SUCCEEDED, null, null));
    rows.add(deadLetter(REJECTED));
  }

  @Test
  void givenAllIsWellThenItPassesAndCounts() {
    assertThat(judge()).isEqualTo(new Judge.Verdict(List.of(), 2, 4, 1));
  }

  @Test
  void givenAnEffectTwiceThenItFails() {
    did.put(MAIL, new Did(2, 2));
    assertProblem("default/mail.notify/1 took effect 2 times instead of once");
  }

  @Test
  void givenAnIdempotentHandlerRunTwiceThenItFails() {
    did.put(CATALOG, new Did(2, 1));
    assertProblem("default/catalog.apply/1 was run 2 times although it never fails");
  }

  @Test
  void givenALostMessageThenItFails() {
    did.remove(MAIL);
    answered.remove(MAIL);
    rows.remove(1);
    assertProblem("default/mail.notify/1 took effect 0 times instead of once");
  }

  @Test
  void givenAnEffectWithoutARowThenItFails() {
    rows.remove(1);
    assertProblem("default/mail.notify/1 has no row");
  }

  @Test
  void givenARowThatClaimsSuccessWithoutAnEffectThenItFails() {
    did.put(MAIL, new Did(1, 0));
    assertProblem("default/mail.notify/1 took effect 0 times instead of once");
  }

  @Test
  void givenAWrongDeadLetterThenItFails() {
    rows.set(1, deadLetter(MAIL));
    assertProblem("default/mail.notify/1 is DEAD_LETTER instead of SUCCEEDED");
  }

  @Test
  void givenARejectedMessageThatSucceededThenItFails() {
    did.put(REJECTED, new Did(1, 1));
    rows.set(2, new TableRow(REJECTED, ConsumptionState.SUCCEEDED, null, null));
    assertProblem("default/mail.notify/2 is SUCCEEDED instead of DEAD_LETTER");
  }

  @Test
  void givenADeadLetterForAnotherReasonThenItFails() {
    rows.set(2, new TableRow(REJECTED, ConsumptionState.DEAD_LETTER, ErrorClass.CRASH_LOOP, "x"));
    assertProblem("default/mail.notify/2 is a dead letter of class CRASH_LOOP instead of POISON");
    rows.set(2, new TableRow(REJECTED, ConsumptionState.DEAD_LETTER, ErrorClass.POISON, "x"));
    assertProblem("default/mail.notify/2 does not say that the address cannot be read");
  }

  @Test
  void givenAnUnfinishedRowThenItFails() {
    rows.set(1, new TableRow(MAIL, ConsumptionState.RETRY_SCHEDULED, ErrorClass.RETRYABLE, "x"));
    assertProblem("default/mail.notify/1 is RETRY_SCHEDULED instead of SUCCEEDED");
  }

  @Test
  void givenAMessageThatWasNeverAcknowledgedThenItFails() {
    answered.remove(REJECTED);
    assertProblem("default/mail.notify/2 was never acknowledged");
  }

  @Test
  void givenMessagesFromNowhereThenItFails() {
    did.put(STRANGER, new Did(1, 1));
    assertProblem("default/mail.notify/99 was handled but is not in the input");
    did.remove(STRANGER);
    rows.add(deadLetter(STRANGER));
    assertProblem("default/mail.notify/99 has a row but is not in the input");
  }

  @Test
  void givenABrokenChainThenItFails() {
    found = new Chain(1, 1, 1, "digest");
    assertThat(judge().problems()).singleElement().asString().startsWith("the catalog ended with");
  }

  @Test
  void givenProblemsThenTheDemoSaysFailedAndReturnsOne() {
    Terminal terminal = new Terminal();

    int exitCode = terminal.run(options -> new ForgetfulDatabase());

    assertThat(exitCode).isEqualTo(1);
    assertThat(terminal.lastLine()).startsWith("DEMO FAILED ").contains("has no row");
  }

  private void assertProblem(String problem) {
    Judge.Verdict verdict = judge();
    assertThat(verdict.passed()).isFalse();
    assertThat(verdict.problems()).contains(problem);
  }

  private Judge.Verdict judge() {
    return Judge.judge(new Evidence(expected, did, rows, answered, CHAIN, found));
  }

  private static TableRow deadLetter(ConsumptionKey key) {
    return new TableRow(
        key,
        ConsumptionState.DEAD_LETTER,
        ErrorClass.POISON,
        "HandlerSignal: the address cannot be read");
  }

  /** Loses a row between the end of the run and the look at the table. */
  private static final class ForgetfulDatabase extends MemoryDatabase {
    @Override
    public List<TableRow> rows() {
      return super.rows().stream().skip(1).toList();
    }
  }
}
