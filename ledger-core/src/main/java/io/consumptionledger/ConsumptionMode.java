package io.consumptionledger;

/** How many commits a message takes, and what they hold. */
public enum ConsumptionMode {
  /**
   * A claim, then the handler, then the settle, each committed by itself. For handlers that talk to
   * other systems: a handler that outlives its lease, or whose process dies before the settle, may
   * run again.
   */
  LEASED,
  /**
   * A claim; then one transaction that holds the handler's writes and the settle. For handlers that
   * write to the ledger's own database: those writes happen exactly once, and a message that always
   * kills its process is found out.
   */
  TRANSACTIONAL,
  /**
   * One transaction that holds the handler's writes and the row. The shortest way for the same kind
   * of handler. There is no claim: if the process dies, nothing of the message is left, and the
   * broker must deliver it again. A row that was scheduled for retry runs as in {@link
   * #TRANSACTIONAL}.
   */
  SINGLE_TRANSACTION
}
