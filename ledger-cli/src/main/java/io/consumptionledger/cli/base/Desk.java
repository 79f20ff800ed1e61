package io.consumptionledger.cli.base;

import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Operator;

/**
 * A ledger that a person has opened.
 *
 * @param operations what can be done
 * @param operator who is logged in
 * @param onClose gives the connections back
 */
public record Desk(Operations operations, Operator operator, Runnable onClose)
    implements AutoCloseable {
  @Override
  public void close() {
    onClose.run();
  }
}
