package io.consumptionledger.conformance.walk;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.OperatorVerbs.ReplayApproval;
import io.consumptionledger.spi.ReadVerbs.Filter;
import io.consumptionledger.spi.SweepVerbs.Recovered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What is done to rows by those who do not run them: sweeps, people, looks. */
final class KeepingSteps {
  private final Choices choices;

  KeepingSteps(Choices choices) {
    this.choices = choices;
  }

  Step recover(String handler) {
    OnOrphan onOrphan = choices.any(List.of(OnOrphan.values()));
    Failure exhausted = choices.failure();
    Failure orphaned = choices.failure();
    Duration delay = choices.delay();
    return new Step(
        "RECOVER " + handler + " " + onOrphan,
        side -> {
          List<Recovered> recovered =
              new ArrayList<>(
                  side.store()
                      .recover(
                          handler,
                          Choices.MAX_ATTEMPTS,
                          onOrphan,
                          exhausted,
                          orphaned,
                          delay,
                          1000));
          recovered.sort(Comparator.comparing(Recovered::key));
          return new Facts().add("recovered", recovered);
        });
  }

  Step expire(ConsumptionKey key) {
    Node node = choices.node();
    Duration within = choices.span().multipliedBy(2).plusSeconds(30);
    return new Step(
        "EXPIRE " + key.tenant() + " " + key.handlerId() + " " + node.id(),
        side ->
            new Facts()
                .add(
                    "expired",
                    side.store().expire(key.tenant(), key.handlerId(), node, within, 1000)));
  }

  Step waiting(ConsumptionKey key) {
    int off = choices.seldom() ? -1 : 0;
    Duration delay = choices.delay();
    Failure failure = choices.failure();
    return choices.coin()
        ? new Step(
            "DEFER " + key,
            side -> Outcomes.of(side, side.store().defer(key, side.version(key, off), delay)))
        : new Step(
            "BURY " + key,
            side -> Outcomes.of(side, side.store().bury(key, side.version(key, off), failure)));
  }

  Step operate(ConsumptionKey key) {
    int off = choices.seldom() ? 1 : 0;
    OperatorAction action = choices.action();
    ReplayApproval approval = new ReplayApproval("rita", "albert", "because", choices.uuid());
    return switch (choices.below(4)) {
      case 0 ->
          new Step(
              "RESOLVE " + key,
              side -> Outcomes.of(side, side.store().resolve(key, side.version(key, off), action)));
      case 1 ->
          new Step(
              "DISCARD " + key,
              side -> Outcomes.of(side, side.store().discard(key, side.version(key, off), action)));
      default ->
          new Step(
              "AUTHORIZE_REPLAY " + key,
              side ->
                  Outcomes.of(
                      side, side.store().authorizeReplay(key, side.version(key, off), approval)));
    };
  }

  Step purge(ConsumptionKey key) {
    Set<ConsumptionState> states =
        choices.coin()
            ? EnumSet.of(ConsumptionState.SUCCEEDED)
            : EnumSet.of(ConsumptionState.SUCCEEDED, ConsumptionState.DISCARDED);
    Duration before = choices.span();
    return new Step(
        "PURGE " + key.tenant() + " " + key.handlerId() + " " + states,
        side ->
            new Facts()
                .add(
                    "deleted",
                    side.store()
                        .purge(key.tenant(), key.handlerId(), states, before, null, 1000)
                        .deleted()));
  }

  Step anomaly(ConsumptionKey key) {
    AnomalyKind kind = choices.any(List.of(AnomalyKind.values()));
    Anomaly anomaly = new Anomaly(key, choices.below(3), kind, "detail", null);
    return new Step(
        "ANOMALY " + key + " " + kind,
        side -> {
          Facts facts = new Facts().add("new", side.store().recordAnomaly(anomaly));
          side.store()
              .anomalies(key.tenant(), EnumSet.of(kind), null, null, 1000)
              .forEach(a -> facts.add("anomaly", a.key() + " " + a.epoch() + " " + a.detail()));
          return facts;
        });
  }

  Step blockingHeads(ConsumptionKey like) {
    return new Step(
        "BLOCKING_HEADS " + like.tenant(),
        side -> {
          Facts facts = new Facts();
          side.store()
              .blockingHeads(like.tenant(), Choices.ORDERED, 10)
              .forEach(
                  head ->
                      facts
                          .add("head", head.key())
                          .add("order", head.order())
                          .add("state", head.state())
                          .add("waiting", head.waiting()));
          return facts;
        });
  }

  Step look(ConsumptionKey key) {
    List<ConsumptionState> all = List.of(ConsumptionState.values());
    Set<ConsumptionState> states = EnumSet.of(choices.any(all), choices.any(all));
    Filter filter = new Filter(key.tenant(), key.handlerId(), states, null, null);
    int limit = 1 + choices.below(3);
    Duration within = choices.span().multipliedBy(2).plusSeconds(30);
    return new Step(
        "LOOK " + key + " " + states,
        side -> {
          Facts facts = new Facts().add("count", side.store().count(filter, limit));
          side.store().list(filter, 1000).forEach(r -> facts.add("row", r.summary().key()));
          side.store()
              .dueQueues(null, 1000)
              .forEach(
                  q ->
                      facts
                          .add("due queue", q.handlerId() + " " + q.tenant())
                          .time("overdue", q.overdue()));
          facts
              .add("tenants", side.store().tenants(key.handlerId(), null, 1000))
              .add(
                  "positions",
                  side.store().brokerPositions(key.tenant(), Set.copyOf(Choices.HANDLERS), within));
          return side.summary(facts, side.store().lockedRead(key).orElse(null));
        });
  }
}
