package io.consumptionledger.conformance.walk;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Failure;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What those do who claim messages, run handlers and settle what became of them. */
final class OwnerSteps {
  private final Choices choices;

  OwnerSteps(Choices choices) {
    this.choices = choices;
  }

  Step claim(ConsumptionKey key) {
    NewRow row = choices.placed(key, !choices.oneIn(3));
    ClaimToken token = choices.token();
    boolean repeat = choices.seldom();
    Node node = choices.node();
    Duration lease = choices.span();
    return new Step(
        "CLAIM " + key + (row.content() == null ? " bare" : " full") + (repeat ? " again" : ""),
        side ->
            Outcomes.of(
                side,
                side.store().claim(row, repeat ? side.claim(key, 0).token() : token, node, lease)));
  }

  Step park(ConsumptionKey like) {
    ConsumptionKey key =
        new ConsumptionKey(like.tenant(), Choices.ORDERED, like.eventId(), like.itemKey());
    NewRow row = choices.placed(key, true);
    return new Step(
        "PARK " + key + " at " + row.order().sequence(),
        side -> Outcomes.of(side, side.store().park(row)));
  }

  Step takeOver(ConsumptionKey key) {
    boolean anew = !choices.seldom();
    ClaimToken token = choices.token();
    Node node = choices.node();
    Duration lease = choices.span();
    return new Step(
        "TAKE_OVER " + key + (anew ? "" : " seen earlier"),
        side -> {
          RowSummary seen = side.seen(key, anew);
          return seen == null || seen.token() == null
              ? new Facts().add("nothing to take over", "")
              : Outcomes.of(
                  side, side.store().takeOver(seen, token, node, lease, Choices.MAX_ATTEMPTS));
        });
  }

  Step deadLetterOrphan(ConsumptionKey key) {
    boolean anew = !choices.seldom();
    Failure failure = choices.failure();
    Content content = choices.content(key);
    return new Step(
        "DEAD_LETTER_ORPHAN " + key + (anew ? "" : " seen earlier"),
        side -> {
          RowSummary seen = side.seen(key, anew);
          return seen == null || seen.token() == null
              ? new Facts().add("no orphan", "")
              : Outcomes.of(side, side.store().deadLetterOrphan(seen, failure, content));
        });
  }

  Step renew() {
    int back = choices.seldom() ? 1 : 0;
    List<ConsumptionKey> some = choices.keys().stream().filter(k -> choices.oneIn(3)).toList();
    Duration lease = choices.span();
    return new Step(
        "RENEW " + some + (back == 0 ? "" : " with earlier claims"),
        side -> {
          List<Claim> claims = some.stream().map(key -> side.claim(key, back)).toList();
          Map<Claim, RenewResult> results = side.store().renew(claims, lease);
          Facts facts = new Facts().add("size", results.size());
          claims.forEach(claim -> facts.add("result", results.get(claim)));
          return facts;
        });
  }

  /** Always with tokens for all, because which of two equally due rows comes first is open. */
  Step claimDue(ConsumptionKey like) {
    List<ClaimToken> tokens = choices.keys().stream().map(key -> choices.token()).toList();
    Node node = choices.node();
    Duration lease = choices.span();
    return new Step(
        "CLAIM_DUE " + like.tenant() + "/" + like.handlerId(),
        side -> {
          List<DueClaim> due =
              new ArrayList<>(
                  side.store().claimDue(like.tenant(), like.handlerId(), tokens, node, lease));
          due.sort(Comparator.comparing(d -> d.claim().key()));
          Facts facts = new Facts();
          for (DueClaim d : due) {
            side.remember(d.claim());
            facts
                .add("due", side.claim(d.claim()))
                .add("metadata", d.metadata())
                .add("content", d.content() == null ? null : d.content().hashCode())
                .add("intact", d.contentIntact())
                .add("reason", d.reason())
                .add("replay", d.replay())
                .add("turn", d.turn())
                .time("age", d.age());
          }
          return facts;
        });
  }

  Step settle(ConsumptionKey key) {
    int back = choices.oneIn(4) ? 1 : 0;
    Failure failure = choices.failure();
    Content content = choices.content(key);
    Duration delay = choices.delay();
    String suffix = " " + key + (back == 0 ? "" : " with an earlier claim");
    return switch (choices.below(4)) {
      case 0 ->
          new Step(
              "SUCCEED" + suffix,
              side -> Outcomes.of(side, side.store().succeed(side.claim(key, back))));
      case 1 ->
          new Step(
              "DEAD_LETTER" + suffix,
              side ->
                  Outcomes.of(
                      side, side.store().deadLetter(side.claim(key, back), failure, content)));
      case 2 ->
          new Step(
              "RELEASE" + suffix,
              side ->
                  Outcomes.of(side, side.store().release(side.claim(key, back), content, delay)));
      default ->
          new Step(
              "SCHEDULE_RETRY" + suffix,
              side ->
                  Outcomes.of(
                      side,
                      side.store().scheduleRetry(side.claim(key, back), failure, content, delay)));
    };
  }

  Step record(ConsumptionKey key) {
    boolean complete = choices.oneIn(3);
    NewRow row = complete ? choices.row(key, true) : choices.placed(key, true);
    Failure failure = choices.failure();
    Duration delay = choices.coin() ? null : choices.delay();
    if (complete) {
      return new Step("COMPLETE " + key, side -> Outcomes.of(side, side.store().complete(row)));
    }
    return switch (choices.below(2)) {
      case 0 ->
          new Step(
              "RECORD_FAILURE " + key,
              side -> Outcomes.of(side, side.store().recordFailure(row, failure, delay)));
      default ->
          new Step(
              "RECORD_TERMINAL " + key,
              side -> Outcomes.of(side, side.store().recordTerminal(row, failure)));
    };
  }
}
