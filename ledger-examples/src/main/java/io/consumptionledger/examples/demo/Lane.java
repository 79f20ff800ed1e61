package io.consumptionledger.examples.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * One handler's place in one partition. Guarded by the broker. One message at a time is out, so the
 * order within a partition, and so within an aggregate, is kept.
 */
final class Lane {
  final String handlerId;
  final int partition;
  final List<Input.Message> log = new ArrayList<>();

  /** The next message to hand out. */
  int position;

  /** How far the lane ever came; what lies before it has been handled. */
  int furthest;

  boolean busy;
  long readyAt;

  Lane(String handlerId, int partition) {
    this.handlerId = handlerId;
    this.partition = partition;
  }

  boolean drained() {
    return position == log.size() && !busy;
  }
}
