package io.consumptionledger.examples.chaos;

import java.util.ArrayList;
import java.util.List;

/** A partition as one handler consumes it: one message at a time, in the order of the log. */
final class Lane {
  final String handlerId;
  final int partition;

  /** Places in the input. */
  final List<Integer> log = new ArrayList<>();

  int position;
  long readyAt = System.nanoTime();

  /** Who has the message at the position, or null; and since when. */
  Assignment out;

  Object holder;
  long outSince;

  Lane(String handlerId, int partition) {
    this.handlerId = handlerId;
    this.partition = partition;
  }

  boolean isDrained() {
    return position == log.size();
  }

  void free(long nextAt) {
    out = null;
    holder = null;
    readyAt = nextAt;
  }
}
