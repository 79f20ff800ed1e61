package io.consumptionledger.conformance.walk;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.OperatorVerbs.ReplayApproval;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.ReadVerbs.Filter;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.SweepVerbs.Recovered;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Makes random steps. Leases and delays are odd multiples of half a minute and time passes in whole
 * minutes, so that nothing ever ends so close to now that two stores could differ about it.
 */
final class Steps {
  private static final List<Tenant> TENANTS = List.of(Tenant.DEFAULT, new Tenant("Default"));
  private static final String ORDERED = "walk.ordered";
  private static final List<String> HANDLERS = List.of("walk.a", "walk.b", ORDERED);
  private static final List<String> EVENTS = List.of("e1", "E1", "e1 ");
  private static final int MAX_ATTEMPTS = 4;

  private final Random random;
  private final List<ConsumptionKey> keys;
  private final List<Node> nodes;

  Steps(Random random) {
    this.random = random;
    this.keys =
        TENANTS.stream()
            .flatMap(
                t ->
                    HANDLERS.stream()
                        .flatMap(h -> EVENTS.stream().map(e -> new ConsumptionKey(t, h, e, ""))))
            .toList();
    this.nodes = Stream.of("node-1", "node-1", "node-2").map(id -> new Node(id, uuid())).toList();
  }

  List<ConsumptionKey> keys() {
    return keys;
  }

  private UUID uuid() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private boolean seldom() {
    return random.nextInt(5) == 0;
  }

  private Duration span() {
    return Duration.ofMinutes(random.nextInt(6)).plusSeconds(30);
  }

  private Duration delay() {
    return random.nextInt(3) == 0 ? Duration.ZERO : span();
  }

  /** Whether there is a body belongs to the event; which bytes it has may differ each time. */
  private NewRow row(ConsumptionKey key, boolean withContent) {
    boolean tombstone = key.eventId().equals(EVENTS.get(1));
    boolean cut = !tombstone && random.nextInt(8) == 0;
    byte[] payload =
        tombstone ? null : ("payload " + random.nextInt(3)).getBytes(StandardCharsets.UTF_8);
    Delivery delivery =
        Delivery.to(key.handlerId(), key.eventId())
            .tenant(key.tenant())
            .eventType("type" + random.nextInt(2))
            .aggregate("order", "o-1")
            .position("topic", random.nextInt(3), random.nextInt(1000))
            .rawKey(new byte[random.nextInt(3)])
            .payload(payload)
            .build();
    return NewRow.of(delivery, withContent ? Content.of(delivery, cut ? 3 : 999) : null);
  }

  /** In the ordered handler rows have few places, so that there are ties and late ones. */
  private NewRow placed(ConsumptionKey key, boolean withContent) {
    NewRow row = row(key, withContent);
    if (!key.handlerId().equals(ORDERED)) {
      return row;
    }
    Long place = random.nextInt(3) == 0 ? null : (long) random.nextInt(4);
    return new NewRow(
        row.key(),
        row.metadata(),
        row.payloadHash(),
        row.content(),
        new Order("order", "o-1", place));
  }

  private Content content(ConsumptionKey key) {
    return row(key, true).content();
  }

  private Failure failure() {
    List<ErrorClass> classes =
        List.of(ErrorClass.RETRYABLE, ErrorClass.POISON, ErrorClass.UNRECOVERABLE);
    String code = seldom() ? null : "E" + random.nextInt(3);
    String message = seldom() ? null : "message " + random.nextInt(3);
    return Failure.of(any(classes), "x.Error" + random.nextInt(2), code, message);
  }

  private OperatorAction action() {
    return new OperatorAction("person " + random.nextInt(3), "reason " + random.nextInt(3));
  }

  /** The next step, and time that passes before it. */
  Step next() {
    ConsumptionKey key = any(keys);
    return switch (random.nextInt(24)) {
      case 0, 1, 2 -> claim(key);
      case 3 -> takeOver(key);
      case 4 -> deadLetterOrphan(key);
      case 5 -> renew();
      case 6, 7 -> claimDue(key);
      case 8, 9, 10, 11 -> settle(key);
      case 12 -> record(key);
      case 13 -> recover(key.handlerId());
      case 14 -> expire(key);
      case 15 -> waiting(key);
      case 16, 17, 18 -> operate(key);
      case 19 -> purge(key);
      case 20 -> anomaly(key);
      case 21 -> park(key);
      case 22 -> blockingHeads(key);
      default -> look(key);
    };
  }

  private Step claim(ConsumptionKey key) {
    NewRow row = placed(key, random.nextInt(3) > 0);
    ClaimToken token = new ClaimToken(uuid());
    boolean repeat = seldom();
    Node node = any(nodes);
    Duration lease = span();
    return new Step(
        "CLAIM " + key + (row.content() == null ? " bare" : " full") + (repeat ? " again" : ""),
        side ->
            Outcomes.of(
                side,
                side.store().claim(row, repeat ? side.claim(key, 0).token() : token, node, lease)));
  }

  private Step park(ConsumptionKey like) {
    ConsumptionKey key = new ConsumptionKey(like.tenant(), ORDERED, like.eventId(), like.itemKey());
    NewRow row = placed(key, true);
    return new Step(
        "PARK " + key + " at " + row.order().sequence(),
        side -> Outcomes.of(side, side.store().park(row)));
  }

  private Step blockingHeads(ConsumptionKey like) {
    return new Step(
        "BLOCKING_HEADS " + like.tenant(),
        side -> {
          Facts facts = new Facts();
          side.store()
              .blockingHeads(like.tenant(), ORDERED, 10)
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

  private Step takeOver(ConsumptionKey key) {
    boolean anew = !seldom();
    ClaimToken token = new ClaimToken(uuid());
    Node node = any(nodes);
    Duration lease = span();
    return new Step(
        "TAKE_OVER " + key + (anew ? "" : " seen earlier"),
        side -> {
          RowSummary seen = side.seen(key, anew);
          return seen == null || seen.token() == null
              ? new Facts().add("nothing to take over", "")
              : Outcomes.of(side, side.store().takeOver(seen, token, node, lease, MAX_ATTEMPTS));
        });
  }

  private Step deadLetterOrphan(ConsumptionKey key) {
    boolean anew = !seldom();
    Failure failure = failure();
    Content content = content(key);
    return new Step(
        "DEAD_LETTER_ORPHAN " + key + (anew ? "" : " seen earlier"),
        side -> {
          RowSummary seen = side.seen(key, anew);
          return seen == null || seen.token() == null
              ? new Facts().add("no orphan", "")
              : Outcomes.of(side, side.store().deadLetterOrphan(seen, failure, content));
        });
  }

  private Step renew() {
    int back = seldom() ? 1 : 0;
    List<ConsumptionKey> some = keys.stream().filter(k -> random.nextInt(3) == 0).toList();
    Duration lease = span();
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
  private Step claimDue(ConsumptionKey like) {
    List<ClaimToken> tokens = keys.stream().map(key -> new ClaimToken(uuid())).toList();
    Node node = any(nodes);
    Duration lease = span();
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

  private Step settle(ConsumptionKey key) {
    int back = random.nextInt(4) == 0 ? 1 : 0;
    Failure failure = failure();
    Content content = content(key);
    Duration delay = delay();
    String suffix = " " + key + (back == 0 ? "" : " with an earlier claim");
    return switch (random.nextInt(4)) {
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

  private Step record(ConsumptionKey key) {
    boolean complete = random.nextInt(3) == 0;
    NewRow row = complete ? row(key, true) : placed(key, true);
    Failure failure = failure();
    Duration delay = random.nextBoolean() ? null : delay();
    if (complete) {
      return new Step("COMPLETE " + key, side -> Outcomes.of(side, side.store().complete(row)));
    }
    return switch (random.nextInt(2)) {
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

  private Step recover(String handler) {
    OnOrphan onOrphan = any(List.of(OnOrphan.values()));
    Failure exhausted = failure();
    Failure orphaned = failure();
    Duration delay = delay();
    return new Step(
        "RECOVER " + handler + " " + onOrphan,
        side -> {
          List<Recovered> recovered =
              new ArrayList<>(
                  side.store()
                      .recover(handler, MAX_ATTEMPTS, onOrphan, exhausted, orphaned, delay, 1000));
          recovered.sort(Comparator.comparing(Recovered::key));
          return new Facts().add("recovered", recovered);
        });
  }

  private Step expire(ConsumptionKey key) {
    Node node = any(nodes);
    Duration within = span().multipliedBy(2).plusSeconds(30);
    return new Step(
        "EXPIRE " + key.tenant() + " " + key.handlerId() + " " + node.id(),
        side ->
            new Facts()
                .add(
                    "expired",
                    side.store().expire(key.tenant(), key.handlerId(), node, within, 1000)));
  }

  private Step waiting(ConsumptionKey key) {
    int off = seldom() ? -1 : 0;
    Duration delay = delay();
    Failure failure = failure();
    return random.nextBoolean()
        ? new Step(
            "DEFER " + key,
            side -> Outcomes.of(side, side.store().defer(key, side.version(key, off), delay)))
        : new Step(
            "BURY " + key,
            side -> Outcomes.of(side, side.store().bury(key, side.version(key, off), failure)));
  }

  private Step operate(ConsumptionKey key) {
    int off = seldom() ? 1 : 0;
    OperatorAction action = action();
    ReplayApproval approval = new ReplayApproval("rita", "albert", "because", uuid());
    return switch (random.nextInt(4)) {
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

  private Step purge(ConsumptionKey key) {
    Set<ConsumptionState> states =
        random.nextBoolean()
            ? EnumSet.of(ConsumptionState.SUCCEEDED)
            : EnumSet.of(ConsumptionState.SUCCEEDED, ConsumptionState.DISCARDED);
    Duration before = span();
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

  private Step anomaly(ConsumptionKey key) {
    AnomalyKind kind = any(List.of(AnomalyKind.values()));
    Anomaly anomaly = new Anomaly(key, random.nextInt(3), kind, "detail", null);
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

  private Step look(ConsumptionKey key) {
    List<ConsumptionState> all = List.of(ConsumptionState.values());
    Set<ConsumptionState> states = EnumSet.of(any(all), any(all));
    Filter filter = new Filter(key.tenant(), key.handlerId(), states, null, null);
    int limit = 1 + random.nextInt(3);
    Duration within = span().multipliedBy(2).plusSeconds(30);
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
                  side.store().brokerPositions(key.tenant(), Set.copyOf(HANDLERS), within));
          return side.summary(facts, side.store().lockedRead(key).orElse(null));
        });
  }

  /** How much time passes before the next step; mostly none. */
  Duration pause() {
    return Duration.ofMinutes(Math.max(0, random.nextInt(9) - 5));
  }
}
