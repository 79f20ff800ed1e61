package io.consumptionledger.internal;

import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Content;
import java.time.Duration;

/**
 * One run of a handler: what is run, under which claim.
 *
 * @param handler the declaration
 * @param delivery the message
 * @param claim the claim
 * @param lease when the claim must be taken as lost
 * @param age how old the row was when it was claimed
 * @param stored the content that the row has already, or null
 */
record Run(
    HandlerDeclaration<?> handler,
    Delivery delivery,
    Claim claim,
    LeaseClock lease,
    Duration age,
    Content stored) {

  Run(
      HandlerDeclaration<?> handler,
      Delivery delivery,
      Claim claim,
      LeaseClock lease,
      Duration age) {
    this(handler, delivery, claim, lease, age, null);
  }

  /** The content to store; made only when it is needed, since most messages succeed. */
  Content content() {
    return stored == null ? Content.of(delivery, handler.maxPayloadBytes()) : stored;
  }
}
