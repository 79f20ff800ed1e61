package io.consumptionledger.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Headers;
import io.consumptionledger.Ledger;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.Tenant;
import io.consumptionledger.examples.demo.QuietLogs;
import io.consumptionledger.memory.InMemoryLedgerStore;
import java.io.IOException;

/** Messages that never reach their handler are kept all the same. */
public final class RefuseMain {
  private static final String HANDLER = "stock.reserve";

  private RefuseMain() {}

  /**
   * Refuses one message and puts another in quarantine.
   *
   * @param args none
   */
  public static void main(String[] args) {
    QuietLogs.on();
    try (Ledger ledger =
        Ledger.on(new InMemoryLedgerStore())
            .handler(
                HandlerDeclaration.of(
                        HANDLER,
                        ReplaySafety.IDEMPOTENT,
                        Decoder.utf8(),
                        (text, attempt) -> System.out.println("reserved " + text))
                    .build())
            .start()) {

      // The application knows whose message it is, but will not have it: a dead letter.
      Delivery tooOld = Delivery.to(HANDLER, "reservation-9").payload(new byte[] {1}).build();
      System.out.println(
          ledger.refuse(tooOld, new IllegalArgumentException("format version 1 has ended")));
      System.out.println(ledger.store().get(tooOld.key()).orElseThrow().failure().message());

      // Not even a key can be found in it: its exact bytes go to the quarantine.
      System.out.println(
          ledger.quarantine(
              Tenant.DEFAULT,
              HANDLER,
              Metadata.NONE,
              Headers.none(),
              null,
              Payload.of("{\"half\": ".getBytes(UTF_8)),
              new IOException("the JSON ends too early")));
    }
  }
}
