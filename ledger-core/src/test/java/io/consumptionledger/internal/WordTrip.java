package io.consumptionledger.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Calls are words: those with the same beginning, up to a colon, are the same key, those of
 * capitals are heavy, those with a dash at the end are of another kind. Each is answered with an
 * exclamation mark.
 */
class WordTrip implements Lane.Trip<String, String> {
  /** The calls of each trip. */
  final List<List<String>> made = Collections.synchronizedList(new ArrayList<>());

  /** Of each trip how many calls it had, and whether it failed. */
  final List<String> ended = Collections.synchronizedList(new ArrayList<>());

  /** Does nothing for a while. */
  static void pass(long nanos) {
    long end = System.nanoTime() + nanos;
    LaneCallers.until(() -> System.nanoTime() >= end);
  }

  void whileUnderWay(List<String> calls) {
    // A trip has nothing else to do.
  }

  @Override
  public Object kind(String call) {
    return call.endsWith("-");
  }

  @Override
  public Object key(String call) {
    return call.split(":")[0];
  }

  @Override
  public long bytes(String call) {
    return Character.isUpperCase(call.charAt(0)) ? 6 : 1;
  }

  @Override
  public List<String> make(List<String> calls) {
    made.add(calls);
    whileUnderWay(calls);
    return calls.stream().map(call -> call + "!").toList();
  }

  @Override
  public void ended(String first, int calls, long waitedNanos, Throwable error) {
    ended.add(calls + (error == null ? "" : " failed"));
  }
}
