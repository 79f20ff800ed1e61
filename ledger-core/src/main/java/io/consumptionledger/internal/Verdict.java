package io.consumptionledger.internal;

import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import java.time.Duration;

/** What is to become of a row whose handler ended. */
sealed interface Verdict {
  /** It succeeded, or there was nothing to do. */
  record Succeed() implements Verdict {}

  /** It failed and may run again after a delay. */
  record Retry(Failure failure, Duration delay) implements Verdict {}

  /** It failed for good. */
  record Bury(Failure failure) implements Verdict {}

  /** It asked to be run later. */
  record Yield(Failure reason, Duration delay) implements Verdict {}

  /** Why what the handler did is not to be committed. */
  static Failure failure(Verdict verdict, Throwable error) {
    if (verdict instanceof Retry retry) {
      return retry.failure();
    }
    if (verdict instanceof Yield yield) {
      return yield.reason();
    }
    return verdict instanceof Bury bury ? bury.failure() : Failure.of(ErrorClass.SKIP, error, null);
  }
}
