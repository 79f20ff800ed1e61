package io.consumptionledger.examples.demo;

import io.consumptionledger.Delivery;

/**
 * One delivery that the broker has handed out.
 *
 * @param lane whose it is
 * @param index where in the lane
 * @param accident what happens to it on the way
 */
record Ticket(Lane lane, int index, Accident accident) {
  /** What a broker or a node does to deliveries. */
  enum Accident {
    /** Nothing. */
    NONE,
    /** A second copy, on its way beside the first. */
    COPY,
    /** The node that takes it dies while it holds the claim. */
    NODE_DIES
  }

  Input.Message message() {
    return lane.log.get(index);
  }

  Delivery delivery() {
    Input.Message message = message();
    return message.event().deliveryTo(lane.handlerId, message.body(), lane.partition, index);
  }
}
