package io.consumptionledger.spi;

import io.consumptionledger.Tenant;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Messages that cannot be given a key. Commits on its own. */
public interface QuarantineVerbs {
  /**
   * Keeps the exact bytes of a message. The same bytes from the same place are kept once.
   *
   * @param message the message
   * @return true if it is new
   */
  boolean quarantine(QuarantinedMessage message);

  /**
   * One message with its bytes.
   *
   * @param tenant whose
   * @param id its id
   * @return the message, or empty when that tenant has none of that id
   */
  Optional<QuarantinedMessage> quarantined(Tenant tenant, String id);

  /**
   * Messages of one tenant, newest first, without bytes.
   *
   * @param tenant whose; not null
   * @param limit how many at the most, from 1 to 1,000
   * @return what is known of each
   */
  List<QuarantineEntry> quarantineList(Tenant tenant, int limit);

  /**
   * Closes a message by hand.
   *
   * @param tenant whose
   * @param id its id
   * @param action who and why
   * @return false when that tenant has no open message of that id
   */
  boolean resolveQuarantined(Tenant tenant, String id, OperatorVerbs.OperatorAction action);

  /**
   * A message without its bytes.
   *
   * @param id its id
   * @param handlerId the handler it was meant for
   * @param topic where it came from, or null
   * @param partition the partition, or null
   * @param offset the offset, or null
   * @param error why it could not be decoded, redacted; or null
   * @param receivedAt when it came, by the store's clock
   * @param resolvedBy who closed it, or null
   */
  record QuarantineEntry(
      String id,
      String handlerId,
      String topic,
      Integer partition,
      Long offset,
      String error,
      Instant receivedAt,
      String resolvedBy) {}
}
