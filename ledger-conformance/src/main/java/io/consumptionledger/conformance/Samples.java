package io.consumptionledger.conformance;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.Headers;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.OperatorVerbs.ReplayApproval;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The messages that rules work with, and what is said about them: the same in every rule. */
public sealed class Samples permits Scenario {
  /** Some content is cut to this many bytes. */
  public static final int MAX_BYTES = 1 << 20;

  private final String handler;

  Samples(String handler) {
    this.handler = handler;
  }

  /**
   * The handler of this rule's rows.
   *
   * @return its id
   */
  public String handler() {
    return handler;
  }

  /**
   * A key of the default tenant.
   *
   * @param event the event id
   * @return the key
   */
  public ConsumptionKey key(String event) {
    return key(Tenant.DEFAULT, event);
  }

  /**
   * A key.
   *
   * @param tenant the tenant
   * @param event the event id
   * @return the key
   */
  public ConsumptionKey key(Tenant tenant, String event) {
    return new ConsumptionKey(tenant, handler, event, "");
  }

  /**
   * A message with payload, headers, raw key and metadata.
   *
   * @param event the event id
   * @return a builder
   */
  public Delivery.Builder delivery(String event) {
    return Delivery.to(handler, event)
        .eventType("order.placed")
        .aggregate("order", "o-" + event)
        .sequence(7)
        .position("orders", 3, 4711)
        .headers(Headers.none().with("trace", "t-1").with("trace", "t-2"))
        .rawKey(new byte[] {0, 1, (byte) 0xff})
        .payload(payload(event));
  }

  private static byte[] payload(String event) {
    return ("payload of " + event).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * A new row without content.
   *
   * @param event the event id
   * @return the row
   */
  public NewRow bare(String event) {
    return NewRow.of(delivery(event).build(), null);
  }

  /**
   * A new row without content.
   *
   * @param key the key
   * @return the row
   */
  public NewRow bare(ConsumptionKey key) {
    NewRow like = bare("x");
    return new NewRow(key, like.metadata(), like.payloadHash(), null);
  }

  /**
   * A new row with content.
   *
   * @param event the event id
   * @return the row
   */
  public NewRow full(String event) {
    return full(key(event));
  }

  /**
   * A new row with content.
   *
   * @param key the key
   * @return the row
   */
  public NewRow full(ConsumptionKey key) {
    Delivery delivery = delivery(key.eventId()).build();
    return new NewRow(
        key,
        delivery.metadata(),
        delivery.payload().hash().orElse(null),
        Content.of(delivery, MAX_BYTES));
  }

  /**
   * A new row with content and a place in the aggregate that all such rows of a scenario share.
   *
   * @param key the key
   * @param place the place
   * @return the row
   */
  public NewRow placed(ConsumptionKey key, long place) {
    return Aggregates.placed(this, key, Aggregates.FIRST, place);
  }

  /**
   * A new row whose content was cut.
   *
   * @param event the event id
   * @return the row
   */
  public NewRow truncated(String event) {
    Delivery delivery = delivery(event).build();
    return NewRow.of(delivery, Content.of(delivery, 4));
  }

  /**
   * The content of an event.
   *
   * @param event the event id
   * @return all of it
   */
  public Content content(String event) {
    return full(event).content();
  }

  /**
   * A failure.
   *
   * @param errorClass its class
   * @return the failure
   */
  public Failure failure(ErrorClass errorClass) {
    return failure(errorClass, "it did not work");
  }

  /**
   * A failure.
   *
   * @param errorClass its class
   * @param message its message
   * @return the failure
   */
  public Failure failure(ErrorClass errorClass, String message) {
    return Failure.of(errorClass, "java.lang.IllegalStateException", "E42", message);
  }

  /**
   * New tokens.
   *
   * @param count how many
   * @return the tokens
   */
  public List<ClaimToken> tokens(int count) {
    return Stream.generate(ClaimToken::random).limit(count).toList();
  }

  /**
   * Who acts and why.
   *
   * @return the action
   */
  public OperatorAction action() {
    return new OperatorAction("olga", "looked into it");
  }

  /**
   * Two people's word.
   *
   * @return a new approval
   */
  public ReplayApproval approval() {
    return new ReplayApproval("rita", "albert", "cause is fixed", UUID.randomUUID());
  }
}
