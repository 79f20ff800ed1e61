package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import java.time.Duration;
import java.util.Objects;

/** One of the ways in which the owner of a claim settles it, see {@link OwnerVerbs}. */
public sealed interface Settlement {
  /**
   * The claim to settle.
   *
   * @return the claim, never null
   */
  Claim claim();

  /**
   * Which way.
   *
   * @return SUCCEED, SCHEDULE_RETRY, DEAD_LETTER or RELEASE
   */
  Transition transition();

  /**
   * Settles the claim by the verb for one row; joins a caller's transaction as that does.
   *
   * @param verbs the store
   * @return whether the row moved
   */
  TransitionResult by(OwnerVerbs verbs);

  /**
   * The content to store.
   *
   * @return the content, or null for a success
   */
  default Content content() {
    return null;
  }

  /**
   * How it failed.
   *
   * @return the failure, or null where there is none
   */
  default Failure failure() {
    return null;
  }

  /**
   * When it runs again.
   *
   * @return the time until then, or null for never
   */
  default Duration delay() {
    return null;
  }

  /**
   * The state that it leaves the row in.
   *
   * @return the only one that its transition leads to
   */
  default ConsumptionState state() {
    return transition().to().iterator().next();
  }

  /**
   * What the row waits for afterwards.
   *
   * @return the reason, or null if it does not wait
   */
  default WaitReason waitReason() {
    return null;
  }

  /**
   * SUCCEED.
   *
   * @param claim the claim
   */
  record Succeed(Claim claim) implements Settlement {
    @Override
    public Transition transition() {
      return Transition.SUCCEED;
    }

    @Override
    public TransitionResult by(OwnerVerbs verbs) {
      return verbs.succeed(claim);
    }
  }

  /**
   * SCHEDULE_RETRY.
   *
   * @param claim the claim
   * @param failure how it failed; not null
   * @param content the content; kept as it is when the row has it already
   * @param delay the time until it is due; not null
   */
  record ScheduleRetry(Claim claim, Failure failure, Content content, Duration delay)
      implements Settlement {
    /** Checks what must be there. */
    public ScheduleRetry {
      Objects.requireNonNull(failure, "failure");
      Objects.requireNonNull(delay, "delay");
    }

    @Override
    public Transition transition() {
      return Transition.SCHEDULE_RETRY;
    }

    @Override
    public WaitReason waitReason() {
      return WaitReason.FAILURE;
    }

    @Override
    public TransitionResult by(OwnerVerbs verbs) {
      return verbs.scheduleRetry(claim, failure, content, delay);
    }
  }

  /**
   * DEAD_LETTER.
   *
   * @param claim the claim
   * @param failure how it failed; not null
   * @param content the content; kept as it is when the row has it already
   */
  record DeadLetter(Claim claim, Failure failure, Content content) implements Settlement {
    /** Checks what must be there. */
    public DeadLetter {
      Objects.requireNonNull(failure, "failure");
    }

    @Override
    public Transition transition() {
      return Transition.DEAD_LETTER;
    }

    @Override
    public TransitionResult by(OwnerVerbs verbs) {
      return verbs.deadLetter(claim, failure, content);
    }
  }

  /**
   * RELEASE.
   *
   * @param claim the claim
   * @param content the content; kept as it is when the row has it already
   * @param delay the time until it is due; not null
   */
  record Release(Claim claim, Content content, Duration delay) implements Settlement {
    /** Checks what must be there. */
    public Release {
      Objects.requireNonNull(delay, "delay");
    }

    @Override
    public Transition transition() {
      return Transition.RELEASE;
    }

    @Override
    public WaitReason waitReason() {
      return WaitReason.YIELD;
    }

    @Override
    public TransitionResult by(OwnerVerbs verbs) {
      return verbs.release(claim, content, delay);
    }
  }
}
