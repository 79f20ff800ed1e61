package io.consumptionledger.benchmarks.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.consumptionledger.Delivery;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** New messages, the same for everybody: ids in order, as an outbox makes them. Thread-safe. */
public final class Messages {
  /** The handler of all rows. */
  public static final String HANDLER = "bench";

  private static final int PAYLOAD_BYTES = 200;
  private static final int DIGITS = 15;
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
    byte[] payload = Arrays.copyOf(Long.toString(number).getBytes(UTF_8), PAYLOAD_BYTES);
    return new Message(number, event('e', number), payload);
  }

  /** The next messages, in order of their ids. */
  public static List<Message> next(int count) {
    List<Message> messages = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      messages.add(next());
    }
    return messages;
  }

  /** The message of a finished row that was filled in. */
  public static Message filled(long number) {
    return new Message(number, event('a', number), Long.toString(number).getBytes(UTF_8));
  }

  /** The id of a claimed row that was filled in. */
  public static String claimed(long number) {
    return event('c', number);
  }

  private static String event(char kind, long number) {
    String digits = Long.toString(number);
    return kind + "0".repeat(DIGITS - digits.length()) + digits;
  }
}
