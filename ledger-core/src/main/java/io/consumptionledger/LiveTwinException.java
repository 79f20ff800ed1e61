package io.consumptionledger;

import java.time.Duration;

/**
 * Recovery was refused: another process with the same node id gave a sign of life lately, so what
 * it holds may still be worked on. Nothing changed. Either two processes share a node id, or the
 * earlier one ended without a word only moments ago; then try again later.
 */
public class LiveTwinException extends ConfigurationException {
  private static final long serialVersionUID = 1L;

  private final String nodeId;
  private final Duration sinceRenewal;

  /**
   * Creates the exception.
   *
   * @param nodeId the shared id
   * @param sinceRenewal how long ago the other process gave its last sign of life
   * @param silent how long it must be silent
   */
  public LiveTwinException(String nodeId, Duration sinceRenewal, Duration silent) {
    super(
        "node "
            + nodeId
            + " runs elsewhere: another incarnation gave a sign of life "
            + sinceRenewal
            + " ago, and counts as dead only after "
            + silent
            + "; give each process its own nodeId, or recover later");
    this.nodeId = nodeId;
    this.sinceRenewal = sinceRenewal;
  }

  /**
   * The shared node id.
   *
   * @return the id, never null
   */
  public String nodeId() {
    return nodeId;
  }

  /**
   * How long ago the other process gave its last sign of life.
   *
   * @return the time, not negative
   */
  public Duration sinceRenewal() {
    return sinceRenewal;
  }
}
