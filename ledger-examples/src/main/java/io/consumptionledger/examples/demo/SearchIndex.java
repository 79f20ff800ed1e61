package io.consumptionledger.examples.demo;

import io.consumptionledger.Attempt;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Handler;
import io.consumptionledger.HandlerSignal;

/** Flaky: some messages fail a few times before they succeed, and a few never do. */
final class SearchIndex implements Handler<CloudEvent> {
  private final Effects effects;

  SearchIndex(Effects effects) {
    this.effects = effects;
  }

  @Override
  public void handle(CloudEvent event, Attempt attempt) throws InterruptedException {
    ConsumptionKey key = attempt.delivery().key();
    int earlier = effects.runs(key);
    effects.started(key);
    RemoteCall.make();
    Rules.Fate fate = Rules.fate(key);
    if (fate.isDead()) {
      throw HandlerSignal.retryable(fate.reason(), null);
    }
    if (earlier < Rules.searchFailures(key)) {
      throw HandlerSignal.retryable("the index did not answer in time", null);
    }
    effects.applied(key);
  }
}
