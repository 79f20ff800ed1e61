package io.consumptionledger;

import java.time.Duration;
import java.util.Optional;

/**
 * What to tell the broker about a message. No path acknowledges a message whose row has not been
 * committed.
 */
public sealed interface Outcome permits Outcome.Acknowledge, Outcome.Redeliver, Outcome.Pending {

  /** Why a message can be acknowledged: its row is committed. */
  enum Acknowledged {
    /** The handler ran and succeeded, or declared that there is nothing to do. */
    PROCESSED,
    /** An earlier delivery of the same key succeeded. */
    DUPLICATE,
    /** It is stored and will run again from the ledger. */
    STORED_FOR_RETRY,
    /** It is among the dead letters. */
    DEAD_LETTERED,
    /** A person has discarded it. */
    DISCARDED,
    /** It could not be given a key; its exact bytes are in the quarantine. */
    QUARANTINED
  }

  /** Why a message must come again. */
  enum Redelivered {
    /** Another node, or another delivery on this one, is working on it. */
    BUSY,
    /** The database could not be asked or did not answer. */
    STORE_UNAVAILABLE,
    /** The lease ended before the result could be recorded. */
    LEASE_LOST,
    /** The caller's transaction was rolled back, and with it what stood in it. */
    ROLLED_BACK,
    /** The thread was interrupted before there was a claim. */
    INTERRUPTED,
    /** The decoder failed for a reason that may pass; nothing was recorded. */
    DECODER_FAILED,
    /** This ledger is being closed, or is; another node will take the message. */
    SHUTTING_DOWN,
    /** Leases could not be renewed here, so the handler was not started. */
    NO_HEARTBEAT,
    /** The handler is paused; nothing was recorded. */
    PAUSED
  }

  /**
   * Acknowledge the message.
   *
   * @param reason why; never null
   */
  record Acknowledge(Acknowledged reason) implements Outcome {}

  /**
   * Let the broker deliver the message again.
   *
   * @param reason why; never null
   * @param retryAfter how long to wait at least, a hint; not negative
   */
  record Redeliver(Redelivered reason, Duration retryAfter) implements Outcome {}

  /**
   * The handler ran inside a transaction that the caller had opened, so the answer depends on how
   * that transaction ends. End it, then ask {@link #confirm()}.
   */
  non-sealed interface Pending extends Outcome {
    /** How the caller may end its transaction. */
    enum Ending {
      /**
       * Commit: the handler succeeded, and its row is settled with its writes. If it is rolled back
       * instead, the message is treated as failed and retryable.
       */
      COMMIT,
      /**
       * Either way: the handler failed and what it wrote has been undone. What the caller itself
       * wrote before can be committed.
       */
      EITHER,
      /**
       * Roll back: what the handler wrote cannot be told from what must not be committed, or the
       * database has given up the transaction.
       */
      ROLL_BACK
    }

    /**
     * How the caller may end its transaction. To roll back whenever it is not {@link Ending#COMMIT}
     * is always right.
     *
     * @return the ways that are left, never null
     */
    Ending ending();

    /**
     * Why the handler's work will not be committed: it failed, or its lease was lost. The failure
     * is recorded by {@link #confirm()}, whichever way the transaction ends.
     *
     * @return the failure; empty exactly with {@link Ending#COMMIT}
     */
    Optional<Failure> failure();

    /**
     * Reads what became of the row and answers for the broker. If the transaction was rolled back
     * after the handler had succeeded, the message is treated as failed and retryable. May be
     * called again; the first final answer stays.
     *
     * @return an {@link Acknowledge} or {@link Redeliver}, never a pending outcome
     * @throws IllegalStateException if the calling thread is still inside the transaction
     */
    Outcome confirm();
  }
}
