package io.consumptionledger.cli.command;

import io.consumptionledger.cli.output.View;
import io.consumptionledger.operations.AuditRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Joins what one person did to many rows, one after the other, for one reason. */
final class AuditSummary {
  static final View<Line> VIEW =
      new View<Line>()
          .column("from", Line::from)
          .column("to", Line::to)
          .column("action", line -> line.last.action())
          .column("times", line -> line.times)
          .column("actor", line -> line.last.actor())
          .column("secondActor", line -> line.last.secondActor())
          .column("handler", line -> line.last.handlerId())
          .column("event", line -> line.times == 1 ? line.last.eventId() : null)
          .text("reason", line -> line.last.reason());

  private final List<Line> lines = new ArrayList<>();

  /** What was done to rows that follow each other. */
  static final class Line {
    private final AuditRecord last;
    private AuditRecord first;
    private int times = 1;

    private Line(AuditRecord last) {
      this.last = last;
      this.first = last;
    }

    private Instant from() {
      return first.at();
    }

    private Instant to() {
      return last.at();
    }

    private boolean takes(AuditRecord other) {
      boolean isSame =
          last.action().equals(other.action())
              && last.actor().equals(other.actor())
              && Objects.equals(last.secondActor(), other.secondActor())
              && Objects.equals(last.handlerId(), other.handlerId())
              && Objects.equals(last.reason(), other.reason());
      if (isSame) {
        first = other;
        times++;
      }
      return isSame;
    }
  }

  /** Takes the next record, the newest first; false if it begins a line that is one too many. */
  boolean add(AuditRecord record, int most) {
    if (!lines.isEmpty() && lines.get(lines.size() - 1).takes(record)) {
      return true;
    }
    if (lines.size() == most) {
      return false;
    }
    lines.add(new Line(record));
    return true;
  }

  List<Line> lines() {
    return lines;
  }
}
