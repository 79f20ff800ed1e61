package io.consumptionledger.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The stage of one rule: an empty store and the ways to bring rows into each state. */
public final class Scenario extends Samples {
  /** A lease that does not end by itself while a rule runs. */
  public static final Duration LEASE = Duration.ofMinutes(10);

  /** A delay after which rows are due, if time is made to pass. */
  public static final Duration DELAY = Duration.ofMinutes(5);

  /** A little more than nothing. */
  public static final Duration MOMENT = Duration.ofSeconds(1);

  /** How many starts the rules allow. */
  public static final int MAX_ATTEMPTS = 3;

  private final StoreFixture fixture;
  private final LedgerStore store;
  private final Node node = Node.start("node-a");

  /**
   * Sets the stage.
   *
   * @param fixture the store under test
   * @param name the rule, for the handler's name
   */
  public Scenario(StoreFixture fixture, String name) {
    super("conformance." + name.toLowerCase(Locale.ROOT));
    this.fixture = fixture;
    this.store = fixture.store();
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
   * The node that claims.
   *
   * @return the node
   */
  public Node node() {
    return node;
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
    return store.claimDue(Tenant.DEFAULT, handler(), tokens(atMost), node, LEASE);
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
