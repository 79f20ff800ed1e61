package io.consumptionledger.cli;

import io.consumptionledger.Classification;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.OrderSource;
import io.consumptionledger.Outcome;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.operations.Operations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * A shop whose carrier, mail server and bank are down for a night. Its handlers try once, so that
 * the night is short.
 */
final class Shop implements AutoCloseable {
  static final int PARCELS = 300;
  static final int REMINDERS = 1_700;
  static final int CHARGES = 24;

  private static final String ODD_PARCEL = "p-0217";
  private static final int POLL = 200;
  private static final long PATIENCE_SECONDS = 45;

  private final Ledger ledger;
  private volatile boolean isDown = true;

  /** What another system has answered. */
  private static final class Answer extends Exception {
    private static final long serialVersionUID = 1L;

    /** The system and its code. */
    private final String code;

    Answer(String code, String message) {
      super(message);
      this.code = code;
    }
  }

  Shop(DataSource source) {
    ledger =
        JdbcLedger.on(source)
            .nodeId("shop-1")
            .pollInterval(Duration.ofMillis(100))
            .classifier(Shop::classified)
            .handler(
                HandlerDeclaration.of(
                        "parcel.announce",
                        ReplaySafety.IDEMPOTENT,
                        Decoder.utf8(),
                        (parcel, attempt) -> announce(parcel))
                    .orderedBy(OrderSource.SEQUENCE)
                    .maxAttempts(1)
                    .build())
            .handler(
                HandlerDeclaration.of(
                        "mail.reminder",
                        ReplaySafety.IDEMPOTENT,
                        Decoder.utf8(),
                        (mail, attempt) -> {
                          throw new Answer("SMTP-421", "the mail server is going down");
                        })
                    .maxAttempts(1)
                    .build())
            .handler(
                HandlerDeclaration.of(
                        "card.charge",
                        ReplaySafety.UNSAFE,
                        Decoder.utf8(),
                        (charge, attempt) -> {
                          throw new Answer("BANK-TIMEOUT", "no answer from the bank within 10 s");
                        })
                    .build())
            .start();
  }

  private static Optional<Classification> classified(Throwable error) {
    return error instanceof Answer answer
        ? Optional.of(
            new Classification(
                answer.code.equals("CARRIER-422") ? ErrorClass.UNRECOVERABLE : ErrorClass.RETRYABLE,
                answer.code))
        : Optional.empty();
  }

  private void announce(String parcel) throws Answer {
    if (isDown) {
      throw new Answer("CARRIER-503", "the carrier does not answer");
    }
    if (parcel.startsWith(ODD_PARCEL)) {
      throw new Answer("CARRIER-422", "the carrier knows no such postcode");
    }
  }

  /** What comes in during the night: two messages for each parcel, then mails, then charges. */
  void receive() {
    List<Delivery> deliveries = new ArrayList<>();
    for (int i = 1; i <= PARCELS; i++) {
      deliveries.add(parcel(i, 1, "packed"));
      deliveries.add(parcel(i, 2, "handed-over"));
    }
    for (int i = 1; i <= REMINDERS; i++) {
      deliveries.add(
          Delivery.to("mail.reminder", String.format(Locale.ROOT, "m-%04d", i))
              .eventType("CartLeft")
              .payload(bytes("cart " + i))
              .build());
    }
    for (int from = 0; from < deliveries.size(); from += POLL) {
      ledger
          .consumeAll(deliveries.subList(from, Math.min(deliveries.size(), from + POLL)))
          .forEach(Shop::acknowledged);
    }
    for (int i = 1; i <= CHARGES; i++) {
      String charge = String.format(Locale.ROOT, "c-%03d", i);
      acknowledged(
          ledger.consume(
              Delivery.to("card.charge", charge)
                  .eventType("OrderPlaced")
                  .payload(bytes("{\"charge\":\"" + charge + "\",\"cents\":" + (995 + i) + "}"))
                  .build()));
    }
  }

  private static Delivery parcel(int number, long place, String what) {
    String parcel = String.format(Locale.ROOT, "p-%04d", number);
    return Delivery.to("parcel.announce", parcel + "-" + what)
        .eventType("Parcel" + (place == 1 ? "Packed" : "HandedOver"))
        .aggregate("Parcel", parcel)
        .sequence(place)
        .payload(bytes(place == 1 ? parcel : "done " + parcel))
        .build();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void acknowledged(Outcome outcome) {
    if (!(outcome instanceof Outcome.Acknowledge)) {
      throw new IllegalStateException("not acknowledged: " + outcome);
    }
  }

  void carrierIsBack() {
    isDown = false;
  }

  /** Until nothing waits but this many rows. */
  void awaitWaiting(int rows) {
    Operations operations = Operations.on(ledger.store()).build();
    RowFilter unsettled =
        RowFilter.in(ConsumptionState.RETRY_SCHEDULED, ConsumptionState.PROCESSING);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (operations.rows().count(Tenant.DEFAULT, unsettled, 100_000).number() != rows) {
      if (System.nanoTime() - until > 0) {
        throw new IllegalStateException("not " + rows + " rows wait after the patience is over");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  @Override
  public void close() {
    ledger.close();
  }
}
