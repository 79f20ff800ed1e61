package io.consumptionledger.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.consumptionledger.Attempt;
import io.consumptionledger.Backoff;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Ledger;
import io.consumptionledger.OrderSource;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.Tenant;
import io.consumptionledger.examples.demo.QuietLogs;
import io.consumptionledger.memory.InMemoryLedgerStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * Events of one account run in the order of their sequence, also when one of them fails: the later
 * ones are parked behind it. Other accounts never wait.
 */
public final class OrderedAggregateMain {
  private OrderedAggregateMain() {}

  /**
   * Prints what is answered and what runs when.
   *
   * @param args none
   * @throws InterruptedException if it is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    QuietLogs.on();
    CountDownLatch done = new CountDownLatch(4);
    try (Ledger ledger =
        Ledger.on(new InMemoryLedgerStore())
            .handler(
                HandlerDeclaration.of(
                        "account.statement",
                        ReplaySafety.IDEMPOTENT,
                        Decoder.utf8(),
                        (text, attempt) -> print(text, attempt, done))
                    .orderedBy(OrderSource.SEQUENCE)
                    .retryPolicy(Backoff.exponential(Duration.ofMillis(300), Duration.ofMinutes(1)))
                    .build())
            .start()) {
      consume(ledger, "anna", 1, "opened");
      consume(ledger, "anna", 2, "printer jam");
      consume(ledger, "anna", 3, "closed");
      consume(ledger, "bert", 1, "opened");
      ledger
          .store()
          .blockingHeads(Tenant.DEFAULT, "account.statement", 10)
          .forEach(
              head ->
                  System.out.println(
                      head.key().eventId()
                          + " is "
                          + head.state()
                          + ", waiting: "
                          + head.waiting()));
      done.await();
    }
  }

  private static void consume(Ledger ledger, String account, long sequence, String text) {
    Delivery delivery =
        Delivery.to("account.statement", account + "-" + sequence)
            .aggregate("account", account)
            .sequence(sequence)
            .payload(text.getBytes(UTF_8))
            .build();
    System.out.println(account + " " + sequence + " -> " + ledger.consume(delivery));
  }

  private static void print(String text, Attempt attempt, CountDownLatch done) {
    if (text.equals("printer jam") && attempt.number() == 1) {
      throw HandlerSignal.retryable("the printer is jammed", null);
    }
    System.out.println("printed " + attempt.delivery().key().eventId() + ": " + text);
    done.countDown();
  }
}
