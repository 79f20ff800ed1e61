package io.consumptionledger.spi;

import java.util.Objects;

/**
 * The place of a row among those of its aggregate. Rows of one tenant, handler and aggregate run in
 * the order of their sequence, one at a time.
 *
 * @param aggregateType the kind of aggregate; not null, that of the row's metadata
 * @param aggregateId which one; not null, that of the row's metadata
 * @param sequence the place; null in a new row to be given the next one in order of arrival, never
 *     null in a row that exists
 */
public record Order(String aggregateType, String aggregateId, Long sequence) {
  /** Checks that the aggregate is named. */
  public Order {
    Objects.requireNonNull(aggregateType, "aggregateType");
    Objects.requireNonNull(aggregateId, "aggregateId");
  }

  /**
   * The same aggregate at a place.
   *
   * @param place the place
   * @return an order with a sequence
   */
  public Order at(long place) {
    return new Order(aggregateType, aggregateId, place);
  }
}
