package io.consumptionledger.benchmarks.harness;

import java.util.List;
import java.util.stream.Stream;

/**
 * Lines that are compared with each other, in one table.
 *
 * @param id the name for {@code --only}
 * @param title the heading
 * @param note what a reader must know about all of them
 * @param callers with how many callers each is run
 * @param base the lines that the others are compared with; the fastest of them counts
 * @param lines the others
 */
public record Group(
    String id,
    String title,
    String note,
    List<Integer> callers,
    List<Line> base,
    List<Line> lines) {
  /** Copies the lists. */
  public Group {
    callers = List.copyOf(callers);
    base = List.copyOf(base);
    lines = List.copyOf(lines);
  }

  /** All lines that can be run with so many callers, the base first. */
  List<Line> fitting(int count) {
    return Stream.concat(base.stream(), lines.stream()).filter(line -> line.fits(count)).toList();
  }

  /** All lines, the base first. */
  public List<Line> all() {
    return Stream.concat(base.stream(), lines.stream()).toList();
  }
}
