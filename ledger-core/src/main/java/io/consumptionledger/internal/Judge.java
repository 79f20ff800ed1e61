package io.consumptionledger.internal;

import io.consumptionledger.Backoff;
import io.consumptionledger.Classification;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.ErrorClassifier;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.PayloadState;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.spi.Claim;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Decides what becomes of a row from what its handler threw: first what the handler declares, then
 * the classifiers in their order, then replay safety and limits.
 */
final class Judge {
  private static final int MAX_CAUSES = 20;
  private static final Duration LONGEST_DELAY = HandlerSignal.LONGEST_DELAY;

  private final List<ErrorClassifier> classifiers;
  private final Reports reports;

  Judge(ErrorClassifier application, ErrorClassifier store, Reports reports) {
    this.classifiers = List.of(application, store, Judge::interruptsAndTimeouts);
    this.reports = reports;
  }

  /** The verdict on a handler that was called. */
  Verdict judge(Run run, HandlerCall<?> call) {
    return call.error() == null ? new Verdict.Succeed() : judge(run, call.error());
  }

  /** The verdict on a handler that threw. */
  Verdict judge(Run run, Throwable error) {
    Optional<HandlerSignal> signal = signal(error);
    if (signal.isPresent() && signal.get().kind() == HandlerSignal.Kind.RETRY_LATER) {
      return judgeYield(run, signal.get());
    }
    Classification judged = classify(run.claim().key(), error);
    if (judged.errorClass() == ErrorClass.SKIP) {
      return new Verdict.Succeed();
    }
    return again(run, Failure.of(judged.errorClass(), error, judged.code()), signal);
  }

  /**
   * The verdict on a stored message that could not be decoded: poison only if it is to blame; a
   * decoder may also fail for want of a service, or of memory.
   */
  Verdict judgeUndecoded(Run run, Throwable error) {
    Classification judged = classify(run.claim().key(), error);
    ErrorClass errorClass = mayPass(judged, error) ? ErrorClass.RETRYABLE : ErrorClass.POISON;
    return again(run, Failure.of(errorClass, error, judged.code()), signal(error));
  }

  /** Whether a decoder's failure is no fault of the message. */
  static boolean mayPass(Classification judged, Throwable error) {
    boolean machine =
        error instanceof VirtualMachineError && !(error instanceof StackOverflowError);
    return machine || judged.errorClass() == ErrorClass.RETRYABLE;
  }

  private Verdict again(Run run, Failure failure, Optional<HandlerSignal> signal) {
    HandlerDeclaration<?> handler = run.handler();
    Claim claim = run.claim();
    int started = claim.attempt() - claim.yields();
    boolean again =
        failure.errorClass() == ErrorClass.RETRYABLE
            && handler.safety() != ReplaySafety.UNSAFE
            && started < handler.maxAttempts()
            && run.age().compareTo(handler.maxAge()) < 0
            && run.content().state() != PayloadState.TRUNCATED;
    if (!again) {
      return new Verdict.Bury(failure);
    }
    Duration asked = signal.flatMap(HandlerSignal::delay).orElse(Duration.ZERO);
    Duration delay = policyDelay(handler, claim.key(), Math.max(1, started), failure);
    return new Verdict.Retry(failure, asked.compareTo(delay) > 0 ? asked : delay);
  }

  private static Verdict judgeYield(Run run, HandlerSignal signal) {
    HandlerDeclaration<?> handler = run.handler();
    Duration delay = signal.delay().orElse(Duration.ZERO);
    String limit = null;
    if (run.claim().yields() >= handler.maxYields()) {
      limit = "asked to be run later more than " + handler.maxYields() + " times";
    } else if (run.age().plus(delay).compareTo(handler.maxAge()) > 0) {
      limit = "asked to be run later than the maximum age of " + handler.maxAge();
    } else if (run.content().state() == PayloadState.TRUNCATED) {
      limit = "asked to be run later, but its content is over the limit and cannot be kept";
    }
    if (limit == null) {
      return new Verdict.Yield(Failure.of(ErrorClass.RETRYABLE, signal, null), delay);
    }
    String message = limit + ": " + ErrorText.describe(signal);
    return new Verdict.Bury(
        Failure.of(ErrorClass.UNRECOVERABLE, signal.getClass().getName(), "LIMIT", message));
  }

  /** The class of an exception: what the handler declares, else what the first knowing one says. */
  Classification classify(ConsumptionKey key, Throwable error) {
    Optional<HandlerSignal> signal = signal(error);
    if (signal.isPresent()) {
      return Classification.of(
          switch (signal.get().kind()) {
            case RETRYABLE, RETRY_LATER -> ErrorClass.RETRYABLE;
            case POISON -> ErrorClass.POISON;
            case PERMANENT -> ErrorClass.UNRECOVERABLE;
            case SKIP -> ErrorClass.SKIP;
          });
    }
    for (ErrorClassifier classifier : classifiers) {
      Optional<Classification> found = ask(key, classifier, error);
      if (found.isPresent()) {
        return found.get();
      }
    }
    return Classification.of(ErrorClass.UNRECOVERABLE);
  }

  private Optional<Classification> ask(
      ConsumptionKey key, ErrorClassifier classifier, Throwable error) {
    try {
      Optional<Classification> answer = classifier.classify(error);
      if (answer != null) {
        return answer;
      }
      reports.userCodeFailed(key, "the classifier", new NullPointerException("it returned null"));
    } catch (Throwable t) {
      reports.userCodeFailed(key, "the classifier", t);
    }
    return Optional.empty();
  }

  private Duration policyDelay(
      HandlerDeclaration<?> handler, ConsumptionKey key, int attempt, Failure failure) {
    try {
      Duration delay = handler.retryPolicy().delay(attempt, failure);
      if (delay != null && !delay.isNegative()) {
        return delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
      }
      reports.userCodeFailed(
          key, "the retry policy", new IllegalStateException("it returned " + delay));
    } catch (Throwable t) {
      reports.userCodeFailed(key, "the retry policy", t);
    }
    return Backoff.DEFAULT.delay(attempt, failure);
  }

  private static Optional<HandlerSignal> signal(Throwable error) {
    return causes(error).stream()
        .filter(HandlerSignal.class::isInstance)
        .map(HandlerSignal.class::cast)
        .findFirst();
  }

  private static Optional<Classification> interruptsAndTimeouts(Throwable error) {
    return causes(error).stream()
        .filter(
            t ->
                t instanceof InterruptedException
                    || t instanceof InterruptedIOException
                    || t instanceof ClosedByInterruptException
                    || t instanceof TimeoutException)
        .findFirst()
        .map(t -> Classification.of(ErrorClass.RETRYABLE));
  }

  private static List<Throwable> causes(Throwable error) {
    List<Throwable> chain = new ArrayList<>();
    Throwable at = error;
    while (at != null && chain.size() < MAX_CAUSES) {
      chain.add(at);
      try {
        at = at.getCause();
      } catch (Throwable broken) {
        at = null;
      }
    }
    return chain;
  }
}
