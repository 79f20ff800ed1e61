package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.Delivery;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.atomic.AtomicLong;

/** New messages, the same for everybody: ids in order, as an outbox makes them. Thread-safe. */
public final class Messages {
  /** The handler of all rows. */
  public static final String HANDLER = "bench";

  private static final int PAYLOAD_BYTES = 200;
  private static final AtomicLong LAST = new AtomicLong();

  private Messages() {}

  /**
   * A message.
   *
   * @param number its offset
   * @param event its id
   * @param payload its content
   */
  public record Message(long number, String event, byte[] payload) {
    /** As the ledger takes it. */
    public Delivery delivery() {
      return Delivery.to(HANDLER, event).position("orders", 0, number).payload(payload).build();
    }

    /** SHA-256 of the payload, which is stored with each row. */
    public byte[] hash() {
      try {
        return MessageDigest.getInstance("SHA-256").digest(payload);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The next message; no two are the same in this JVM. */
  public static Message next() {
    long number = LAST.incrementAndGet();
    String digits = Long.toString(number);
    return of(number, "e" + "0".repeat(15 - digits.length()) + digits);
  }

  /** The message of a row that was filled in. */
  public static Message filled(long number) {
    String digits = Long.toString(number);
    return of(number, "a" + "0".repeat(15 - digits.length()) + digits);
  }

  private static Message of(long number, String event) {
    byte[] payload = new byte[PAYLOAD_BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      payload[i] = (byte) (number >>> (8 * i));
    }
    return new Message(number, event, payload);
  }
}
