package io.consumptionledger.jdbc.metrics;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.Ledger;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.LedgerListener;
import io.consumptionledger.Tenant;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Puts a ledger's numbers into a Micrometer registry: what happens, as the ledger's listener, and
 * how its rows stand, as gauges.
 *
 * <pre>{@code
 * LedgerMetrics metrics = LedgerMetrics.on(registry);
 * Ledger ledger = JdbcLedger.on(dataSource).listener(metrics).handler(...).start();
 * metrics.watch(ledger);
 * }</pre>
 *
 * <p>Gauges are read from the database on a daemon thread of their own and never while the registry
 * is scraped: a database that hangs makes them NaN after {@value #INTERVALS_BELIEVED} intervals and
 * blocks nobody. Tags hold names of handlers of the inventory and constants, never a tenant, a key
 * or a text from outside. All meters are listed in {@code docs/metrics.md}. Thread-safe.
 */
public final class LedgerMetrics implements LedgerListener, AutoCloseable {
  /** How many intervals long a gauge shows what was read last. */
  static final int INTERVALS_BELIEVED = 4;

  private final Meters meters;
  private final EventMeters events;
  private final Duration interval;
  private final int countLimit;
  private Refresher refresher;
  private volatile boolean closed;

  private LedgerMetrics(Builder builder) {
    this.meters = new Meters(builder.registry, builder.tags);
    this.events = new EventMeters(meters, new Handlers(), System::nanoTime);
    this.interval = builder.interval;
    this.countLimit = builder.countLimit;
  }

  /**
   * Metrics with everything as by default.
   *
   * @param registry where the meters go; not null
   * @return metrics, to be named as a ledger's listener
   */
  public static LedgerMetrics on(MeterRegistry registry) {
    return builder(registry).build();
  }

  /**
   * Metrics with settings of their own.
   *
   * @param registry where the meters go; not null
   * @return a builder
   */
  public static Builder builder(MeterRegistry registry) {
    return new Builder(registry);
  }

  /** Counts an event. Throws what the registry throws; the ledger logs that and goes on. */
  @Override
  public void on(LedgerEvent event) {
    if (!closed) {
      events.on(event);
    }
  }

  /**
   * Shows how a ledger's rows stand, from now until this is closed. The numbers are sums over some
   * tenants: each refresh asks the store two counts for each handler and tenant, one question more
   * if the handler is ordered, and two questions besides.
   *
   * @param ledger the ledger; not null
   * @param tenants whose rows count; none for {@link Tenant#DEFAULT}
   * @return this
   * @throws IllegalStateException if this is closed or watches a ledger already, or if the registry
   *     has such gauges already: two ledgers need metrics with tags that tell them apart
   */
  public synchronized LedgerMetrics watch(Ledger ledger, Tenant... tenants) {
    Objects.requireNonNull(ledger, "ledger");
    if (closed || refresher != null) {
      throw new IllegalStateException(
          closed
              ? "the metrics are closed"
              : "one ledger is watched already; make metrics for each");
    }
    Set<Tenant> whose = new LinkedHashSet<>(List.of(tenants));
    if (whose.isEmpty()) {
      whose.add(Tenant.DEFAULT);
    }
    events.know(ledger.handlers());
    LedgerGauges gauges =
        new LedgerGauges(
            ledger,
            Collections.unmodifiableSet(whose),
            meters,
            System::nanoTime,
            interval.multipliedBy(INTERVALS_BELIEVED),
            countLimit);
    refresher = new Refresher(gauges.steps(), interval, meters, System::nanoTime);
    refresher.start();
    return this;
  }

  /** Stops reading and takes the meters out of the registry. Does not wait for the database. */
  @Override
  public synchronized void close() {
    closed = true;
    if (refresher != null) {
      refresher.close();
    }
    meters.removeAll();
  }

  /** Collects settings. Not thread-safe. */
  public static final class Builder {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int HIGHEST_COUNT = 1_000_000;

    private final MeterRegistry registry;
    private Duration interval = Duration.ofSeconds(15);
    private int countLimit = 10_000;
    private Tags tags = Tags.empty();

    private Builder(MeterRegistry registry) {
      this.registry = Objects.requireNonNull(registry, "registry");
    }

    /**
     * How long to pause between two refreshes of the gauges.
     *
     * @param value from 100 ms to 1 hour; by default 15 s
     * @return this builder
     */
    public Builder interval(Duration value) {
      this.interval = Objects.requireNonNull(value, "interval");
      return this;
    }

    /**
     * Where counting rows stops, for each handler, state and tenant. A gauge that shows more than
     * this says "at least".
     *
     * @param value from 1 to 1,000,000; by default 10,000
     * @return this builder
     */
    public Builder countLimit(int value) {
      this.countLimit = value;
      return this;
    }

    /**
     * Tags of every meter, such as the one that tells a ledger from another in the same registry.
     *
     * @param keyValues keys and values in turn
     * @return this builder
     */
    public Builder tags(String... keyValues) {
      this.tags = Tags.of(keyValues);
      return this;
    }

    /**
     * Makes the metrics.
     *
     * @return the metrics
     * @throws ConfigurationException if interval or limit is out of bounds
     */
    public LedgerMetrics build() {
      if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
        throw new ConfigurationException(
            "the interval between refreshes is "
                + interval
                + "; it must be from "
                + SHORTEST
                + " to "
                + LONGEST);
      }
      if (countLimit < 1 || countLimit > HIGHEST_COUNT) {
        throw new ConfigurationException(
            "counting stops at " + countLimit + "; it must be from 1 to " + HIGHEST_COUNT);
      }
      return new LedgerMetrics(this);
    }
  }
}
