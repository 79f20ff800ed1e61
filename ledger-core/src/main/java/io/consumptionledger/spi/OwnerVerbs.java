package io.consumptionledger.spi;

import io.consumptionledger.Failure;
import java.time.Duration;

/**
 * How the owner of a claim settles it. Each names state and token together. Each takes part in a
 * transaction that the calling thread has open; else it commits on its own. An owner who repeats
 * its own verdict gets {@link Commit#EARLIER}.
 */
public interface OwnerVerbs {
  /**
   * SUCCEED: clears error, due time and content.
   *
   * @param claim the claim
   * @return whether the row moved
   */
  TransitionResult succeed(Claim claim);

  /**
   * SCHEDULE_RETRY: stores failure and content, and runs again after a delay.
   *
   * @param claim the claim
   * @param failure how it failed
   * @param content the content; kept as it is when the row has it already
   * @param delay the time until it is due
   * @return whether the row moved
   */
  TransitionResult scheduleRetry(Claim claim, Failure failure, Content content, Duration delay);

  /**
   * DEAD_LETTER: stores failure and content.
   *
   * @param claim the claim
   * @param failure how it failed
   * @param content the content; kept as it is when the row has it already
   * @return whether the row moved
   */
  TransitionResult deadLetter(Claim claim, Failure failure, Content content);

  /**
   * RELEASE: stores content, counts one more yield, and runs again after a delay.
   *
   * @param claim the claim
   * @param content the content; kept as it is when the row has it already
   * @param delay the time until it is due
   * @return whether the row moved
   */
  TransitionResult release(Claim claim, Content content, Duration delay);
}
