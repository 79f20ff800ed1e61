package io.consumptionledger.internal;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The calls that may claim, and the claims that this node has and has not settled. Thread-safe. */
final class RunningClaims {
  private final LossSignals signals;
  private final Set<Call> calls = ConcurrentHashMap.newKeySet();
  private final Set<RunningClaim> claims = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private volatile Consumer<RunningClaim> onStart = claim -> {};
  private volatile Runnable onLeave = () -> {};

  RunningClaims(LossSignals signals) {
    this.signals = signals;
  }

  /** Work that may claim, on one thread, from before its claim until after its settle. */
  static final class Call {
    private final Thread thread = Thread.currentThread();
  }

  /** Who hears that a handler starts, before it does. */
  void onStart(Consumer<RunningClaim> listener) {
    this.onStart = listener;
  }

  /** Who hears, once closed, that something has ended. */
  void onLeave(Runnable listener) {
    this.onLeave = listener;
  }

  /**
   * Enters, unless no new claims are wanted any more.
   *
   * @return what to leave with, or null
   */
  Call enter() {
    if (closed) {
      return null;
    }
    Call call = new Call();
    calls.add(call);
    if (closed) {
      leave(call);
      return null;
    }
    return call;
  }

  void leave(Call call) {
    calls.remove(call);
    if (closed) {
      onLeave.run();
    }
  }

  /** Does a part of a call that has entered, maybe on another thread. */
  void partOfACall(Runnable part) {
    Call call = new Call();
    calls.add(call);
    try {
      part.run();
    } finally {
      leave(call);
    }
  }

  /** Nobody enters any more. */
  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  /** Adds a claim that was just made; the heartbeat renews it from now on. */
  RunningClaim add(Run run) {
    RunningClaim claim = new RunningClaim(run, signals);
    claims.add(claim);
    return claim;
  }

  /**
   * Starts a claim's handler on the calling thread.
   *
   * @return false if it must not start
   */
  boolean begin(RunningClaim claim) {
    if (!claim.begin()) {
      return false;
    }
    onStart.accept(claim);
    return true;
  }

  void remove(RunningClaim claim) {
    claim.end();
    claims.remove(claim);
    if (closed) {
      onLeave.run();
    }
  }

  /** The claims, as they come and go. */
  Collection<RunningClaim> all() {
    return Collections.unmodifiableSet(claims);
  }

  /** How many of the claims are a handler's. */
  int count(String handlerId) {
    int count = 0;
    for (RunningClaim each : claims) {
      count += each.claim().key().handlerId().equals(handlerId) ? 1 : 0;
    }
    return count;
  }

  boolean isIdle() {
    return calls.isEmpty() && claims.isEmpty();
  }

  /**
   * Whether a thread is inside a call, so that waiting for all calls would be waiting for itself.
   */
  boolean isInside(Thread thread) {
    return calls.stream().anyMatch(call -> call.thread == thread);
  }

  /** Some keys, for a log line. */
  List<String> some(int limit) {
    return claims.stream().limit(limit).map(each -> each.claim().key().toString()).toList();
  }
}
