package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Turn;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs claims of one aggregate and writes down what happened at the same time, and in which order.
 */
final class OneByOne {
  private int running;
  private int most;
  private long highest = Long.MIN_VALUE;
  private final List<Long> places = new ArrayList<>();
  private final List<String> wrongTurns = new ArrayList<>();

  void run(Scenario s, LedgerStore store, Claim claim, Turn turn) {
    begin(claim.order().sequence(), turn);
    Thread.onSpinWait();
    end(claim.order().sequence());
    Expect.done(store.succeed(claim));
  }

  private synchronized void begin(long place, Turn turn) {
    running++;
    most = Math.max(most, running);
    places.add(place);
    if ((turn == Turn.OUT_OF_ORDER) != (highest > place)) {
      wrongTurns.add(place + " was told " + turn + " after " + highest);
    }
  }

  /** Before the settle, because others may start as soon as that is committed. */
  private synchronized void end(long place) {
    running--;
    highest = Math.max(highest, place);
  }

  synchronized int count() {
    return places.size() - running;
  }

  synchronized List<Long> places() {
    return List.copyOf(places);
  }

  synchronized void check() {
    assertEquals(1, most, "the most rows of the aggregate that ran at the same time");
    assertEquals(List.of(), wrongTurns, "turns that were told wrongly");
  }
}
