package io.consumptionledger.examples.demo;

import io.consumptionledger.ConsumptionKey;
import java.util.HashMap;
import java.util.Map;

/**
 * The handlers' own account of what they did, kept apart from the ledger so that it can be held
 * against it. Thread-safe.
 */
final class Effects {
  /**
   * What one handler did with one message.
   *
   * @param runs how often it was started
   * @param applied how often it took effect
   */
  record Did(int runs, int applied) {
    static final Did NOTHING = new Did(0, 0);
  }

  private final Map<ConsumptionKey, Did> account = new HashMap<>();

  void started(ConsumptionKey key) {
    add(key, 1, 0);
  }

  void applied(ConsumptionKey key) {
    add(key, 0, 1);
  }

  private synchronized void add(ConsumptionKey key, int runs, int applied) {
    account.merge(
        key,
        new Did(runs, applied),
        (was, more) -> new Did(was.runs + more.runs, was.applied + more.applied));
  }

  /** How often the handler was started with a message so far. */
  synchronized int runs(ConsumptionKey key) {
    return account.getOrDefault(key, Did.NOTHING).runs;
  }

  synchronized Map<ConsumptionKey, Did> account() {
    return Map.copyOf(account);
  }
}
