package io.consumptionledger.internal;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.PayloadState;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.DueClaim;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Settles due rows whose handler was not called. */
final class DueSettler {
  /** After these the handler may have run, or half run, before. */
  private static final Set<WaitReason> MAY_HAVE_RUN =
      EnumSet.of(WaitReason.FAILURE, WaitReason.RECOVERED);

  private final Judge judge;
  private final Settler settler;
  private final Reports reports;

  DueSettler(Judge judge, Settler settler, Reports reports) {
    this.judge = judge;
    this.settler = settler;
    this.reports = reports;
  }

  /**
   * Makes a row that must not or cannot run a dead letter. That NEEDS_TX_CLAIM handlers run in a
   * transaction is seen to when they are declared.
   *
   * @return whether it was such a row
   */
  boolean buried(Run run, DueClaim due) {
    Optional<Failure> unfit = unfit(run, due);
    unfit.ifPresent(failure -> settler.settle(run, new Verdict.Bury(failure)));
    return unfit.isPresent();
  }

  private Optional<Failure> unfit(Run run, DueClaim due) {
    Claim claim = due.claim();
    if (due.content().state() == PayloadState.TRUNCATED) {
      return unfit("TRUNCATED", "its content was over the limit and cut, so it cannot be replayed");
    }
    if (!due.contentIntact()) {
      String detail = "the stored payload no longer has the hash that was stored with it";
      reports.anomaly(claim.key(), claim.epoch(), AnomalyKind.CONTENT_CORRUPTED, detail);
      return unfit("CORRUPTED", detail + ", so it cannot be replayed");
    }
    boolean unsafe = run.handler().safety() == ReplaySafety.UNSAFE;
    if (unsafe && mayHaveRun(due) && !due.replay()) {
      return unfit("UNSAFE", "the handler must not run again by itself; a person decides");
    }
    return Optional.empty();
  }

  /** A row that was sent back to wait for its turn no longer tells why it was due before. */
  private static boolean mayHaveRun(DueClaim due) {
    boolean ranBefore = due.claim().attempt() - due.claim().yields() > 1;
    return MAY_HAVE_RUN.contains(due.reason()) || (due.reason() == WaitReason.ORDER && ranBefore);
  }

  private static Optional<Failure> unfit(String code, String message) {
    return Optional.of(Failure.of(ErrorClass.UNRECOVERABLE, Failure.REPLAY, code, message));
  }

  /** The decoder did not take it. */
  void undecoded(Run run, Throwable error) {
    boolean interrupted = Thread.interrupted() || error instanceof InterruptedException;
    try {
      settler.settle(run, judge.judgeUndecoded(run, error));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * By RELEASE: since it counts a start and a yield, no failed attempt is charged. A row that is
   * unfit to run ends here too, because RELEASE would hide why it waited.
   */
  void notStarted(Run run, DueClaim due, Duration delay) {
    if (!buried(run, due)) {
      Failure reason =
          Failure.of(
              ErrorClass.RETRYABLE, Failure.REPLAY, "NOT_STARTED", "it could not be started");
      settler.settle(run, new Verdict.Yield(reason, delay));
    }
  }
}
