package io.consumptionledger;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a handler throws to say what should become of the message. Any other exception is judged by
 * the {@link ErrorClassifier}s.
 */
public final class HandlerSignal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What the handler asks for. */
  public enum Kind {
    /** Try again; counts as a failure. */
    RETRYABLE,
    /** The message cannot be understood: dead letter. */
    POISON,
    /** Running again cannot help: dead letter. */
    PERMANENT,
    /** There is nothing to do: success. */
    SKIP,
    /** Run again later; not a failure, but only so often. */
    RETRY_LATER
  }

  /** The longest delay that can be asked for. */
  public static final Duration LONGEST_DELAY = Duration.ofDays(3650);

  private final Kind kind;
  private final Duration delay;

  private HandlerSignal(Kind kind, Duration delay, String reason, Throwable cause) {
    super(reason, cause);
    this.kind = kind;
    this.delay = delay;
  }

  /**
   * Try again, as the retry policy says.
   *
   * @param reason why
   * @param cause what was thrown, may be null
   * @return to be thrown
   */
  public static HandlerSignal retryable(String reason, Throwable cause) {
    return new HandlerSignal(Kind.RETRYABLE, null, reason, cause);
  }

  /**
   * Try again, but not before a delay.
   *
   * @param delay the least delay; not negative, at most 3650 days
   * @param reason why
   * @param cause what was thrown, may be null
   * @return to be thrown
   */
  public static HandlerSignal retryableAfter(Duration delay, String reason, Throwable cause) {
    return new HandlerSignal(Kind.RETRYABLE, checked(delay), reason, cause);
  }

  /**
   * The message cannot be understood.
   *
   * @param reason why
   * @param cause what was thrown, may be null
   * @return to be thrown
   */
  public static HandlerSignal poison(String reason, Throwable cause) {
    return new HandlerSignal(Kind.POISON, null, reason, cause);
  }

  /**
   * Running again cannot help.
   *
   * @param reason why
   * @param cause what was thrown, may be null
   * @return to be thrown
   */
  public static HandlerSignal permanent(String reason, Throwable cause) {
    return new HandlerSignal(Kind.PERMANENT, null, reason, cause);
  }

  /**
   * There is nothing to do.
   *
   * @param reason why
   * @return to be thrown
   */
  public static HandlerSignal skip(String reason) {
    return new HandlerSignal(Kind.SKIP, null, reason, null);
  }

  /**
   * Not now; this is no failure.
   *
   * @param delay after which to run again; not negative, at most 3650 days
   * @param reason why
   * @return to be thrown
   */
  public static HandlerSignal retryLater(Duration delay, String reason) {
    return new HandlerSignal(Kind.RETRY_LATER, checked(delay), reason, null);
  }

  private static Duration checked(Duration delay) {
    Objects.requireNonNull(delay, "delay");
    if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
      throw new InvalidFieldException(
          "delay", "is " + delay + ", must be from PT0S to " + LONGEST_DELAY);
    }
    return delay;
  }

  /**
   * What the handler asks for.
   *
   * @return the kind, never null
   */
  public Kind kind() {
    return kind;
  }

  /**
   * The least delay that the handler asked for.
   *
   * @return the delay, or empty to leave it to the retry policy
   */
  public Optional<Duration> delay() {
    return Optional.ofNullable(delay);
  }
}
