package io.consumptionledger;

/** Why a row in RETRY_SCHEDULED waits. */
public enum WaitReason {
  /** The handler failed and will run again at the due time. */
  FAILURE,
  /** An earlier row of the same aggregate is unresolved. */
  ORDER,
  /** The handler asked to be run later. */
  YIELD,
  /** Its owner died and the payload was stored. */
  RECOVERED,
  /** Two people approved a replay of a dead letter. */
  REPLAY
}
