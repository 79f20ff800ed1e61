package io.consumptionledger;

import io.consumptionledger.spi.LedgerStore;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * One ledger on each store of a resolver. Each has threads, leases and sweeps of its own, so a
 * database that is down or slow costs its own tenants their time and nobody else's; within one
 * database the ledger serves tenants in turn. Who is not served is answered {@link
 * TenantNotServedException}, and nothing of theirs runs. Thread-safe.
 *
 * <pre>{@code
 * TenantLedgers ledgers =
 *     TenantLedgers.start(resolver, store -> Ledger.on(store).handler(billing).start());
 * }</pre>
 */
public final class TenantLedgers implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(TenantLedgers.class.getName());
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(30);
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final TenantResolver resolver;
  private final Function<LedgerStore, Ledger> starter;
  private final Map<LedgerStore, Slot> slots = new IdentityHashMap<>();
  private volatile boolean isClosed;

  private TenantLedgers(TenantResolver resolver, Function<LedgerStore, Ledger> starter) {
    this.resolver = resolver;
    this.starter = starter;
    resolver.stores().forEach(store -> slots.put(store, new Slot(store)));
  }

  /**
   * The place of a ledger. Each has a lock of its own: to start one may take as long as it hangs.
   */
  private final class Slot {
    private final LedgerStore store;
    private volatile Ledger ledger;

    Slot(LedgerStore store) {
      this.store = store;
    }

    Ledger get() {
      Ledger running = ledger;
      return running == null ? start() : running;
    }

    private synchronized Ledger start() {
      if (ledger == null) {
        if (isClosed) {
          throw new IllegalStateException("the ledgers are closed");
        }
        Ledger made = Objects.requireNonNull(starter.apply(store), "the starter made no ledger");
        ledger = made;
        if (isClosed) {
          made.close(Duration.ZERO);
        }
      }
      return ledger;
    }
  }

  /**
   * Starts a ledger on each store. One that cannot be started because its store fails is logged,
   * and started when it is asked for, or by {@link #startMissing}.
   *
   * @param resolver who is served, and from where; not null
   * @param starter makes a ledger on a store; called once for each, one at a time
   * @return the ledgers
   */
  public static TenantLedgers start(
      TenantResolver resolver, Function<LedgerStore, Ledger> starter) {
    TenantLedgers ledgers =
        new TenantLedgers(
            Objects.requireNonNull(resolver, "resolver"),
            Objects.requireNonNull(starter, "starter"));
    try {
      ledgers.startMissing();
    } catch (RuntimeException | Error e) {
      ledgers.close();
      throw e;
    }
    return ledgers;
  }

  /**
   * Starts the ledgers that could not be started before. To be called now and then by whoever wants
   * the due rows of a database to run that was down at the start and gets no deliveries.
   *
   * @return how many are still missing
   */
  public int startMissing() {
    int missing = 0;
    for (Slot slot : slots.values()) {
      try {
        slot.get();
      } catch (StoreException e) {
        missing++;
        LOG.log(Level.WARNING, "no ledger could be started on a store: {0}", e.getMessage());
      }
    }
    return missing;
  }

  /**
   * A tenant's ledger, which it may share.
   *
   * @param tenant whose; not null
   * @return the ledger
   * @throws TenantNotServedException if the tenant is not served
   * @throws StoreException if its ledger could not be started
   * @throws IllegalStateException if these ledgers were closed before it was started
   */
  public Ledger of(Tenant tenant) {
    return slots.get(resolver.store(tenant)).get();
  }

  /**
   * Consumes a message with its tenant's ledger; see {@link Ledger#consume}.
   *
   * @param delivery the message
   * @return the answer for the broker; redeliver when the tenant's ledger cannot be started
   * @throws TenantNotServedException if its tenant is not served; nothing was recorded
   */
  public Outcome consume(Delivery delivery) {
    Ledger ledger;
    try {
      ledger = of(delivery.key().tenant());
    } catch (StoreException e) {
      return again(delivery, e);
    }
    return ledger.consume(delivery);
  }

  /**
   * Consumes what a broker's poll brought, each message with its tenant's ledger; see {@link
   * Ledger#consumeAll(List)}. Ledgers are asked one after the other, so a database that is slow
   * holds up the poll, but the answer to a message tells of its own tenant's database only.
   *
   * @param deliveries the messages, of any tenants that are served
   * @return the answer to each, in their order
   * @throws TenantNotServedException if a tenant is not served; nothing was done, see {@link
   *     TenantResolver#serves}
   * @throws InvalidFieldException if a handler is unknown; messages of other tenants' ledgers may
   *     have been consumed, and come again as duplicates
   */
  public List<Outcome> consumeAll(List<Delivery> deliveries) {
    Map<Slot, List<Integer>> bySlot = new LinkedHashMap<>();
    for (int i = 0; i < deliveries.size(); i++) {
      Slot slot = slots.get(resolver.store(deliveries.get(i).key().tenant()));
      bySlot.computeIfAbsent(slot, none -> new ArrayList<>()).add(i);
    }
    Outcome[] outcomes = new Outcome[deliveries.size()];
    bySlot.forEach(
        (slot, places) -> {
          List<Outcome> some = consume(slot, places.stream().map(deliveries::get).toList());
          for (int i = 0; i < some.size(); i++) {
            outcomes[places.get(i)] = some.get(i);
          }
        });
    return List.of(outcomes);
  }

  private static List<Outcome> consume(Slot slot, List<Delivery> deliveries) {
    Ledger ledger;
    try {
      ledger = slot.get();
    } catch (StoreException e) {
      return deliveries.stream().map(delivery -> again(delivery, e)).toList();
    }
    return ledger.consumeAll(deliveries);
  }

  private static Outcome again(Delivery delivery, StoreException why) {
    LOG.log(Level.WARNING, "{0} must come again: {1}", delivery.key(), why.getMessage());
    return new Outcome.Redeliver(Outcome.Redelivered.STORE_UNAVAILABLE, ASK_AGAIN);
  }

  /**
   * The ledgers that run.
   *
   * @return a copy, in no order
   */
  public List<Ledger> running() {
    return slots.values().stream().map(slot -> slot.ledger).filter(Objects::nonNull).toList();
  }

  /** Closes all ledgers; their handlers have 30 seconds in all. */
  @Override
  public void close() {
    isClosed = true;
    long end = System.nanoTime() + CLOSE_WITHIN.toNanos();
    List<Ledger> open = running();
    // At first nobody waits, so that all of them stop taking work at the same time.
    open.forEach(ledger -> ledger.close(Duration.ZERO));
    open.forEach(ledger -> ledger.close(Duration.ofNanos(Math.max(0, end - System.nanoTime()))));
  }
}
