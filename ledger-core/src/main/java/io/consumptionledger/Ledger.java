package io.consumptionledger;

import io.consumptionledger.internal.Engine;
import io.consumptionledger.internal.EngineParts;
import io.consumptionledger.internal.LeaseTimes;
import io.consumptionledger.internal.Lifecycle;
import io.consumptionledger.internal.Text;
import io.consumptionledger.internal.Timing;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.QuarantinedMessage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;

/**
 * Runs handlers so that nothing is lost, applied twice by accident or dropped in silence.
 * Thread-safe; one per process and database is usual. It has threads of its own, daemons, from
 * {@link Builder#start} to {@link #close()}.
 */
public final class Ledger implements AutoCloseable {
  private static final Logger LOG = System.getLogger("io.consumptionledger");
  private static final Duration DEFAULT_CLOSE = Duration.ofSeconds(30);

  private final LedgerStore store;
  private final Engine engine;
  private final Lifecycle lifecycle;
  private final Map<String, HandlerDeclaration<?>> handlers;

  private Ledger(Builder builder) {
    this.store = builder.store;
    this.handlers = new TreeMap<>(builder.handlers);
    LeaseTimes times =
        LeaseTimes.of(handlers.values(), builder.heartbeatInterval, builder.safetyMargin);
    this.lifecycle =
        new Lifecycle(
            new EngineParts(
                store,
                Node.start(builder.nodeId),
                builder.classifier,
                builder.listener,
                builder.alerter,
                builder.timing,
                times,
                builder.threads));
    this.engine = lifecycle.engine();
    LOG.log(
        Level.INFO,
        () -> "ledger on " + store.description() + ", node " + builder.nodeId + ", " + times);
    handlers.values().forEach(h -> LOG.log(Level.INFO, () -> "handler " + h));
    engine.inventory(handlers());
    lifecycle.start();
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
   * broker. Never throws because of what the handler did.
   *
   * @param delivery the message; its handler id must be that of a handler of this ledger
   * @return the answer for the broker; pending only inside a transaction that the caller opened and
   *     the store takes part in
   * @throws InvalidFieldException if the handler is unknown; nothing was recorded
   * @throws StoreException only inside such a transaction: it must be rolled back
   */
  public Outcome consume(Delivery delivery) {
    return lifecycle.consume(handler(delivery), delivery);
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
    return engine.refuse(handler(delivery), delivery, cause);
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
   * The inventory: every handler of this ledger, by id.
   *
   * @return an unmodifiable list
   */
  public List<HandlerDeclaration<?>> handlers() {
    return List.copyOf(handlers.values());
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

  private HandlerDeclaration<?> handler(Delivery delivery) {
    String id = delivery.key().handlerId();
    HandlerDeclaration<?> handler = handlers.get(id);
    if (handler == null) {
      throw new InvalidFieldException(
          "handlerId", "is " + Text.shown(id) + ", this ledger knows " + handlers.keySet());
    }
    return handler;
  }

  /** Collects a ledger. Not thread-safe. */
  public static final class Builder {
    private final LedgerStore store;
    private final Map<String, HandlerDeclaration<?>> handlers = new TreeMap<>();
    private String nodeId = defaultNodeId();
    private ErrorClassifier classifier = ErrorClassifier.NONE;
    private LedgerListener listener = LedgerListener.NONE;
    private Alerter alerter = Alerter.NONE;
    private Duration heartbeatInterval;
    private Duration safetyMargin;
    private Timing timing = Timing.SYSTEM;
    private ThreadFactory threads = Lifecycle::daemon;

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
     * Adds a handler.
     *
     * @param handler its declaration; not null
     * @return this builder
     * @throws InvalidFieldException if one of that id was added before
     */
    public Builder handler(HandlerDeclaration<?> handler) {
      if (handlers.putIfAbsent(handler.id(), handler) != null) {
        throw new InvalidFieldException("handlerId", "is declared twice: " + handler.id());
      }
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
      if (handlers.isEmpty()) {
        throw new ConfigurationException("a ledger needs at least one handler");
      }
      handlers.values().forEach(this::requireTransactions);
      return new Ledger(this);
    }

    private void requireTransactions(HandlerDeclaration<?> handler) {
      if (handler.mode() != ConsumptionMode.LEASED && !store.hasTransactions()) {
        throw new ConfigurationException(
            "handler "
                + handler.id()
                + " is "
                + handler.mode()
                + ", but there are no transactions in a store "
                + store.description()
                + "; use LEASED, or a store on a database");
      }
    }
  }
}
