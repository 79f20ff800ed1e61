package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.QuarantineFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.InspectionVerbs.Counted;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Messages that cannot be given a key. All commit on their own. Whatever closes one is appended to
 * the audit in the same transaction; if that fails, nothing happens.
 */
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
   * One message without its bytes.
   *
   * @param tenant whose; not null
   * @param id its id
   * @return what is known of it, or empty when that tenant has none of that id
   */
  Optional<QuarantineEntry> quarantineEntry(Tenant tenant, String id);

  /**
   * Messages of one tenant, newest first, without bytes; of the same instant the highest id first.
   *
   * @param tenant whose; not null
   * @param filter which
   * @param after where the page before ended, or null to begin
   * @param limit how many at the most, from 1 to 1,000
   * @return a page; a store may end it early, after a bounded number of messages looked at
   */
  QuarantinePage quarantinePage(
      Tenant tenant, QuarantineFilter filter, QuarantinePosition after, int limit);

  /**
   * Counts messages of one tenant.
   *
   * @param tenant whose; not null
   * @param filter which
   * @param limit up to where to count, at least 1
   * @return the number; not exact if there are more, or if the store stopped looking
   */
  Counted countQuarantined(Tenant tenant, QuarantineFilter filter, int limit);

  /**
   * Messages of one tenant, newest first, without bytes.
   *
   * @param tenant whose; not null
   * @param limit how many at the most, from 1 to 1,000
   * @return what is known of each
   */
  default List<QuarantineEntry> quarantineList(Tenant tenant, int limit) {
    return quarantinePage(tenant, QuarantineFilter.all(), null, limit).entries();
  }

  /**
   * ADMIT: a message that a decoder could read becomes a new row in RETRY_SCHEDULED, attempt 0, due
   * now with wait reason REPLAY and, as its error, what had kept it from being read. Row, closing
   * and audit are one transaction: a crash neither loses nor doubles the message.
   *
   * @param tenant whose message
   * @param id its id
   * @param row the new row, which may be of another tenant; with content, that of its order too
   * @param action who and why
   * @return what became of it
   * @throws IllegalArgumentException if the row has no content
   */
  AdmitResult admit(Tenant tenant, String id, NewRow row, OperatorAction action);

  /**
   * Closes a message because somebody has seen to it otherwise. Its bytes stay.
   *
   * @param tenant whose
   * @param id its id
   * @param action who and why
   * @return false when that tenant has no open message of that id
   */
  boolean resolveQuarantined(Tenant tenant, String id, OperatorAction action);

  /**
   * Closes a message for good. Its bytes stay as evidence.
   *
   * @param tenant whose
   * @param id its id
   * @param action who and why
   * @return false when that tenant has no open message of that id
   */
  boolean discardQuarantined(Tenant tenant, String id, OperatorAction action);

  /**
   * The audit's detail of a message that became a row of another tenant, told to its own.
   *
   * @param key the row
   * @return which tenant
   */
  static String admittedTo(ConsumptionKey key) {
    return "to tenant " + key.tenant().id();
  }

  /**
   * The audit's detail of a message that turned out to be a duplicate, told to its tenant only: the
   * row has nothing to do with it.
   *
   * @param row the row that was there
   * @return which row, and its state
   */
  static String duplicate(RowSummary row) {
    return "a duplicate of " + row.key() + ", which was " + row.state();
  }

  /** How a message was closed. */
  enum Resolution {
    /** ADMIT: it became a row. */
    REPLAYED("ADMIT"),
    /** Somebody has seen to it otherwise. */
    RESOLVED("RESOLVE_QUARANTINED"),
    /** It is not wanted. */
    DISCARDED("DISCARD_QUARANTINED");

    private final String action;

    Resolution(String action) {
      this.action = action;
    }

    /**
     * What the audit calls it.
     *
     * @return the action
     */
    public String action() {
      return action;
    }
  }

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
   * @param closing how it was closed, or null while it is open
   */
  record QuarantineEntry(
      String id,
      String handlerId,
      String topic,
      Integer partition,
      Long offset,
      String error,
      Instant receivedAt,
      Closing closing) {

    /**
     * Who closed it.
     *
     * @return the person, or null while it is open
     */
    public String resolvedBy() {
      return closing == null ? null : closing.by();
    }
  }

  /**
   * How a message was closed.
   *
   * @param as in which way
   * @param by who did it
   * @param reason why
   * @param at when, by the store's clock
   */
  record Closing(Resolution as, String by, String reason, Instant at) {}

  /**
   * A place in the list, newest first.
   *
   * @param receivedAt when the message came
   * @param id its id; empty for the place after all messages of that instant
   */
  record QuarantinePosition(Instant receivedAt, String id) {}

  /**
   * A part of the list.
   *
   * @param entries the messages
   * @param end where it ended, or null when nothing older is left
   */
  record QuarantinePage(List<QuarantineEntry> entries, QuarantinePosition end) {}
}
