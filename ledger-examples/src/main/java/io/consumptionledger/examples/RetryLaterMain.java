package io.consumptionledger.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.consumptionledger.Attempt;
import io.consumptionledger.Backoff;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Ledger;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.examples.demo.QuietLogs;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A message that is not handled at once is stored and acknowledged; the ledger runs it again by
 * itself. "Later" is no failure and uses up no attempt.
 */
public final class RetryLaterMain {
  private static final CountDownLatch DONE = new CountDownLatch(1);

  private RetryLaterMain() {}

  /**
   * Prints three runs of one message.
   *
   * @param args none
   * @throws InterruptedException if interrupted while waiting for the last run
   */
  public static void main(String[] args) throws InterruptedException {
    QuietLogs.on();
    Delivery delivery =
        Delivery.to("billing.charge", "charge-17").payload("12.50".getBytes(UTF_8)).build();
    InMemoryLedgerStore store = new InMemoryLedgerStore();
    try (Ledger ledger =
        Ledger.on(store)
            .replayWorkers(2)
            .handler(
                HandlerDeclaration.of(
                        "billing.charge",
                        ReplaySafety.IDEMPOTENT,
                        Decoder.utf8(),
                        RetryLaterMain::charge)
                    .maxAttempts(2)
                    .retryPolicy(Backoff.fixed(Duration.ofMillis(200)))
                    .build())
            .start()) {
      System.out.println(ledger.consume(delivery));
      DONE.await();
    } // closing waits for the run at hand
    RowSummary row = store.get(delivery.key()).orElseThrow().summary();
    System.out.println(
        row.state()
            + " after "
            + row.attempt()
            + " starts, "
            + row.yields()
            + " of them too early");
  }

  private static void charge(String amount, Attempt attempt) {
    switch (attempt.number()) {
      case 1 ->
          throw HandlerSignal.retryLater(Duration.ofMillis(200), "the bank opens in a moment");
      case 2 -> throw HandlerSignal.retryable("the line is busy", null);
      default -> {
        System.out.println("charged " + amount + " at start " + attempt.number());
        DONE.countDown();
      }
    }
  }
}
