package io.consumptionledger.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.examples.demo.QuietLogs;
import io.consumptionledger.memory.InMemoryLedgerStore;

/** Wraps a handler, and delivers one message twice. */
public final class QuickStartMain {
  private QuickStartMain() {}

  /**
   * Prints one mail and two answers.
   *
   * @param args none
   */
  public static void main(String[] args) {
    QuietLogs.on();
    try (Ledger ledger =
        Ledger.on(new InMemoryLedgerStore())
            .handler(
                HandlerDeclaration.of(
                        "mail.order-placed",
                        ReplaySafety.IDEMPOTENT,
                        Decoder.utf8(),
                        (order, attempt) -> System.out.println("mail about " + order))
                    .build())
            .start()) {

      Delivery delivery =
          Delivery.to("mail.order-placed", "order-17/placed")
              .payload("order 17".getBytes(UTF_8))
              .build();
      System.out.println(ledger.consume(delivery)); // the handler runs
      System.out.println(ledger.consume(delivery)); // delivered again: it does not
    }
  }
}
