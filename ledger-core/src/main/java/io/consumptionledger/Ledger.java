package io.consumptionledger;

import io.consumptionledger.internal.Engine;
import io.consumptionledger.internal.EngineParts;
import io.consumptionledger.internal.Handlers;
import io.consumptionledger.internal.LeaseTimes;
import io.consumptionledger.internal.Lifecycle;
import io.consumptionledger.internal.Polls;
import io.consumptionledger.internal.Text;
import io.consumptionledger.internal.Timing;
import io.consumptionledger.internal.replay.Pauses;
import io.consumptionledger.internal.replay.Replay;
import io.consumptionledger.internal.replay.ReplayParts;
import io.consumptionledger.internal.replay.ReplaySettings;
import io.consumptionledger.spi.HandlerControlVerbs;
import io.consumptionledger.spi.HandlerControlVerbs.PausedHandler;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.ReadVerbs.BrokerPosition;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * Runs handlers so that nothing is lost, applied twice by accident or dropped in silence.
 * Thread-safe; one per process and database is usual. It has threads of its own, daemons, from
 * {@link Builder#start} to {@link #close()}.
 */
public final class Ledger implements AutoCloseable {
  private static final Logger LOG = System.getLogger("io.consumptionledger");
  private static final Duration RECOVERY_WINDOW = Duration.ofDays(1);
  private static final Duration DEFAULT_CLOSE = Duration.ofSeconds(30);

  private final LedgerStore store;
  private final Engine engine;
  private final Lifecycle lifecycle;
  private final Handlers handlers;
  private final Tenant quarantineTenant;
  private final Pauses pauses;
  private final Replay replay;

  private Ledger(Builder builder, Handlers handlers) {
    this.store = builder.store;
    this.quarantineTenant = builder.quarantineTenant;
    this.handlers = handlers;
    Map<String, HandlerDeclaration<?>> byId = handlers.byId();
    Node node = Node.start(builder.nodeId);
    LeaseTimes times =
        LeaseTimes.of(byId.values(), builder.heartbeatInterval, builder.safetyMargin);
    this.lifecycle =
        new Lifecycle(
            new EngineParts(
                store,
                node,
                builder.classifier,
                builder.listener,
                builder.alerter,
                builder.timing,
                times,
                builder.threads,
                this::dueIn,
                builder.batching));
    this.engine = lifecycle.engine();
    this.pauses = new Pauses(store, builder.timing, lifecycle.reports());
    this.replay =
        new Replay(
            new ReplayParts(
                store, node, byId, builder.timing, lifecycle.reports(), lifecycle.dueRunner(byId)),
            builder.replay,
            pauses,
            builder.threads,
            lifecycle::somethingEnded);
    lifecycle.add(replay);
    LOG.log(
        Level.INFO,
        () -> "ledger on " + store.description() + ", node " + builder.nodeId + ", " + times);
    byId.values().forEach(h -> LOG.log(Level.INFO, () -> "handler " + h));
    engine.inventory(handlers());
    lifecycle.start();
    replay.start();
  }

  private void dueIn(Duration delay) {
    replay.dueIn(delay);
  }

  /**
   * Starts a ledger on a store.
   *
   * @param store where rows are kept; not null
   * @return a builder
   */
  public static Builder on(LedgerStore store) {
    return new Builder(store);
  }

  /**
   * Consumes a message: claims it, runs its handler, records the result and says what to tell the
   * broker. Never throws because of what the handler did. Messages of a paused handler are neither
   * claimed nor recorded; they must come again.
   *
   * @param delivery the message; its handler id must be that of a handler of this ledger
   * @return the answer for the broker; pending only inside a transaction that the caller opened and
   *     the store takes part in
   * @throws InvalidFieldException if the handler is unknown; nothing was recorded
   * @throws StoreException only inside such a transaction: it must be rolled back
   */
  public Outcome consume(Delivery delivery) {
    HandlerDeclaration<?> handler = handlers.of(delivery);
    Optional<Duration> paused = pauses.retryAfter(delivery.key().tenant(), handler.id());
    if (paused.isPresent()) {
      return new Outcome.Redeliver(Outcome.Redelivered.PAUSED, paused.get());
    }
    return lifecycle.consume(handler, delivery);
  }

  /**
   * Consumes what a broker's poll brought, one after the other in the calling thread; see {@link
   * #consumeAll(List, Executor)}.
   *
   * @param deliveries the messages, of any of this ledger's handlers and of any tenants
   * @return the answer to each, in their order
   * @throws InvalidFieldException if a handler is unknown; nothing was done
   */
  public List<Outcome> consumeAll(List<Delivery> deliveries) {
    return poll(deliveries, null);
  }

  /**
   * Consumes what a broker's poll brought. Each message is answered as {@link #consume} would, and
   * that some fail is normal. New messages of LEASED handlers without order are claimed by one
   * statement for up to 500 of them and settled likewise, about a second after the first of them is
   * done, or when the handler that the calling thread runs then has ended; so if the process dies,
   * more handlers than one may have run whose messages come again, and those that have not started
   * have used up one attempt. All other messages are claimed one by one: ordered ones, which run in
   * the order given within their aggregate; those of other modes; those whose handler must not run
   * twice ({@link OnOrphan#DEAD_LETTER}) or has no more than two attempts; and those that are there
   * already. If the calling thread is interrupted or the ledger is closed meanwhile, those of them
   * that have not started are stored to be run by any node.
   *
   * @param deliveries the messages, of any of this ledger's handlers and of any tenants
   * @param executor runs the handlers, as many at once as it has threads; what it rejects, drops or
   *     does not come to runs in the calling thread; not null
   * @return the answer to each, in their order, when all of them have one
   * @throws InvalidFieldException if a handler is unknown; nothing was done
   */
  public List<Outcome> consumeAll(List<Delivery> deliveries, Executor executor) {
    return poll(deliveries, Objects.requireNonNull(executor, "executor"));
  }

  private List<Outcome> poll(List<Delivery> deliveries, Executor executor) {
    Outcome[] outcomes = new Outcome[deliveries.size()];
    List<Polls.Asked> asked = new ArrayList<>();
    for (Delivery delivery : deliveries) {
      HandlerDeclaration<?> handler = handlers.of(delivery);
      Optional<Duration> paused = pauses.retryAfter(delivery.key().tenant(), handler.id());
      paused.ifPresent(
          left -> outcomes[asked.size()] = new Outcome.Redeliver(Outcome.Redelivered.PAUSED, left));
      asked.add(paused.isPresent() ? null : new Polls.Asked(handler, delivery));
    }
    lifecycle.consumeAll(asked, outcomes, executor);
    return List.of(outcomes);
  }

  /**
   * Records a message that the application gave up on before it could be handled, as a dead letter.
   *
   * @param delivery the message; its handler id must be that of a handler of this ledger
   * @param cause why; not null
   * @return the answer for the broker; if the key has been seen before, what became of it then;
   *     pending only inside a transaction that the caller opened and the store takes part in
   * @throws InvalidFieldException if the handler is unknown; nothing was recorded
   * @throws StoreException only inside such a transaction: it must be rolled back
   */
  public Outcome refuse(Delivery delivery, Throwable cause) {
    Objects.requireNonNull(cause, "cause");
    return engine.refuse(handlers.of(delivery), delivery, cause);
  }

  /**
   * Keeps the exact bytes of a message that cannot even be given a key.
   *
   * @param tenant whose message it is taken to be
   * @param handlerId the handler it was meant for; need not be known
   * @param source what is known of where it came from
   * @param headers its headers
   * @param rawKey the broker's raw key, may be null
   * @param payload its body
   * @param cause why it has no key
   * @return acknowledge once it is kept (also when the same message was kept before), else
   *     redeliver
   */
  public Outcome quarantine(
      Tenant tenant,
      String handlerId,
      Metadata source,
      Headers headers,
      byte[] rawKey,
      Payload payload,
      Throwable cause) {
    Failure failure = Failure.of(ErrorClass.POISON, cause, null);
    return engine.quarantine(
        new QuarantinedMessage(tenant, handlerId, source, headers, rawKey, payload, failure));
  }

  /**
   * As {@link #quarantine(Tenant, String, Metadata, Headers, byte[], Payload, Throwable)}, for a
   * message whose tenant is not known or cannot be trusted: it goes to the quarantine tenant, where
   * whoever decodes it later may find out whose it is. All else is the same.
   */
  public Outcome quarantine(
      String handlerId,
      Metadata source,
      Headers headers,
      byte[] rawKey,
      Payload payload,
      Throwable cause) {
    return quarantine(quarantineTenant, handlerId, source, headers, rawKey, payload, cause);
  }

  /**
   * The inventory: every handler of this ledger, by id.
   *
   * @return an unmodifiable list
   */
  public List<HandlerDeclaration<?>> handlers() {
    return List.copyOf(handlers.byId().values());
  }

  /**
   * How many claims this ledger holds at the moment: rows whose handler runs, is about to start, or
   * has just ended. Asks nobody.
   *
   * @param handlerId the handler
   * @return the number, 0 for a handler that is not known
   */
  public int heldClaims(String handlerId) {
    return lifecycle.heldClaims(handlerId);
  }

  /**
   * The store beneath.
   *
   * @return the store, never null
   */
  public LedgerStore store() {
    return store;
  }

  /**
   * Closes the ledger and waits for its handlers for up to 30 seconds; see {@link
   * #close(Duration)}. What still runs then is logged.
   */
  @Override
  public void close() {
    close(DEFAULT_CLOSE);
  }

  /**
   * Closes the ledger. From now on {@link #consume} answers redeliver, without a claim. Handlers
   * that run go on, and their leases are renewed until the last one has ended or the time is up;
   * none is stopped and none of their claims is given back. May be called again, and by several
   * threads: the earliest deadline counts. Called from inside a handler, or from a listener on one
   * of the ledger's own threads, it does not wait, since it would wait for itself. An interrupt
   * ends the waiting only. The store is not closed.
   *
   * @param within how long handlers may go on; not negative
   * @return whether all have ended; otherwise the claims of those that still run are lost when
   *     their leases end
   */
  public boolean close(Duration within) {
    if (within.isNegative()) {
      throw new InvalidFieldException("within", "is " + within + ", must not be negative");
    }
    return lifecycle.close(within);
  }

  /**
   * As {@link #recover(Duration, Duration)} with the longest lease of this ledger's handlers as the
   * silence, and rows first received within a day, or within the longest lease if that is longer.
   *
   * @return what was released
   * @throws LiveTwinException if another process with this node id may still be alive
   * @throws StoreException if the store does not answer; may be called again
   */
  public RecoveryResult recover() {
    Duration longest = handlers.longestLease();
    Duration window = longest.compareTo(RECOVERY_WINDOW) > 0 ? longest : RECOVERY_WINDOW;
    return recover(longest, window);
  }

  /**
   * Releases, at start-up, what an earlier incarnation of this node left behind, without waiting
   * for leases: claims with stored content are scheduled again (or end as the handler's {@link
   * OnOrphan} says), for the others the next redelivery takes over. Never runs a handler by itself;
   * may be called again. Not needed for correctness: without it the leases run out.
   *
   * @param twinSilent how long another incarnation of this node id must have given no sign of life;
   *     not negative. Less than the longest lease is safe only for who knows that the process is
   *     dead, for example because this one holds the same lock or volume
   * @param receivedWithin how far back to look for claims, by the time their rows were first
   *     received; more than zero
   * @return what was released
   * @throws LiveTwinException if another incarnation gave a sign of life within {@code twinSilent};
   *     nothing changed
   * @throws StoreException if the store does not answer; may be called again
   */
  public RecoveryResult recover(Duration twinSilent, Duration receivedWithin) {
    return replay.recover(twinSilent, receivedWithin);
  }

  /**
   * Where a consumer that must restore its broker position begins.
   *
   * @param tenant whose rows
   * @param handlerIds the handlers that consume the topics; not empty
   * @param receivedWithin how far back to look, by the time rows were first received
   * @return for each topic and partition seen the lowest offset that only a redelivery can finish,
   *     else the one after the highest seen; of several handlers the one that is behind decides
   * @throws StoreException if the store does not answer
   */
  public List<BrokerPosition> brokerPositions(
      Tenant tenant, Set<String> handlerIds, Duration receivedWithin) {
    return store.brokerPositions(tenant, handlerIds, receivedWithin);
  }

  /**
   * Pauses a handler for a tenant on all nodes: this one at once, the others within their poll
   * interval. No due row of it is claimed and no delivery of it is consumed; what runs already goes
   * on to its end. A pause with a duration is a maintenance window.
   *
   * @param tenant the tenant
   * @param handlerId the handler; need not be known to this ledger
   * @param action who and why; goes to the audit
   * @param howLong when it resumes by itself, more than zero and at most 3650 days; null for when
   *     somebody resumes it
   * @throws InvalidFieldException if the handler's id or the duration is not valid
   * @throws StoreException if the store does not answer; whether it is paused is not known then
   */
  public void pause(Tenant tenant, String handlerId, OperatorAction action, Duration howLong) {
    Text.required("handlerId", handlerId, ConsumptionKey.MAX_HANDLER_ID);
    store.pause(tenant, handlerId, action, HandlerControlVerbs.checkedPause(howLong));
    pauses.refresh();
  }

  /**
   * Lets a paused handler run again: on this node at once, on the others within their poll
   * interval.
   *
   * @param tenant the tenant
   * @param handlerId the handler
   * @param action who and why; goes to the audit
   * @return whether it had been paused
   * @throws StoreException if the store does not answer; whether it is paused is not known then
   */
  public boolean resume(Tenant tenant, String handlerId, OperatorAction action) {
    boolean wasPaused = store.resume(tenant, handlerId, action);
    pauses.refresh();
    pollNow();
    return wasPaused;
  }

  /**
   * The handlers that are paused now, of all tenants.
   *
   * @return in order of tenant and handler
   * @throws StoreException if the store does not answer
   */
  public List<PausedHandler> pausedHandlers() {
    return store.pausedHandlers();
  }

  /**
   * Looks for due rows now instead of at the next poll, for example after a replay was authorised.
   * Returns at once.
   */
  public void pollNow() {
    replay.dueIn(Duration.ZERO);
  }

  /** Collects a ledger. Not thread-safe. */
  public static final class Builder {
    private final LedgerStore store;
    private final Handlers handlers = new Handlers();
    private String nodeId = defaultNodeId();
    private Tenant quarantineTenant = Tenant.DEFAULT;
    private ErrorClassifier classifier = ErrorClassifier.NONE;
    private LedgerListener listener = LedgerListener.NONE;
    private Alerter alerter = Alerter.NONE;
    private Duration heartbeatInterval;
    private Duration safetyMargin;
    private Timing timing = Timing.SYSTEM;
    private ReplaySettings replay = ReplaySettings.DEFAULT;
    private ThreadFactory threads = Lifecycle::daemon;
    private Batching batching = Batching.NATURAL;

    private Builder(LedgerStore store) {
      this.store = Objects.requireNonNull(store, "store");
    }

    private static String defaultNodeId() {
      String host = System.getenv("HOSTNAME");
      try {
        return Text.required("HOSTNAME", host, Node.MAX_ID);
      } catch (InvalidFieldException unusable) {
        return "pid-" + ProcessHandle.current().pid();
      }
    }

    /**
     * Where messages go whose own tenant cannot be trusted; {@link Tenant#DEFAULT} unless set. With
     * more tenants than one it should be one that has no messages of its own.
     *
     * @param tenant the tenant; not null
     * @return this builder
     */
    public Builder quarantineTenant(Tenant tenant) {
      this.quarantineTenant = Objects.requireNonNull(tenant, "tenant");
      return this;
    }

    /**
     * Adds a handler.
     *
     * @param handler its declaration; not null
     * @return this builder
     * @throws InvalidFieldException if one of that id was added before
     */
    public Builder handler(HandlerDeclaration<?> handler) {
      handlers.add(handler);
      return this;
    }

    /**
     * This process's stable name; by default the environment's HOSTNAME. Two processes that run at
     * the same time must have different names.
     *
     * @param value 1 to {@value Node#MAX_ID} characters
     * @return this builder
     */
    public Builder nodeId(String value) {
      this.nodeId = Text.required("nodeId", value, Node.MAX_ID);
      return this;
    }

    /**
     * The application's classifier, asked before the database's.
     *
     * @param value the classifier; not null
     * @return this builder
     */
    public Builder classifier(ErrorClassifier value) {
      this.classifier = Objects.requireNonNull(value, "classifier");
      return this;
    }

    /**
     * Who hears of every move. Takes the place of one that was named before; {@link
     * LedgerListener#andThen} makes one of two.
     *
     * @param value the listener; not null
     * @return this builder
     */
    public Builder listener(LedgerListener value) {
      this.listener = Objects.requireNonNull(value, "listener");
      return this;
    }

    /**
     * Who is woken up.
     *
     * @param value the alerter; not null
     * @return this builder
     */
    public Builder alerter(Alerter value) {
      this.alerter = Objects.requireNonNull(value, "alerter");
      return this;
    }

    /**
     * How often the leases of running handlers are renewed. By default a third of the shortest
     * lease among the handlers, at most a minute.
     *
     * @param value at least 10 ms; twice that and the safety margin must fit into the shortest
     *     lease, so that one failed renewal can be repaired
     * @return this builder
     */
    public Builder heartbeatInterval(Duration value) {
      this.heartbeatInterval = Objects.requireNonNull(value, "heartbeatInterval");
      return this;
    }

    /**
     * How long before the database would let somebody else start a lease is given up here. By
     * default a tenth of each lease, at most 5 seconds. It is the time in which a handler that
     * loses its lease can stop before another one starts.
     *
     * @param value not negative, less than half the shortest lease
     * @return this builder
     */
    public Builder safetyMargin(Duration value) {
      this.safetyMargin = Objects.requireNonNull(value, "safetyMargin");
      return this;
    }

    /**
     * How many due rows this node runs at once.
     *
     * @param value from 0 (this node replays nothing) to 1,000; 8 by default
     * @return this builder
     * @throws InvalidFieldException if it is out of bounds
     */
    public Builder replayWorkers(int value) {
      this.replay = replay.withWorkers(value);
      return this;
    }

    /**
     * Makes the threads that run due rows; by default platform threads that are daemons. On Java 21
     * and later {@code Thread.ofVirtual().factory()} makes virtual ones.
     *
     * @param value the factory; not null, and never returns null
     * @return this builder
     */
    public Builder workerThreads(ThreadFactory value) {
      this.replay = replay.withWorkerThreads(value);
      return this;
    }

    /**
     * How often this node looks for due rows and for pauses; up to 20% more or less, so that nodes
     * do not ask together.
     *
     * @param value from 10 ms to 1 h; 1 s by default
     * @return this builder
     * @throws InvalidFieldException if it is out of bounds
     */
    public Builder pollInterval(Duration value) {
      this.replay = replay.withPollInterval(value);
      return this;
    }

    /**
     * How often this node looks for rows of dead owners whose content is stored; up to 20% more or
     * less.
     *
     * @param value from 10 ms to 1 h; by default half of the shortest lease
     * @return this builder
     * @throws InvalidFieldException if it is out of bounds
     */
    public Builder recoveryInterval(Duration value) {
      this.replay = replay.withRecoveryInterval(value);
      return this;
    }

    /**
     * Whether calls that wait at the same moment share statements and commits; by default they do.
     *
     * @param value the choice; not null
     * @return this builder
     */
    public Builder batching(Batching value) {
      this.batching = Objects.requireNonNull(value, "batching");
      return this;
    }

    Builder timing(Timing value) {
      this.timing = value;
      return this;
    }

    Builder threads(ThreadFactory value) {
      this.threads = value;
      return this;
    }

    /**
     * Starts the ledger: makes the node known to the store, starts the heartbeat and logs the
     * inventory.
     *
     * @return the ledger, to be closed
     * @throws ConfigurationException if it has no handler, or one that needs transactions on a
     *     store that has none
     * @throws InvalidFieldException if heartbeat interval, safety margin and the shortest lease do
     *     not fit together; the message names all values
     * @throws StoreException if the store cannot be reached
     */
    public Ledger start() {
      return new Ledger(this, handlers.on(store));
    }
  }
}
