package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Delivery;
import io.consumptionledger.Metadata;
import io.consumptionledger.Sha256;
import java.util.Objects;

/**
 * What every new row is made of.
 *
 * @param key the identity; not null
 * @param metadata what is known of the message; not null
 * @param payloadHash the SHA-256 of the payload, or null for a tombstone
 * @param content the content to store, or null to store none yet
 * @param order its place in its aggregate, or null if nothing waits for it and it waits for nothing
 */
public record NewRow(
    ConsumptionKey key, Metadata metadata, Sha256 payloadHash, Content content, Order order) {

  /**
   * Checks what must be there.
   *
   * @throws IllegalArgumentException if order and metadata name two aggregates
   */
  public NewRow {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(metadata, "metadata");
    if (order != null
        && !(order.aggregateType().equals(metadata.aggregateType())
            && order.aggregateId().equals(metadata.aggregateId()))) {
      throw new IllegalArgumentException("order and metadata of " + key + " name two aggregates");
    }
  }

  /**
   * A row without order.
   *
   * @param key the identity; not null
   * @param metadata what is known of the message; not null
   * @param payloadHash the SHA-256 of the payload, or null for a tombstone
   * @param content the content to store, or null to store none yet
   */
  public NewRow(ConsumptionKey key, Metadata metadata, Sha256 payloadHash, Content content) {
    this(key, metadata, payloadHash, content, null);
  }

  /**
   * A row without order for a delivery.
   *
   * @param delivery the delivery
   * @param content the content to store, or null to store none yet
   * @return the new row
   */
  public static NewRow of(Delivery delivery, Content content) {
    return of(delivery, content, null);
  }

  /**
   * A row for a delivery.
   *
   * @param delivery the delivery
   * @param content the content to store, or null to store none yet
   * @param order its place in its aggregate, or null
   * @return the new row
   */
  public static NewRow of(Delivery delivery, Content content, Order order) {
    return new NewRow(
        delivery.key(),
        delivery.metadata(),
        delivery.payload().hash().orElse(null),
        content,
        order);
  }
}
