package io.consumptionledger.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.Tenant;
import io.consumptionledger.examples.demo.QuietLogs;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;

/**
 * A handler is paused while what it talks to is away: its messages are told to come again, on every
 * node, and its waiting rows wait on. With a duration instead of null it is a maintenance window.
 */
public final class PauseAndResumeMain {
  private PauseAndResumeMain() {}

  /**
   * Prints the answers before, in and after a pause.
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
      ledger.pause(
          Tenant.DEFAULT,
          "mail.order-placed",
          new OperatorAction("ann", "the mail server moves"),
          null);
      System.out.println(ledger.consume(order("17")));
      ledger
          .pausedHandlers()
          .forEach(
              paused ->
                  System.out.println(
                      paused.handlerId() + " paused by " + paused.by() + ": " + paused.reason()));

      ledger.resume(Tenant.DEFAULT, "mail.order-placed", new OperatorAction("ann", "it has moved"));
      System.out.println(ledger.consume(order("17")));
    }
  }

  private static Delivery order(String number) {
    return Delivery.to("mail.order-placed", "order-" + number)
        .payload(("order " + number).getBytes(UTF_8))
        .build();
  }
}
