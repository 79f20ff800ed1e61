package io.consumptionledger.spi;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What one heartbeat works with; used by one thread. A call that fails throws {@link
 * io.consumptionledger.StoreException} and leaves the session usable: the next one gets a new
 * connection if it must. A call after {@link #close} throws IllegalStateException.
 */
public interface HeartbeatSession extends AutoCloseable {
  /**
   * RENEW, as {@link ClaimVerbs#renew}.
   *
   * @param claims at most 1,000 claims
   * @param lease how long they last from now
   * @return a result for each claim
   */
  Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease);

  /**
   * A sign of life of a node that has been started. If its record is gone, it is made again.
   *
   * @param node the node
   */
  void beat(Node node);

  /** Gives the connection back. Throws nothing. */
  @Override
  void close();
}
