package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Sha256;
import io.consumptionledger.internal.Text;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;

/**
 * What people do with dead letters. Each is appended to the audit in the same transaction; if that
 * fails, nothing happens. Each takes part in a transaction that the calling thread has open, and
 * gives the row a new token.
 */
public interface OperatorVerbs {
  /**
   * AUTHORIZE_REPLAY: DEAD_LETTER to RETRY_SCHEDULED, due now, with attempt and yields 0 and
   * generation + 1. The authorisation is used up by the next CLAIM_DUE. Refused for rows whose
   * content was truncated, and for rows behind an earlier unresolved one of their aggregate.
   *
   * @param key the row
   * @param rowVersion its version as read
   * @param approval who asked and who agreed
   * @return whether the row moved
   */
  TransitionResult authorizeReplay(ConsumptionKey key, long rowVersion, ReplayApproval approval);

  /**
   * RESOLVE: DEAD_LETTER to SUCCEEDED, closed by hand; the error goes to the audit and is cleared.
   *
   * @param key the row
   * @param rowVersion its version as read
   * @param action who and why
   * @return whether the row moved
   */
  TransitionResult resolve(ConsumptionKey key, long rowVersion, OperatorAction action);

  /**
   * DISCARD: DEAD_LETTER to DISCARDED; who, when and why are recorded on the row.
   *
   * @param key the row
   * @param rowVersion its version as read
   * @param action who and why
   * @return whether the row moved
   */
  TransitionResult discard(ConsumptionKey key, long rowVersion, OperatorAction action);

  /**
   * Who does it and why.
   *
   * @param actor the person, 1 to {@value #MAX_ACTOR} characters
   * @param reason why, 1 to {@value #MAX_REASON} characters
   * @param selection the {@link SelectionHash} of the rows of which this is one, for the audit; or
   *     null
   */
  record OperatorAction(String actor, String reason, Sha256 selection) {
    /** The longest name of a person, in characters. */
    public static final int MAX_ACTOR = 100;

    /** The longest reason, in characters. */
    public static final int MAX_REASON = 500;

    /** Checks both. */
    public OperatorAction {
      Text.required("actor", actor, MAX_ACTOR);
      Text.required("reason", reason, MAX_REASON);
    }

    /**
     * For what is done to no more than one row.
     *
     * @param actor the person
     * @param reason why
     */
    public OperatorAction(String actor, String reason) {
      this(actor, reason, null);
    }

    /**
     * The audit's detail of what is done to one row.
     *
     * @param removed what the action removes from the row, or null
     * @return that and the selection, or null if there is neither
     */
    public String detail(String removed) {
      if (selection == null) {
        return removed;
      }
      return (removed == null ? "" : removed + "; ") + "selection " + selection.hex();
    }
  }

  /**
   * The word of those who must agree that a dead letter may run again.
   *
   * @param requester who asked, 1 to {@value OperatorAction#MAX_ACTOR} characters
   * @param approver who agreed
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @param authorization identifies this one approval; not null
   * @param people how many must agree
   * @param detail more for the audit, or null
   */
  record ReplayApproval(
      String requester,
      String approver,
      String reason,
      UUID authorization,
      People people,
      String detail) {
    /** Checks all parts, and that as many people are named as must be. */
    public ReplayApproval {
      new OperatorAction(requester, reason);
      Text.required("approver", approver, OperatorAction.MAX_ACTOR);
      Objects.requireNonNull(authorization, "authorization");
      Objects.requireNonNull(people, "people");
      if (people == People.TWO && isSamePerson(requester, approver)) {
        throw new InvalidFieldException("approver", "is the requester; a replay needs two people");
      }
    }

    /**
     * Two people's word.
     *
     * @param requester who asked
     * @param approver who agreed; another person, compared case-folded and trimmed
     * @param reason why
     * @param authorization identifies this one approval; not null
     */
    public ReplayApproval(String requester, String approver, String reason, UUID authorization) {
      this(requester, approver, reason, authorization, People.TWO, null);
    }

    /**
     * Whether two names are those of one person, whatever their case and the blanks around them.
     *
     * @param one a name
     * @param other another name
     * @return true if they are
     */
    public static boolean isSamePerson(String one, String other) {
      return folded(one).equals(folded(other));
    }

    private static String folded(String name) {
      String once = name.strip().toUpperCase(Locale.ROOT);
      return once.toLowerCase(Locale.ROOT);
    }
  }

  /** How many people must agree to a replay. */
  enum People {
    /** Whoever asks may approve as well. */
    ONE,
    /** Somebody else than who asks must approve. */
    TWO
  }
}
