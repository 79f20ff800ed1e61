package io.consumptionledger.examples.demo;

import io.consumptionledger.examples.demo.Ticket.Accident;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * An at-least-once broker in memory: a log in partitions by aggregate, and for each handler a
 * position in each partition. It hands lanes out at random, so messages of different aggregates
 * change places while those of one never do. It sends copies, and forgets acknowledgements, after
 * which it delivers a stretch of the log again, as brokers do when a consumer dies.
 *
 * <p>Thread-safe.
 */
final class Broker {
  private static final int PARTITIONS = 16;
  private static final double COPIED = 0.04;
  private static final double NODE_DIES = 0.004;
  private static final double ACK_LOST = 0.02;
  private static final int LONGEST_REWIND = 6;
  private static final Duration LONGEST_WAIT = Duration.ofMillis(50);

  private final List<Lane> lanes = new ArrayList<>();
  private final List<Copy> copies = new ArrayList<>();
  private final Random random;
  private int copiesOut;
  private long acksLost;

  private record Copy(Ticket ticket, long readyAt) {}

  Broker(List<Input.Message> messages, List<String> handlerIds, long seed) {
    this.random = new Random(seed);
    for (String handlerId : handlerIds) {
      for (int p = 0; p < PARTITIONS; p++) {
        lanes.add(new Lane(handlerId, p));
      }
    }
    for (Input.Message message : messages) {
      int partition = Math.floorMod(message.event().aggregate().hashCode(), PARTITIONS);
      lanes.stream().filter(l -> l.partition == partition).forEach(l -> l.log.add(message));
    }
  }

  /**
   * The next delivery; waits until there is one.
   *
   * @return the delivery, or null when everything has been acknowledged
   */
  synchronized Ticket take() throws InterruptedException {
    while (true) {
      long now = System.nanoTime();
      Ticket copy = readyCopy(now);
      if (copy != null) {
        return copy;
      }
      List<Lane> ready =
          lanes.stream().filter(l -> !l.busy && !l.drained() && l.readyAt - now <= 0).toList();
      if (!ready.isEmpty()) {
        return handOut(ready.get(random.nextInt(ready.size())));
      }
      if (isDrained()) {
        notifyAll();
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, LONGEST_WAIT.toNanos() / 10);
    }
  }

  private Ticket readyCopy(long now) {
    for (int i = 0; i < copies.size(); i++) {
      if (copies.get(i).readyAt - now <= 0) {
        copiesOut++;
        return copies.remove(i).ticket;
      }
    }
    return null;
  }

  private Ticket handOut(Lane lane) {
    lane.busy = true;
    boolean firstTime = lane.position == lane.furthest;
    if (firstTime && random.nextDouble() < COPIED) {
      Ticket copy = new Ticket(lane, lane.position, Accident.COPY);
      copies.add(new Copy(copy, System.nanoTime()));
      notifyAll();
    }
    boolean dies = firstTime && random.nextDouble() < NODE_DIES;
    return new Ticket(lane, lane.position, dies ? Accident.NODE_DIES : Accident.NONE);
  }

  /** The consumer has acknowledged; now and then the acknowledgement is lost. */
  synchronized void acknowledge(Ticket ticket) {
    notifyAll();
    if (ticket.accident() == Accident.COPY) {
      copiesOut--;
      return;
    }
    Lane lane = ticket.lane();
    lane.busy = false;
    lane.furthest = Math.max(lane.furthest, ticket.index() + 1);
    if (random.nextDouble() < ACK_LOST) {
      acksLost++;
      lane.position = Math.max(0, ticket.index() - random.nextInt(LONGEST_REWIND));
    } else {
      lane.position = ticket.index() + 1;
    }
  }

  /** The consumer wants it again, after a while. */
  synchronized void redeliver(Ticket ticket, Duration hint) {
    Duration wait = hint.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : hint;
    long readyAt = System.nanoTime() + wait.toNanos();
    if (ticket.accident() == Accident.COPY) {
      copiesOut--;
      copies.add(new Copy(ticket, readyAt));
    } else {
      // The same accident must not strike twice, or the message would never get through.
      ticket.lane().furthest = Math.max(ticket.lane().furthest, ticket.index() + 1);
      ticket.lane().busy = false;
      ticket.lane().readyAt = readyAt;
    }
    notifyAll();
  }

  synchronized boolean isDrained() {
    return copiesOut == 0 && copies.isEmpty() && lanes.stream().allMatch(Lane::drained);
  }

  /** How often an acknowledgement was lost. */
  synchronized long acksLost() {
    return acksLost;
  }
}
