package io.consumptionledger.internal;

import io.consumptionledger.spi.DueClaim;
import java.time.Duration;

/** Runs claimed rows; the engine's side of the replay. */
public interface DueRunner {
  /**
   * Whether rows that were claimed now could start.
   *
   * @return false while the ledger is closing or leases are not renewed
   */
  boolean isReady();

  /**
   * Runs a row under its claim and settles it. Whatever it throws concerns this row only.
   *
   * @param due the claimed row
   * @param claimSentAt when the claim was sent, on the monotonic clock
   */
  void run(DueClaim due, long claimSentAt);

  /**
   * Settles a row that was claimed but cannot be started, so that it is due again and no failed
   * attempt is charged.
   *
   * @param due the claimed row
   * @param claimSentAt when the claim was sent, on the monotonic clock
   * @param delay the time until it is due
   */
  void giveBack(DueClaim due, long claimSentAt, Duration delay);
}
