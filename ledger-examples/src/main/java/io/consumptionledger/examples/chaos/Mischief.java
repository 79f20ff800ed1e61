package io.consumptionledger.examples.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * When something goes wrong. Everything is drawn from one seed; what the processes are doing at
 * that moment is not. Used by one thread.
 */
final class Mischief {
  private static final int KILLS = 12;
  private static final int FREEZES = 3;
  private static final Duration BETWEEN_CUTS = Duration.ofMillis(500);
  private static final Duration FROZEN = ChaosHandlers.LEASE.plusSeconds(2);

  private final Random random;
  private final long lasts;
  private long startedAt;
  private long nextKill;
  private long nextFreeze;
  private long nextCut;
  private long thawAt;
  private NodeProcess frozen;
  private int kills;
  private int freezes;

  Mischief(Duration lasts, long seed) {
    this.lasts = lasts.toNanos();
    this.random = new Random(seed);
    this.nextKill = about(this.lasts / KILLS);
    this.nextFreeze = about(this.lasts / (FREEZES + 2));
    this.nextCut = about(BETWEEN_CUTS.toNanos());
  }

  private long about(long nanos) {
    return (long) (nanos * (0.6 + 0.7 * random.nextDouble()));
  }

  private long now() {
    return System.nanoTime() - startedAt;
  }

  /** The night begins. */
  void begin() {
    startedAt = System.nanoTime();
  }

  /** When its time is up and as much has happened as was meant to: slow machines get longer. */
  boolean isOver() {
    return now() > lasts && kills >= KILLS && freezes >= FREEZES;
  }

  /** Whether it is time to cut a connection. */
  boolean cutsNow() {
    boolean now = !isOver() && now() >= nextCut;
    if (now) {
      nextCut = now() + about(BETWEEN_CUTS.toNanos());
    }
    return now;
  }

  /** A node to be killed now, or null. */
  NodeProcess victim(List<NodeProcess> nodes) {
    if (isOver() || now() < nextKill) {
      return null;
    }
    NodeProcess victim = any(nodes);
    if (victim != null) {
      kills++;
      nextKill = now() + about(lasts / KILLS);
    }
    return victim;
  }

  /** Freezes a node and thaws it when its leases are over. */
  void freezeAndThaw(List<NodeProcess> nodes) {
    if (frozen != null && now() >= thawAt) {
      end();
    }
    if (!isOver() && frozen == null && now() >= nextFreeze) {
      frozen = any(nodes);
      if (frozen != null) {
        frozen.freeze();
        freezes++;
        thawAt = now() + FROZEN.toNanos();
        nextFreeze = thawAt + about(lasts / (FREEZES + 2));
      }
    }
  }

  /** Thaws what is frozen. */
  void end() {
    if (frozen != null) {
      frozen.thaw();
      frozen = null;
    }
  }

  private NodeProcess any(List<NodeProcess> nodes) {
    List<NodeProcess> atWork = nodes.stream().filter(NodeProcess::isAtWork).toList();
    return atWork.isEmpty() ? null : atWork.get(random.nextInt(atWork.size()));
  }

  int kills() {
    return kills;
  }

  int freezes() {
    return freezes;
  }
}
