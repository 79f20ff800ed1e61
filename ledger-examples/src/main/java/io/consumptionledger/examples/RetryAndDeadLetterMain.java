package io.consumptionledger.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.consumptionledger.Backoff;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Ledger;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.examples.demo.QuietLogs;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.Row;
import java.time.Duration;

/** What becomes of messages that fail: some for now, some for good. */
public final class RetryAndDeadLetterMain {
  private RetryAndDeadLetterMain() {}

  /**
   * Prints the answers for three messages and the rows that they left.
   *
   * @param args none
   */
  public static void main(String[] args) {
    QuietLogs.on();
    try (Ledger ledger =
        Ledger.on(new InMemoryLedgerStore())
            .handler(
                HandlerDeclaration.of(
                        "billing.charge",
                        ReplaySafety.IDEMPOTENT,
                        Decoder.utf8(),
                        (amount, attempt) -> charge(amount))
                    .maxAttempts(5)
                    .retryPolicy(Backoff.exponential(Duration.ofSeconds(1), Duration.ofMinutes(1)))
                    .build())
            .start()) {

      for (String amount : new String[] {"12.50", "the bank is closed", "a lot"}) {
        Delivery delivery =
            Delivery.to("billing.charge", "charge: " + amount)
                .payload(amount.getBytes(UTF_8))
                .build();
        System.out.println(amount + " -> " + ledger.consume(delivery));
        ledger
            .store()
            .get(delivery.key())
            .ifPresent(row -> System.out.println("  " + row.summary().state() + describe(row)));
      }
    }
  }

  private static String describe(Row row) {
    return row.failure() == null
        ? ""
        : " " + row.failure().errorClass() + ": " + row.failure().message();
  }

  private static void charge(String amount) {
    if (amount.contains("closed")) {
      throw HandlerSignal.retryable("come back in the morning", null);
    }
    try {
      System.out.println("charged " + Double.parseDouble(amount));
    } catch (NumberFormatException e) {
      throw HandlerSignal.permanent("this is no amount", e);
    }
  }
}
