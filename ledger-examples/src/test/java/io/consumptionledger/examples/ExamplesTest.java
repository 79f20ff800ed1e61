package io.consumptionledger.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("takes System.out")
class ExamplesTest {
  @Test
  void givenTheSameMessageTwiceThenTheQuickStartRunsItsHandlerOnce() throws Exception {
    assertThat(output(() -> QuickStartMain.main(new String[0])))
        .containsExactly(
            "mail about order 17",
            "Acknowledge[reason=PROCESSED]",
            "Acknowledge[reason=DUPLICATE]");
  }

  @Test
  void givenFailuresThenOneIsScheduledAndOneIsDead() throws Exception {
    assertThat(output(() -> RetryAndDeadLetterMain.main(new String[0])))
        .anyMatch(line -> line.startsWith("  SUCCEEDED"))
        .anyMatch(line -> line.startsWith("  RETRY_SCHEDULED RETRYABLE: "))
        .anyMatch(line -> line.startsWith("  DEAD_LETTER UNRECOVERABLE: "));
  }

  @Test
  void givenRefusalsThenBothAreKept() throws Exception {
    assertThat(output(() -> RefuseMain.main(new String[0])))
        .contains("Acknowledge[reason=DEAD_LETTERED]", "Acknowledge[reason=QUARANTINED]");
  }

  @Test
  void givenTransactionalThenTheEffectIsCommittedOnceAndWithTheRow() throws Exception {
    assertThat(output(() -> TransactionalMain.main(new String[0])))
        .containsExactly(
            "500 Acknowledge[reason=PROCESSED]",
            "500 Acknowledge[reason=DUPLICATE]",
            "900 Acknowledge[reason=STORED_FOR_RETRY]",
            "  hidden: SQLState 23514",
            "-1 Acknowledge[reason=STORED_FOR_RETRY]",
            "balance 600");
  }

  @Test
  void givenSingleTransactionThenASecondDeliveryWaitsAndIsADuplicate() throws Exception {
    assertThat(output(() -> SingleTransactionMain.main(new String[0])))
        .containsExactly(
            "first  Acknowledge[reason=PROCESSED]",
            "second Acknowledge[reason=DUPLICATE]",
            "late   Acknowledge[reason=STORED_FOR_RETRY]",
            "left   7");
  }

  @Test
  void givenABatchInTheCallersTransactionThenOnlyWhatFailedIsUndone() throws Exception {
    assertThat(output(() -> JoinedTransactionMain.main(new String[0])))
        .containsExactly(
            "500 Acknowledge[reason=PROCESSED]",
            "900 Acknowledge[reason=STORED_FOR_RETRY]",
            "200 Acknowledge[reason=PROCESSED]",
            "balance 700");
  }

  @Test
  void givenALaterAndAFailureThenTheLedgerRunsTheMessageAgainByItself() throws Exception {
    assertThat(output(() -> RetryLaterMain.main(new String[0])))
        .containsExactly(
            "Acknowledge[reason=STORED_FOR_RETRY]",
            "charged 12.50 at start 3",
            "SUCCEEDED after 3 starts, 1 of them too early");
  }

  @Test
  void givenAPauseThenMessagesComeAgainUntilItIsResumed() throws Exception {
    assertThat(output(() -> PauseAndResumeMain.main(new String[0])))
        .containsExactly(
            "Redeliver[reason=PAUSED, retryAfter=PT30S]",
            "mail.order-placed paused by ann: the mail server moves",
            "mail about order 17",
            "Acknowledge[reason=PROCESSED]");
  }

  @Test
  void givenAKilledJvmThenItsSuccessorFinishesBothMessages() throws Exception {
    assertThat(output(() -> CrashAndRecoverMain.main(new String[0])))
        .containsExactly(
            "the other JVM is at work, and is killed",
            "expired 2 claims, recovered 1 row",
            "crash.stored is done at start 2",
            "crash.redelivered is done at start 2",
            "Acknowledge[reason=PROCESSED]");
  }

  @Test
  void givenAFailureInAnAggregateThenTheLaterEventWaitsAndOthersDoNot() throws Exception {
    List<String> lines = output(() -> OrderedAggregateMain.main(new String[0]));

    assertThat(lines)
        .contains(
            "anna 2 -> Acknowledge[reason=STORED_FOR_RETRY]",
            "anna 3 -> Acknowledge[reason=STORED_FOR_RETRY]",
            "bert 1 -> Acknowledge[reason=PROCESSED]",
            "anna-2 is RETRY_SCHEDULED, waiting: 1");
    assertThat(lines)
        .containsSubsequence(
            "printed anna-1: opened", "printed anna-2: printer jam", "printed anna-3: closed");
  }

  private interface Main {
    void run() throws Exception;
  }

  private static List<String> output(Main main) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      main.run();
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
