package io.consumptionledger.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;

/** Which columns a row has in which state: the rules that the schema's constraints state too. */
public final class ColumnCheck {
  private ColumnCheck() {}

  /**
   * Checks one row.
   *
   * @param row the row
   * @param content its content, or null
   */
  public static void check(Row row, Content content) {
    RowSummary s = row.summary();
    ConsumptionState state = s.state();
    same(row, "a lease", state == ConsumptionState.PROCESSING, row.leaseExpiresAt());
    same(row, "a lease that is left", state == ConsumptionState.PROCESSING, s.leaseLeft());
    same(row, "a wait reason", state == ConsumptionState.RETRY_SCHEDULED, row.waitReason());
    same(row, "a time until it is due", row.dueAt() != null, s.dueIn());
    if (row.waitReason() == WaitReason.ORDER) {
      assertTrue(s.order() != null, row + " waits for its turn and has none");
    } else {
      same(row, "a due time", row.waitReason() != null, row.dueAt());
    }
    same(row, "a time of death", state == ConsumptionState.DEAD_LETTER, row.deadSince());
    same(row, "content", s.payloadState() != null, content);
    same(row, "an error class", row.failure() != null, s.errorClass());
    same(row, "a reason for closing", row.closedBy() != null, row.closedReason());
    switch (state) {
      case PROCESSING -> {
        assertTrue(s.token() != null && row.node() != null, row + " has no owner");
        assertTrue(s.attempt() >= 1 && s.epoch() >= 1, row + " was never started");
      }
      case RETRY_SCHEDULED -> {
        assertTrue(content != null, row + " cannot run again without content");
        boolean failed =
            row.waitReason() == WaitReason.FAILURE || row.waitReason() == WaitReason.REPLAY;
        assertTrue(!failed || row.failure() != null, row + " failed without an error");
      }
      case DEAD_LETTER ->
          assertTrue(content != null && row.failure() != null, row + " lacks content or error");
      case SUCCEEDED ->
          assertTrue(content == null && row.failure() == null, row + " holds content or an error");
      case DISCARDED -> assertTrue(row.closedBy() != null, row + " was discarded by nobody");
    }
    assertTrue(s.attempt() >= 0 && s.yields() >= 0 && s.yields() <= s.attempt(), row + ": counts");
    assertTrue(!row.updatedAt().isBefore(row.receivedAt()), row + " was updated before it came");
  }

  private static void same(Row row, String what, boolean wanted, Object value) {
    assertEquals(wanted, value != null, "whether it has " + what + ": " + row);
  }
}
