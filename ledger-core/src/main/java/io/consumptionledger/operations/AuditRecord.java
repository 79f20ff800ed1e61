package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.AuditVerbs.AuditLine;
import java.time.Instant;
import java.util.Optional;

/**
 * What somebody did, or looked at.
 *
 * @param at when, by the store's clock
 * @param action what: the name of a transition, PAUSE, RESUME, LOOK and the like
 * @param actor who
 * @param secondActor who agreed, or null
 * @param reason why, or null
 * @param tenant whose row, handler or message it was about
 * @param handlerId the handler, or null
 * @param eventId the row's event, or null if it was about no single row
 * @param itemKey the row's item, or null if it was about no single row
 * @param quarantineId the quarantined message, or null
 * @param detail what else is to be known, such as the error of a row that was resolved; or null
 */
public record AuditRecord(
    Instant at,
    String action,
    String actor,
    String secondActor,
    String reason,
    Tenant tenant,
    String handlerId,
    String eventId,
    String itemKey,
    String quarantineId,
    String detail) {

  static AuditRecord of(AuditLine line) {
    return new AuditRecord(
        line.at(),
        line.action(),
        line.actor(),
        line.secondActor(),
        line.reason(),
        line.tenant(),
        line.handlerId(),
        line.eventId(),
        line.itemKey(),
        line.quarantineId(),
        line.detail());
  }

  /**
   * The row that it was about.
   *
   * @return its key, or empty if it was about no single row
   */
  public Optional<ConsumptionKey> key() {
    return eventId == null
        ? Optional.empty()
        : Optional.of(new ConsumptionKey(tenant, handlerId, eventId, itemKey));
  }
}
