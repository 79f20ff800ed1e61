package io.consumptionledger;

import io.consumptionledger.internal.Text;
import java.util.Objects;

/**
 * The identity of one row: which tenant's handler consumes which event, and which item of it.
 *
 * <p>Identity is byte-exact in every store: {@code AbC} and {@code aBc}, {@code résumé} and {@code
 * resume}, {@code k1} and {@code "k1 "}, composed and decomposed forms are different ids. Lengths
 * are in characters (Unicode code points). Control characters and lone surrogates are refused.
 *
 * @param tenant whose row it is; not null
 * @param handlerId a stable protocol name such as {@code billing.order-placed}, not a class name; 1
 *     to {@value #MAX_HANDLER_ID} characters
 * @param eventId the producer's id, 1 to {@value #MAX_EVENT_ID} characters
 * @param itemKey the business identity of one item of a batch message, never an array index; empty
 *     for a single event; at most {@value #MAX_ITEM_KEY} characters
 */
public record ConsumptionKey(Tenant tenant, String handlerId, String eventId, String itemKey)
    implements Comparable<ConsumptionKey> {

  /** The longest handler id, in characters. */
  public static final int MAX_HANDLER_ID = 100;

  /** The longest event id, in characters. */
  public static final int MAX_EVENT_ID = 200;

  /** The longest item key, in characters. */
  public static final int MAX_ITEM_KEY = 200;

  /**
   * Creates a key.
   *
   * @throws InvalidFieldException naming the first field that breaks a rule above
   * @throws NullPointerException if the tenant is null
   */
  public ConsumptionKey {
    Objects.requireNonNull(tenant, "tenant");
    Text.required("handlerId", handlerId, MAX_HANDLER_ID);
    Text.required("eventId", eventId, MAX_EVENT_ID);
    if (itemKey == null) {
      throw new InvalidFieldException("itemKey", "is null; use \"\" for an event without items");
    }
    Text.optional("itemKey", itemKey, MAX_ITEM_KEY);
  }

  /**
   * The key of a single event of the default tenant.
   *
   * @param handlerId the handler's name
   * @param eventId the producer's id
   * @return the key
   */
  public static ConsumptionKey of(String handlerId, String eventId) {
    return new ConsumptionKey(Tenant.DEFAULT, handlerId, eventId, "");
  }

  /**
   * Orders keys by tenant, handler, event and item: the order in which batches take locks. Text is
   * compared by code points, which is the order of its UTF-8 bytes and so that of databases.
   */
  @Override
  public int compareTo(ConsumptionKey other) {
    int c = Text.compare(tenant.id(), other.tenant.id());
    c = c != 0 ? c : Text.compare(handlerId, other.handlerId);
    c = c != 0 ? c : Text.compare(eventId, other.eventId);
    return c != 0 ? c : Text.compare(itemKey, other.itemKey);
  }

  @Override
  public String toString() {
    String item = itemKey.isEmpty() ? "" : "#" + itemKey;
    return tenant + "/" + handlerId + "/" + eventId + item;
  }
}
