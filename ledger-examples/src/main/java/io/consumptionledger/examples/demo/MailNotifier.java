package io.consumptionledger.examples.demo;

import io.consumptionledger.Attempt;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Handler;
import io.consumptionledger.HandlerSignal;
import java.time.Duration;

/** Picky: rejects some messages for good, and asks to come again later with some others. */
final class MailNotifier implements Handler<CloudEvent> {
  private static final Duration LATER = Duration.ofMillis(100);

  private final Effects effects;

  MailNotifier(Effects effects) {
    this.effects = effects;
  }

  @Override
  public void handle(CloudEvent event, Attempt attempt) throws InterruptedException {
    ConsumptionKey key = attempt.delivery().key();
    int earlier = effects.runs(key);
    effects.started(key);
    Rules.Fate fate = Rules.fate(key);
    if (fate.dead() == ErrorClass.POISON) {
      throw HandlerSignal.poison(fate.reason(), null);
    }
    if (fate.isDead()) {
      throw HandlerSignal.permanent(fate.reason(), null);
    }
    if (earlier == 0 && Rules.mailIsBusy(key)) {
      throw HandlerSignal.retryLater(LATER, "the mail server is busy");
    }
    RemoteCall.make();
    effects.applied(key);
  }
}
