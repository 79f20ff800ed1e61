package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import java.time.Instant;
import java.util.List;

/**
 * How rows of one aggregate wait for each other. Everything that starts, ends or frees a row with
 * an order locks its aggregate first and decides in that transaction.
 */
public interface OrderVerbs {
  /**
   * PARK: a new row in RETRY_SCHEDULED, attempt 0, without a due time, because an earlier row of
   * its aggregate is unresolved or one is in PROCESSING. Commits on its own.
   *
   * @param row the new row; with content and order
   * @return parked, free to be claimed, or the row that is there already
   * @throws IllegalArgumentException if the row has no content or no order
   */
  ParkResult park(NewRow row);

  /**
   * The unresolved rows that others wait for, those with the most waiting first: of each aggregate
   * the row in PROCESSING, else the first one.
   *
   * @param tenant whose rows
   * @param handlerId the handler
   * @param limit how many at the most, from 1 to 1,000
   * @return the heads of aggregates in which at least one row waits
   */
  List<BlockingHead> blockingHeads(Tenant tenant, String handlerId, int limit);

  /**
   * A row that others wait for.
   *
   * @param key the row
   * @param order its place
   * @param state its state
   * @param since when it last moved
   * @param waiting how many rows of its aggregate wait for their turn, without a due time
   */
  record BlockingHead(
      ConsumptionKey key, Order order, ConsumptionState state, Instant since, long waiting) {}
}
