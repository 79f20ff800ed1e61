package io.consumptionledger.spi;

import io.consumptionledger.internal.Text;
import java.util.Objects;
import java.util.UUID;

/**
 * A process that owns claims.
 *
 * @param id the node's stable name, 1 to {@value #MAX_ID} characters
 * @param incarnation new for each start of the process; not null
 */
public record Node(String id, UUID incarnation) {
  /** The longest id, in characters. */
  public static final int MAX_ID = 100;

  /** Checks the id. */
  public Node {
    Text.required("nodeId", id, MAX_ID);
    Objects.requireNonNull(incarnation, "incarnation");
  }

  /**
   * A new incarnation of a node.
   *
   * @param id the node's name
   * @return the node
   */
  public static Node start(String id) {
    return new Node(id, UUID.randomUUID());
  }
}
