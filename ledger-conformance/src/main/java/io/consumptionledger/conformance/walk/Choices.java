package io.consumptionledger.conformance.walk;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.Order;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What a walk's steps are made of, by chance. Leases and delays are odd multiples of half a minute
 * and time passes in whole minutes, so that nothing ever ends so close to now that two stores could
 * differ about it.
 */
final class Choices {
  /** The handler whose rows have places in an aggregate. */
  static final String ORDERED = "walk.ordered";

  /** All handlers. */
  static final List<String> HANDLERS = List.of("walk.a", "walk.b", ORDERED);

  /** How many starts a row has. */
  static final int MAX_ATTEMPTS = 4;

  private static final List<Tenant> TENANTS = List.of(Tenant.DEFAULT, new Tenant("Default"));
  private static final List<String> EVENTS = List.of("e1", "E1", "e1 ");

  private final Random random;
  private final List<ConsumptionKey> keys;
  private final List<Node> nodes;

  Choices(Random random) {
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

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean oneIn(int chances) {
    return below(chances) == 0;
  }

  boolean coin() {
    return random.nextBoolean();
  }

  boolean seldom() {
    return oneIn(5);
  }

  <T> T any(List<T> list) {
    return list.get(below(list.size()));
  }

  UUID uuid() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  ClaimToken token() {
    return new ClaimToken(uuid());
  }

  Node node() {
    return any(nodes);
  }

  Duration span() {
    return Duration.ofMinutes(below(6)).plusSeconds(30);
  }

  Duration delay() {
    return oneIn(3) ? Duration.ZERO : span();
  }

  /** How much time passes before the next step; mostly none. */
  Duration pause() {
    return Duration.ofMinutes(Math.max(0, below(9) - 5));
  }

  /** Whether there is a body belongs to the event; which bytes it has may differ each time. */
  NewRow row(ConsumptionKey key, boolean withContent) {
    boolean tombstone = key.eventId().equals(EVENTS.get(1));
    boolean cut = !tombstone && oneIn(8);
    byte[] payload = tombstone ? null : ("payload " + below(3)).getBytes(StandardCharsets.UTF_8);
    Delivery delivery =
        Delivery.to(key.handlerId(), key.eventId())
            .tenant(key.tenant())
            .eventType("type" + below(2))
            .aggregate("order", "o-1")
            .position("topic", below(3), below(1000))
            .rawKey(new byte[below(3)])
            .payload(payload)
            .build();
    return NewRow.of(delivery, withContent ? Content.of(delivery, cut ? 3 : 999) : null);
  }

  /** In the ordered handler rows have few places, so that there are ties and late ones. */
  NewRow placed(ConsumptionKey key, boolean withContent) {
    NewRow row = row(key, withContent);
    if (!key.handlerId().equals(ORDERED)) {
      return row;
    }
    Long place = oneIn(3) ? null : (long) below(4);
    return new NewRow(
        row.key(),
        row.metadata(),
        row.payloadHash(),
        row.content(),
        new Order("order", "o-1", place));
  }

  Content content(ConsumptionKey key) {
    return row(key, true).content();
  }

  Failure failure() {
    List<ErrorClass> classes =
        List.of(ErrorClass.RETRYABLE, ErrorClass.POISON, ErrorClass.UNRECOVERABLE);
    String code = seldom() ? null : "E" + below(3);
    String message = seldom() ? null : "message " + below(3);
    return Failure.of(any(classes), "x.Error" + below(2), code, message);
  }

  OperatorAction action() {
    return new OperatorAction("person " + below(3), "reason " + below(3));
  }
}
