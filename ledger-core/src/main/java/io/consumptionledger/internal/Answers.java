package io.consumptionledger.internal;

import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;

/** What to tell the broker when there is a row already. */
final class Answers {
  private Answers() {}

  static Outcome forRow(RowSummary row) {
    return switch (row.state()) {
      case SUCCEEDED -> new Outcome.Acknowledge(Acknowledged.DUPLICATE);
      case RETRY_SCHEDULED -> new Outcome.Acknowledge(Acknowledged.STORED_FOR_RETRY);
      case DEAD_LETTER -> new Outcome.Acknowledge(Acknowledged.DEAD_LETTERED);
      case DISCARDED -> new Outcome.Acknowledge(Acknowledged.DISCARDED);
      case PROCESSING -> busy(row.leaseLeft());
    };
  }

  static Outcome busy(Duration leaseLeft) {
    return new Outcome.Redeliver(Redelivered.BUSY, leaseLeft);
  }
}
