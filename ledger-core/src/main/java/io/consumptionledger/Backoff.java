package io.consumptionledger;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Exponential backoff: the first delay doubles with each failed start up to a cap; jitter then adds
 * a random part of the delay, so that messages which failed together do not come back together.
 * Jitter only lengthens a delay. Never negative, never overflowing. Immutable and thread-safe.
 *
 * <p>The default is 1 s doubling up to 5 min with up to 20% jitter; with the default of 15 attempts
 * a message is retried for at least 33 min, so that a half-hour outage burns out no message.
 */
public final class Backoff implements RetryPolicy {
  private static final Duration LONGEST = Duration.ofDays(365);

  /** 1 s, doubling up to 5 min, with up to 20% jitter. */
  public static final Backoff DEFAULT =
      exponential(Duration.ofSeconds(1), Duration.ofMinutes(5)).withJitter(0.2);

  private final Duration first;
  private final Duration cap;
  private final double jitter;
  private final DoubleSupplier random;

  private Backoff(Duration first, Duration cap, double jitter, DoubleSupplier random) {
    this.first = first;
    this.cap = cap;
    this.jitter = jitter;
    this.random = random;
  }

  /**
   * Doubling delays without jitter.
   *
   * @param first the delay after the first failure, more than zero
   * @param cap the longest delay before jitter, at least {@code first} and at most 365 days
   * @return the policy
   * @throws InvalidFieldException if a value is out of bounds
   */
  public static Backoff exponential(Duration first, Duration cap) {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(cap, "cap");
    if (first.isNegative() || first.isZero()) {
      throw new InvalidFieldException("first", "is " + first + ", must be more than PT0S");
    }
    if (cap.compareTo(first) < 0 || cap.compareTo(LONGEST) > 0) {
      throw new InvalidFieldException(
          "cap", "is " + cap + ", must be between first (" + first + ") and " + LONGEST);
    }
    return new Backoff(first, cap, 0, () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * The same delay each time.
   *
   * @param delay the delay, more than zero and at most 365 days
   * @return the policy
   * @throws InvalidFieldException if the delay is out of bounds
   */
  public static Backoff fixed(Duration delay) {
    Objects.requireNonNull(delay, "delay");
    if (delay.isNegative() || delay.isZero() || delay.compareTo(LONGEST) > 0) {
      throw new InvalidFieldException(
          "delay", "is " + delay + ", must be more than PT0S and at most " + LONGEST);
    }
    return exponential(delay, delay);
  }

  /**
   * The same policy with jitter.
   *
   * @param share the largest part of a delay that is added to it, from 0 to 1
   * @return a new policy
   * @throws InvalidFieldException if the share is out of bounds
   */
  public Backoff withJitter(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new InvalidFieldException("share", "is " + share + ", must be from 0 to 1");
    }
    return new Backoff(first, cap, share, random);
  }

  Backoff withRandom(DoubleSupplier source) {
    return new Backoff(first, cap, jitter, source);
  }

  @Override
  public Duration delay(int attempt, Failure failure) {
    Duration delay = first;
    for (int i = 1; i < attempt && delay.compareTo(cap) < 0; i++) {
      delay = delay.multipliedBy(2);
    }
    delay = delay.compareTo(cap) > 0 ? cap : delay;
    long extra = (long) (delay.toNanos() * jitter * random.getAsDouble());
    return delay.plusNanos(extra);
  }

  @Override
  public String toString() {
    return "Backoff[" + first + " doubling up to " + cap + ", jitter " + jitter + "]";
  }
}
