package io.consumptionledger.operations;

import io.consumptionledger.Delivery;
import io.consumptionledger.spi.QuarantinedMessage;

/**
 * Reads a message that could not be given a key when it came. May be called more than once for a
 * message, and should name the same key each time: a key that it makes up is no protection against
 * the message having come another way too.
 */
@FunctionalInterface
public interface QuarantineDecoder {
  /**
   * Turns the exact bytes into what would have been delivered.
   *
   * @param message the message as it came; not null
   * @return the delivery, for the same handler and, unless the message lies in the quarantine
   *     tenant, for the same tenant
   * @throws Exception if it cannot be read even now; the message stays open
   */
  Delivery decode(QuarantinedMessage message) throws Exception;
}
