package io.consumptionledger.jdbc.metrics;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.Tenant;
import io.consumptionledger.jdbc.metrics.Refresher.Step;
import io.consumptionledger.spi.HandlerControlVerbs.PausedHandler;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.ReadVerbs.Filter;
import io.consumptionledger.spi.SweepVerbs.DueQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** What gauges show of one ledger's rows, and how it is read. Used by one thread. */
final class LedgerGauges {
  /** Final rows are as many as the table is old, and PROCESSING is not indexed; these are. */
  private static final List<ConsumptionState> COUNTED =
      List.of(ConsumptionState.RETRY_SCHEDULED, ConsumptionState.DEAD_LETTER);

  private static final int PAGE = 1_000;
  private static final int MOST_PAGES = 20;

  private final LedgerStore store;
  private final Set<Tenant> tenants;
  private final Meters meters;
  private final LongSupplier nanoTime;
  private final Duration believedFor;
  private final int countLimit;
  private final List<Step> steps = new ArrayList<>();

  LedgerGauges(
      Ledger ledger,
      Set<Tenant> tenants,
      Meters meters,
      LongSupplier nanoTime,
      Duration believedFor,
      int countLimit) {
    this.store = ledger.store();
    this.tenants = tenants;
    this.meters = meters;
    this.nanoTime = nanoTime;
    this.believedFor = believedFor;
    this.countLimit = countLimit;
    addDue(ledger.handlers());
    addPaused(ledger.handlers());
    for (HandlerDeclaration<?> handler : ledger.handlers()) {
      COUNTED.forEach(state -> addPending(handler.id(), state));
      meters.gauge(
          LedgerMeter.HELD_CLAIMS, ledger, it -> it.heldClaims(handler.id()), handler.id());
      if (handler.orderedBy().isPresent()) {
        addHeads(handler.id());
      }
    }
  }

  List<Step> steps() {
    return steps;
  }

  private Reading gauge(LedgerMeter meter, String... values) {
    Reading reading = new Reading(nanoTime);
    meters.gauge(meter, reading, values);
    return reading;
  }

  private void addPending(String handler, ConsumptionState state) {
    Reading reading = gauge(LedgerMeter.PENDING, handler, state.name());
    steps.add(
        new Step(
            "rows in " + state + " of " + handler, () -> readPending(handler, state, reading)));
  }

  private void readPending(String handler, ConsumptionState state, Reading reading) {
    long rows = 0;
    for (Tenant tenant : tenants) {
      rows += store.count(new Filter(tenant, handler, Set.of(state), null, null), countLimit);
    }
    reading.set(rows, believedFor);
  }

  private void addDue(List<HandlerDeclaration<?>> inventory) {
    Map<String, Reading> readings = new HashMap<>();
    inventory.forEach(
        handler -> readings.put(handler.id(), gauge(LedgerMeter.DUE_OLDEST, handler.id())));
    readings.computeIfAbsent(Handlers.UNKNOWN, id -> gauge(LedgerMeter.DUE_OLDEST, id));
    steps.add(new Step("due rows", () -> readDue(readings)));
  }

  private void readDue(Map<String, Reading> readings) {
    Map<String, Duration> oldest = new HashMap<>();
    DueQueue last = null;
    for (int page = 0; page < MOST_PAGES; page++) {
      List<DueQueue> queues = store.dueQueues(last, PAGE);
      for (DueQueue queue : queues) {
        if (tenants.contains(queue.tenant())) {
          String handler =
              readings.containsKey(queue.handlerId()) ? queue.handlerId() : Handlers.UNKNOWN;
          oldest.merge(handler, queue.overdue(), LedgerGauges::longer);
        }
      }
      if (queues.size() < PAGE) {
        break;
      }
      last = queues.get(queues.size() - 1);
    }
    readings.forEach(
        (handler, reading) ->
            reading.set(oldest.getOrDefault(handler, Duration.ZERO), believedFor));
  }

  private void addHeads(String handler) {
    StalledGauges stalled =
        new StalledGauges(
            gauge(LedgerMeter.REPLAY_BLOCKED, handler),
            state -> gauge(LedgerMeter.STALLED_AGGREGATES, handler, state.name()),
            state -> gauge(LedgerMeter.STALLED_LONGEST, handler, state.name()));
    steps.add(
        new Step("heads of " + handler, () -> stalled.read(store, tenants, handler, believedFor)));
  }

  private void addPaused(List<HandlerDeclaration<?>> inventory) {
    Map<String, Reading> readings = new HashMap<>();
    inventory.forEach(
        handler -> readings.put(handler.id(), gauge(LedgerMeter.PAUSED, handler.id())));
    steps.add(new Step("paused handlers", () -> readPaused(readings)));
  }

  private void readPaused(Map<String, Reading> readings) {
    Map<String, Integer> paused = new HashMap<>();
    for (PausedHandler each : store.pausedHandlers()) {
      if (tenants.contains(each.tenant())) {
        paused.merge(each.handlerId(), 1, Integer::sum);
      }
    }
    readings.forEach(
        (handler, reading) -> reading.set(paused.getOrDefault(handler, 0), believedFor));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
