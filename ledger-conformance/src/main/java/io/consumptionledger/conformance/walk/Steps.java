package io.consumptionledger.conformance.walk;

import io.consumptionledger.ConsumptionKey;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Decides by chance which steps a walk takes. */
final class Steps {
  private final Choices choices;
  private final OwnerSteps owners;
  private final KeepingSteps keeping;

  Steps(Random random) {
    this.choices = new Choices(random);
    this.owners = new OwnerSteps(choices);
    this.keeping = new KeepingSteps(choices);
  }

  List<ConsumptionKey> keys() {
    return choices.keys();
  }

  /** How much time passes before the next step; mostly none. */
  Duration pause() {
    return choices.pause();
  }

  /** The next step, and time that passes before it. */
  Step next() {
    ConsumptionKey key = choices.any(choices.keys());
    return switch (choices.below(24)) {
      case 0, 1, 2 -> owners.claim(key);
      case 3 -> owners.takeOver(key);
      case 4 -> owners.deadLetterOrphan(key);
      case 5 -> owners.renew();
      case 6, 7 -> owners.claimDue(key);
      case 8, 9, 10, 11 -> owners.settle(key);
      case 12 -> owners.record(key);
      case 13 -> keeping.recover(key.handlerId());
      case 14 -> keeping.expire(key);
      case 15 -> keeping.waiting(key);
      case 16, 17, 18 -> keeping.operate(key);
      case 19 -> keeping.purge(key);
      case 20 -> keeping.anomaly(key);
      case 21 -> owners.park(key);
      case 22 -> keeping.blockingHeads(key);
      default -> keeping.look(key);
    };
  }
}
