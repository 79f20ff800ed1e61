package io.consumptionledger.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.Headers;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.OperatorVerbs.ReplayApproval;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

/** The stage of one rule: an empty store and the ways to bring rows into each state. */
public final class Scenario {
  /** A lease that does not end by itself while a rule runs. */
  public static final Duration LEASE = Duration.ofMinutes(10);

  /** A delay after which rows are due, if time is made to pass. */
  public static final Duration DELAY = Duration.ofMinutes(5);

  /** A little more than nothing. */
  public static final Duration MOMENT = Duration.ofSeconds(1);

  /** How many starts the rules allow. */
  public static final int MAX_ATTEMPTS = 3;

  /** Some content is cut to this many bytes. */
  public static final int MAX_BYTES = 1 << 20;

  private final StoreFixture fixture;
  private final LedgerStore store;
  private final String handler;
  private final Node node = Node.start("node-a");

  /**
   * Sets the stage.
   *
   * @param fixture the store under test
   * @param name the rule, for the handler's name
   */
  public Scenario(StoreFixture fixture, String name) {
    this.fixture = fixture;
    this.store = fixture.store();
    this.handler = "conformance." + name.toLowerCase(Locale.ROOT);
  }

  /**
   * The fixture.
   *
   * @return the fixture
   */
  public StoreFixture fixture() {
    return fixture;
  }

  /**
   * The store under test.
   *
   * @return the store
   */
  public LedgerStore store() {
    return store;
  }

  /**
   * Another store on the same data.
   *
   * @return the second store
   */
  public LedgerStore second() {
    return fixture.secondStore();
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
   * The node that claims.
   *
   * @return the node
   */
  public Node node() {
    return node;
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
    return ("payload of " + event).getBytes(java.nio.charset.StandardCharsets.UTF_8);
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
    return Aggregates.placed(this, key, "a-1", place);
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
   * Claims a new row without content.
   *
   * @param event the event id
   * @return the claim
   */
  public Claim claim(String event) {
    return claim(bare(event));
  }

  /**
   * Claims a new row with content.
   *
   * @param event the event id
   * @return the claim
   */
  public Claim claimFull(String event) {
    return claim(full(event));
  }

  /**
   * Claims a new row.
   *
   * @param row the row
   * @return the claim
   */
  public Claim claim(NewRow row) {
    return Expect.claimed(store.claim(row, ClaimToken.random(), node, LEASE));
  }

  /**
   * Takes over a row whose lease has ended.
   *
   * @param key the row
   * @return the new claim
   */
  public Claim takeOver(ConsumptionKey key) {
    return Expect.takenOver(
        store.takeOver(summary(key), ClaimToken.random(), node, LEASE, Integer.MAX_VALUE));
  }

  /**
   * Claims the rows of this rule's handler that are due.
   *
   * @param atMost how many at the most
   * @return the claimed rows
   */
  public List<DueClaim> claimDue(int atMost) {
    return store.claimDue(Tenant.DEFAULT, handler, tokens(atMost), node, LEASE);
  }

  /**
   * Claims the only row that is due.
   *
   * @return the claimed row
   */
  public DueClaim claimOnlyDue() {
    List<DueClaim> due = claimDue(10);
    assertEquals(1, due.size(), "the number of rows that are due");
    return due.get(0);
  }

  /**
   * A row that waits to be run again after a failure.
   *
   * @param event the event id
   * @param delay the time until it is due
   * @return its key
   */
  public ConsumptionKey scheduled(String event, Duration delay) {
    Claim claim = claim(event);
    Expect.done(store.scheduleRetry(claim, failure(ErrorClass.RETRYABLE), content(event), delay));
    return claim.key();
  }

  /**
   * A dead letter.
   *
   * @param event the event id
   * @return its key
   */
  public ConsumptionKey dead(String event) {
    Claim claim = claim(event);
    Expect.done(store.deadLetter(claim, failure(ErrorClass.POISON), content(event)));
    return claim.key();
  }

  /**
   * A row that succeeded.
   *
   * @param event the event id
   * @return its key
   */
  public ConsumptionKey succeeded(String event) {
    Claim claim = claim(event);
    Expect.done(store.succeed(claim));
    return claim.key();
  }

  /**
   * A row that was discarded.
   *
   * @param event the event id
   * @return its key
   */
  public ConsumptionKey discarded(String event) {
    ConsumptionKey key = dead(event);
    Expect.done(store.discard(key, version(key), action()));
    return key;
  }

  /**
   * A row in a state.
   *
   * @param state the state, or null for no row
   * @param event the event id
   * @return its key
   */
  public ConsumptionKey inState(ConsumptionState state, String event) {
    if (state == null) {
      return key(event);
    }
    return switch (state) {
      case PROCESSING -> claim(event).key();
      case SUCCEEDED -> succeeded(event);
      case RETRY_SCHEDULED -> scheduled(event, DELAY);
      case DEAD_LETTER -> dead(event);
      case DISCARDED -> discarded(event);
    };
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

  /** Lets a lease end. */
  public void leaseEnds() {
    fixture.elapse(LEASE.plus(MOMENT));
  }

  /**
   * The row.
   *
   * @param key its key
   * @return the row
   */
  public Row row(ConsumptionKey key) {
    return store.get(key).orElseThrow(() -> new AssertionError("there is no row " + key));
  }

  /**
   * The row's summary.
   *
   * @param key its key
   * @return the summary
   */
  public RowSummary summary(ConsumptionKey key) {
    return row(key).summary();
  }

  /**
   * The row's version.
   *
   * @param key its key
   * @return the version
   */
  public long version(ConsumptionKey key) {
    return summary(key).rowVersion();
  }

  /**
   * All that the store shows of a row.
   *
   * @param key its key
   * @return the picture
   */
  public Picture picture(ConsumptionKey key) {
    return Picture.of(store, key);
  }

  /**
   * Nothing was written to a row.
   *
   * @param before the picture from before
   * @param key its key
   */
  public void unchanged(Picture before, ConsumptionKey key) {
    assertEquals(before, picture(key), "nothing of the row was to change");
  }
}
