package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.StoreException;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.util.List;

/** Recording a failure cannot fail on the error's text. */
public interface FailureTextRules extends StoreRules {
  private static void comesBack(Scenario s, String event, Failure failure) {
    Claim claim = s.claim(event);
    Expect.done(s.store().deadLetter(claim, failure, s.content(event)));
    assertEquals(failure, s.row(claim.key()).failure(), "the failure of " + event);
  }

  @Rule(
      id = "FAILURE_TEXT-1",
      text = "NULs, lone surrogates, emoji, quotes and control characters can be recorded.",
      lookAt = "the character set of the error columns, and how text is bound")
  default void dirtyTextIsRecorded(Scenario s) {
    List<String> texts =
        List.of(
            "a\u0000b",
            "\ud800 and \udc00",
            "rocket \ud83d\ude80 \u00e9 \u4e2d",
            "it's \"quoted\" \\ ` ${x} :y ? %s",
            "\u0001\u001b[31m\u0085\r\n\t",
            "",
            " ");
    for (int i = 0; i < texts.size(); i++) {
      comesBack(
          s,
          "e" + i,
          Failure.of(ErrorClass.POISON, "x.Y\u0000\ud83d\ude80", texts.get(i), texts.get(i)));
    }
  }

  @Rule(
      id = "FAILURE_TEXT-2",
      text =
          "Text of any length can be recorded: 20 MB of one-, two-, three- and four-byte characters.",
      lookAt = "the limits of Failure against the lengths of the error columns")
  default void hugeTextIsRecorded(Scenario s) {
    String[] units = {"x", "\u00e9", "\u4e2d", "\ud83d\ude80"};
    for (int i = 0; i < units.length; i++) {
      String huge = units[i].repeat((20 << 20) / 4);
      comesBack(s, "e" + i, Failure.of(ErrorClass.POISON, huge, huge, huge));
    }
  }

  @Rule(
      id = "FAILURE_TEXT-3",
      text = "Exceptions with cyclic or deep causes, or without a message, can be recorded.",
      lookAt = "Failure.of")
  default void oddExceptionsAreRecorded(Scenario s) {
    RuntimeException a = new RuntimeException("a");
    RuntimeException b = new RuntimeException("b", a);
    a.initCause(b);
    comesBack(s, "cyclic", Failure.of(ErrorClass.RETRYABLE, a, "42"));
    Throwable deep = new IllegalStateException("root");
    for (int i = 0; i < 2000; i++) {
      deep = new IllegalStateException("level " + i, deep);
    }
    comesBack(s, "deep", Failure.of(ErrorClass.RETRYABLE, deep, null));
    comesBack(s, "silent", Failure.of(ErrorClass.RETRYABLE, new StackOverflowError(), null));
  }

  @Rule(
      id = "FAILURE_TEXT-4",
      text = "Names and reasons of the greatest length, all of four-byte characters, are kept.",
      lookAt = "closed_by, closed_reason and the columns of the audit")
  default void longestReasonsAreKept(Scenario s) {
    String actor = "\ud83d\ude80".repeat(OperatorAction.MAX_ACTOR);
    String reason = "\ud83d\ude01".repeat(OperatorAction.MAX_REASON);
    ConsumptionKey key = s.dead("e1");
    Expect.done(s.store().discard(key, s.version(key), new OperatorAction(actor, reason)));
    assertEquals(actor, s.row(key).closedBy(), "closed by");
    assertEquals(reason, s.row(key).closedReason(), "reason");
    assertEquals(actor, s.store().audit(key).get(0).actor(), "actor in the audit");
    assertEquals(reason, s.store().audit(key).get(0).reason(), "reason in the audit");
  }

  @Rule(
      id = "FAILURE_TEXT-5",
      text = "The longest error survives RESOLVE: it is copied to the audit.",
      lookAt = "the length of the audit's detail")
  default void longestErrorIsAudited(Scenario s) {
    String huge = "\ud83d\ude80".repeat(10_000);
    Failure failure = Failure.of(ErrorClass.POISON, huge, huge, huge);
    Claim claim = s.claim("e1");
    Expect.done(s.store().deadLetter(claim, failure, s.content("e1")));
    Expect.done(s.store().resolve(claim.key(), s.version(claim.key()), s.action()));
    String detail = s.store().audit(claim.key()).get(0).detail();
    assertEquals(true, detail.contains(failure.message()), "the message is kept whole");
  }

  @Rule(
      id = "FAILURE_TEXT-6",
      text =
          "What a column cannot hold is an error of the store or kept whole, never cut in silence.",
      lookAt = "conversions around values in the SQL, and inserts that ignore errors")
  default void nothingIsCutInSilence(Scenario s) {
    Failure tooLong =
        new Failure(
            ErrorClass.POISON, "x".repeat(Failure.MAX_TYPE + 1), null, "f".repeat(64), "too long");
    Claim claim = s.claim("claimed");
    keptOrRefused(s, s.key("new"), tooLong, () -> s.store().recordTerminal(s.full("new"), tooLong));
    keptOrRefused(
        s, claim.key(), tooLong, () -> s.store().deadLetter(claim, tooLong, s.content("claimed")));
  }

  private static void keptOrRefused(
      Scenario s, ConsumptionKey key, Failure failure, Runnable write) {
    Picture before = s.picture(key);
    try {
      write.run();
    } catch (StoreException refused) {
      s.unchanged(before, key);
      return;
    }
    assertEquals(failure, s.row(key).failure(), "the failure of " + key);
  }
}
