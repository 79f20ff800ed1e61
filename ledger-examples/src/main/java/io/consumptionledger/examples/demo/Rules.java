package io.consumptionledger.examples.demo;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ErrorClass;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Which messages give which handler trouble. Drawn from the message's key alone, so that the judge
 * can work out from the input what must have happened.
 */
final class Rules {
  static final String CATALOG = "catalog.apply";
  static final String SEARCH = "search.index";
  static final String MAIL = "mail.notify";

  private Rules() {}

  /** What must become of a message: applied, or a dead letter with this class and reason. */
  record Fate(ErrorClass dead, String reason) {
    static final Fate APPLIED = new Fate(null, null);

    boolean isDead() {
      return dead != null;
    }
  }

  /** What must become of a message at its handler. */
  static Fate fate(ConsumptionKey key) {
    int draw = draw(key);
    if (key.handlerId().equals(SEARCH) && draw % 293 == 7) {
      return new Fate(ErrorClass.RETRYABLE, "the index shard is read-only");
    }
    if (key.handlerId().equals(MAIL) && draw % 41 == 5) {
      return new Fate(ErrorClass.UNRECOVERABLE, "the recipient has unsubscribed");
    }
    if (key.handlerId().equals(MAIL) && draw % 97 == 3) {
      return new Fate(ErrorClass.POISON, "the address cannot be read");
    }
    return Fate.APPLIED;
  }

  /** How often the search index fails before it takes a message. */
  static int searchFailures(ConsumptionKey key) {
    int draw = draw(key) / 1_000;
    return draw % 12 == 0 ? 1 + draw % 3 : 0;
  }

  /** Whether the mail server asks to come again later, once. */
  static boolean mailIsBusy(ConsumptionKey key) {
    return draw(key) / 1_000 % 50 == 0;
  }

  private static int draw(ConsumptionKey key) {
    CRC32 crc = new CRC32();
    crc.update(
        (key.handlerId() + '\n' + key.eventId() + '\n' + key.itemKey())
            .getBytes(StandardCharsets.UTF_8));
    return (int) (crc.getValue() >>> 1);
  }
}
