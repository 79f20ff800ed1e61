package io.consumptionledger.examples.chaos;

import io.consumptionledger.examples.demo.Input;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * An at-least-once broker: partitions by aggregate, consumed in order, each by one node at a time.
 * What a dead node held, and what a silent node has held for too long, goes to another; the silent
 * node may still be at work. Some acknowledgements get lost, and a stretch of the log comes again.
 * Messages are produced evenly over a given time, from when it begins. Thread-safe.
 */
final class Broker {
  private static final int PARTITIONS = 16;
  private static final double ACK_LOST = 0.01;
  private static final int LONGEST_REWIND = 4;
  private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

  private final List<Lane> lanes = new ArrayList<>();
  private final Random random;
  private final int messages;
  private final long producedOver;
  private final long heldTooLong;
  private long startedAt;
  private long tickets;
  private long redelivered;
  private long lastProgress = System.nanoTime();

  /**
   * A broker.
   *
   * @param messages in the order in which they are produced
   * @param handlerIds who consumes them
   * @param producedOver how long the producer takes for all
   * @param heldTooLong after what time without an answer a message goes to another node
   * @param seed which acknowledgements are lost
   */
  Broker(
      List<Input.Message> messages,
      List<String> handlerIds,
      Duration producedOver,
      Duration heldTooLong,
      long seed) {
    this.messages = messages.size();
    this.producedOver = producedOver.toNanos();
    this.heldTooLong = heldTooLong.toNanos();
    this.random = new Random(seed);
    for (String handlerId : handlerIds) {
      for (int p = 0; p < PARTITIONS; p++) {
        lanes.add(new Lane(handlerId, p));
      }
    }
    for (int i = 0; i < messages.size(); i++) {
      int partition = Math.floorMod(messages.get(i).event().aggregate().hashCode(), PARTITIONS);
      int index = i;
      lanes.stream().filter(l -> l.partition == partition).forEach(l -> l.log.add(index));
    }
  }

  /** The producer begins. */
  synchronized void begin() {
    startedAt = System.nanoTime();
    lastProgress = startedAt;
  }

  /**
   * The next message for a node.
   *
   * @param node who asks
   * @return the hand-out, or null when there is none at the moment
   */
  synchronized Assignment take(Object node) {
    long now = System.nanoTime();
    lanes.stream()
        .filter(lane -> lane.out != null && now - lane.outSince > heldTooLong)
        .forEach(lane -> giveBack(lane, now));
    long produced = produced(now);
    List<Lane> ready = lanes.stream().filter(lane -> isReady(lane, produced, now)).toList();
    if (ready.isEmpty()) {
      return null;
    }
    Lane lane = ready.get(random.nextInt(ready.size()));
    lane.out =
        new Assignment(++tickets, lane.handlerId, lane.partition, lane.log.get(lane.position));
    lane.holder = node;
    lane.outSince = now;
    return lane.out;
  }

  private long produced(long now) {
    long passed = now - startedAt;
    return passed >= producedOver ? messages : (long) ((double) messages * passed / producedOver);
  }

  private static boolean isReady(Lane lane, long produced, long now) {
    return lane.out == null
        && !lane.isDrained()
        && lane.readyAt - now <= 0
        && lane.log.get(lane.position) < produced;
  }

  private void giveBack(Lane lane, long now) {
    redelivered++;
    lane.free(now);
  }

  /** A node acknowledges; a hand-out that went to another node meanwhile is not there any more. */
  synchronized void acknowledge(long ticket) {
    Lane lane = holding(ticket);
    if (lane == null) {
      return;
    }
    lastProgress = System.nanoTime();
    lane.free(lastProgress);
    if (random.nextDouble() < ACK_LOST) {
      redelivered++;
      lane.position = Math.max(0, lane.position - random.nextInt(LONGEST_REWIND));
    } else {
      lane.position++;
    }
  }

  /** A node wants the message to come again. */
  synchronized void redeliver(long ticket, Duration after) {
    Lane lane = holding(ticket);
    if (lane != null) {
      Duration wait = after.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : after;
      giveBack(lane, System.nanoTime() + wait.toNanos());
    }
  }

  private Lane holding(long ticket) {
    return lanes.stream()
        .filter(lane -> lane.out != null && lane.out.ticket() == ticket)
        .findFirst()
        .orElse(null);
  }

  /** A node has died; others get what it had. */
  synchronized void lost(Object node) {
    long now = System.nanoTime();
    lanes.stream().filter(lane -> lane.holder == node).forEach(lane -> giveBack(lane, now));
  }

  synchronized boolean isDrained() {
    return lanes.stream().allMatch(Lane::isDrained);
  }

  /** How many messages are acknowledged, over all handlers. */
  synchronized int acknowledged() {
    return lanes.stream().mapToInt(lane -> lane.position).sum();
  }

  /** How often a message was handed out again. */
  synchronized long redelivered() {
    return redelivered;
  }

  /** How long ago a message was acknowledged. */
  synchronized Duration sinceProgress() {
    return Duration.ofNanos(System.nanoTime() - lastProgress);
  }
}
