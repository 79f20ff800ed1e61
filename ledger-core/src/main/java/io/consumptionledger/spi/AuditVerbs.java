package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Looks that leave a trace, and the traces that everything leaves. All commit on their own.
 *
 * <p>A look is appended to the audit in the transaction that reads; nothing is returned before that
 * is committed. A look that finds nothing leaves no trace.
 */
public interface AuditVerbs {
  /** What a look at a row's content is called in the audit. */
  String LOOK = "LOOK";

  /** What a look at a quarantined message is called in the audit. */
  String LOOK_QUARANTINED = "LOOK_QUARANTINED";

  /**
   * Shows the stored content of a row to a person.
   *
   * @param key its key
   * @param action who and why
   * @return the content, or empty when there is no row or it stores none
   * @throws io.consumptionledger.StoreException also if the audit cannot be written
   */
  Optional<Content> lookAtContent(ConsumptionKey key, OperatorAction action);

  /**
   * Shows a quarantined message to a person.
   *
   * @param tenant whose
   * @param id its id
   * @param action who and why
   * @return the message, or empty when that tenant has none of that id
   * @throws io.consumptionledger.StoreException also if the audit cannot be written
   */
  Optional<QuarantinedMessage> lookAtQuarantined(Tenant tenant, String id, OperatorAction action);

  /**
   * The audit of a tenant, newest first.
   *
   * @param tenant whose
   * @param from at or after this; null for no bound
   * @param before before this; null for no bound
   * @param after the last line of the page before, or null to begin
   * @param limit how many at the most, from 1 to 1,001
   * @return the lines
   */
  List<AuditLine> auditLog(Tenant tenant, Instant from, Instant before, AuditLine after, int limit);

  /**
   * The audit of a row, newest first; also of one that is not there any more.
   *
   * @param key the row
   * @param after the last line of the page before, or null to begin
   * @param limit how many at the most, from 1 to 1,001
   * @return the lines
   */
  List<AuditLine> auditLog(ConsumptionKey key, AuditLine after, int limit);

  /**
   * One line of the audit.
   *
   * @param id its number; later lines have higher ones
   * @param tenant whose row or message it was about
   * @param handlerId the handler, or null
   * @param eventId the row's event, or null if it was about no single row
   * @param itemKey the row's item, or null if it was about no single row
   * @param quarantineId the quarantined message, or null
   * @param action what was done
   * @param actor who did it
   * @param secondActor who agreed, or null
   * @param reason why, or null
   * @param detail what else is to be known, or null
   * @param at when, by the store's clock
   */
  record AuditLine(
      long id,
      Tenant tenant,
      String handlerId,
      String eventId,
      String itemKey,
      String quarantineId,
      String action,
      String actor,
      String secondActor,
      String reason,
      String detail,
      Instant at) {}

  /**
   * What of a row's content was shown, for the audit.
   *
   * @param content the content
   * @return sizes, no content
   */
  static String shown(Content content) {
    return shown(
        content.state().name(),
        content.payload().map(bytes -> bytes.length).orElse(0),
        content.headers().list().size(),
        content.rawKey().map(bytes -> bytes.length).orElse(null));
  }

  /**
   * What of a quarantined message was shown, for the audit.
   *
   * @param message the message
   * @return sizes, no content
   */
  static String shown(QuarantinedMessage message) {
    byte[] rawKey = message.rawKey();
    return shown(
        message.payload().isTombstone() ? "TOMBSTONE" : "STORED",
        message.payload().size(),
        message.headers().list().size(),
        rawKey == null ? null : rawKey.length);
  }

  private static String shown(String state, int bytes, int headers, Integer rawKey) {
    return "payload "
        + state
        + ", "
        + bytes
        + " bytes; "
        + headers
        + " headers; "
        + (rawKey == null ? "no raw key" : "raw key of " + rawKey + " bytes");
  }
}
