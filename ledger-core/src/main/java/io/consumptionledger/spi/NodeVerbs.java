package io.consumptionledger.spi;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Which nodes run. All commit on their own. */
public interface NodeVerbs {
  /**
   * Records that a node has started, and renewed just now. Repeating it changes nothing else: an
   * incarnation that has stopped stays so.
   *
   * @param node the node
   */
  void startNode(Node node);

  /**
   * Records that a node has stopped in an orderly way; of a node that is not known, nothing.
   *
   * @param node the node
   */
  void stopNode(Node node);

  /**
   * Other incarnations of a node's id that have not stopped and renewed lately.
   *
   * @param node the node
   * @param renewedWithin how far back a renewal counts as a sign of life
   * @return each with the time since its last renewal, the latest first; empty if there is none
   */
  List<Twin> liveTwins(Node node, Duration renewedWithin);

  /**
   * Opens what a heartbeat works with. It has a connection of its own from now on, where the store
   * has connections, so that neither busy handlers nor an empty pool can hold it up.
   *
   * @param timeout how long one call may take before it fails, also when the other side is silent;
   *     positive
   * @return a session, to be closed
   * @throws io.consumptionledger.StoreException if there is no connection within that time
   */
  HeartbeatSession openHeartbeat(Duration timeout);

  /**
   * Another process with the same node id.
   *
   * @param incarnation which start of it
   * @param sinceRenewal how long ago it gave its last sign of life
   */
  record Twin(UUID incarnation, Duration sinceRenewal) {}
}
