package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.ParkResult;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.RecordVerbs;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;

/** How a row comes to be without a claim: attempt 1, epoch 0, no token. */
final class MemoryRecords implements RecordVerbs {
  private final Rows rows;

  MemoryRecords(Rows rows) {
    this.rows = rows;
  }

  @Override
  public RecordResult complete(NewRow row) {
    withoutOrder(row);
    return insert(Transition.COMPLETE, row, rows.now(), MemoryRow::succeed);
  }

  @Override
  public RecordResult recordFailure(NewRow row, Failure failure, Duration delay) {
    Objects.requireNonNull(failure, "failure");
    required(Transition.RECORD_FAILURE, row.key(), row.content());
    Instant now = rows.now();
    return insert(
        Transition.RECORD_FAILURE,
        row,
        now,
        made -> {
          made.content = row.content();
          if (delay == null) {
            made.die(failure, now);
          } else {
            made.await(WaitReason.FAILURE, StoreClock.after(now, delay));
            made.failure = failure;
          }
        });
  }

  @Override
  public RecordResult recordTerminal(NewRow row, Failure failure) {
    Objects.requireNonNull(failure, "failure");
    required(Transition.RECORD_TERMINAL, row.key(), row.content());
    Instant now = rows.now();
    MemoryRow there = rows.find(row.key());
    if (there != null
        && there.state == ConsumptionState.DEAD_LETTER
        && there.failure.errorClass() == failure.errorClass()) {
      return new RecordResult.Recorded(Commit.EARLIER);
    }
    return insert(
        Transition.RECORD_TERMINAL,
        row,
        now,
        made -> {
          made.content = row.content();
          made.die(failure, now);
        });
  }

  private RecordResult insert(
      Transition transition, NewRow row, Instant now, Consumer<MemoryRow> fill) {
    MemoryRow there = rows.find(row.key());
    if (there != null) {
      return new RecordResult.Conflict(there.summary(now));
    }
    MemoryRow made = new MemoryRow(row, rows.order().place(row), now);
    made.attempt = 1;
    fill.accept(made);
    rows.insert(transition, made);
    rows.order().inserted(row, made);
    return new RecordResult.Recorded(Commit.DONE);
  }

  /** PARK: here, because it is a record of a message that has not been started. */
  ParkResult park(NewRow row) {
    required(Transition.PARK, row.key(), row.content());
    if (row.order() == null) {
      throw new IllegalArgumentException("PARK of " + row.key() + " needs an order");
    }
    Instant now = rows.now();
    MemoryRow there = rows.find(row.key());
    if (there != null) {
      return new ParkResult.Exists(there.summary(now));
    }
    Order place = rows.order().place(row);
    if (!rows.order().holdsBack(row.key(), place)) {
      return new ParkResult.Free();
    }
    MemoryRow made = new MemoryRow(row, place, now);
    made.content = row.content();
    made.await(WaitReason.ORDER, null);
    rows.insert(Transition.PARK, made);
    rows.order().inserted(row, made);
    return new ParkResult.Parked();
  }

  private static void withoutOrder(NewRow row) {
    if (row.order() != null) {
      throw new IllegalArgumentException(
          "COMPLETE of "
              + row.key()
              + " has an order; an ordered handler claims its messages before it runs");
    }
  }

  /** A row that somebody may have to run again or look at cannot be stored without its content. */
  static void required(Transition transition, ConsumptionKey key, Content content) {
    if (content == null) {
      throw new IllegalArgumentException(transition + " of " + key + " needs content");
    }
  }
}
