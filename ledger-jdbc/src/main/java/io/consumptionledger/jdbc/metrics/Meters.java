package io.consumptionledger.jdbc.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** The meters in a registry, made when they are first needed. Thread-safe. */
final class Meters {
  private static final String SECONDS = "seconds";

  private final MeterRegistry registry;
  private final Tags common;
  private final Map<Id, Meter> made = new ConcurrentHashMap<>();

  Meters(MeterRegistry registry, Tags common) {
    this.registry = registry;
    this.common = common;
  }

  private record Id(LedgerMeter meter, List<String> values) {}

  Counter counter(LedgerMeter meter, String... values) {
    return (Counter)
        made.computeIfAbsent(
            new Id(meter, List.of(values)),
            id ->
                Counter.builder(meter.fullName())
                    .description(meter.description())
                    .tags(tags(id))
                    .register(registry));
  }

  DistributionSummary summary(LedgerMeter meter, String... values) {
    return (DistributionSummary)
        made.computeIfAbsent(
            new Id(meter, List.of(values)),
            id ->
                DistributionSummary.builder(meter.fullName())
                    .description(meter.description())
                    .baseUnit(meter.unit())
                    .tags(tags(id))
                    .register(registry));
  }

  Timer timer(LedgerMeter meter, String... values) {
    return (Timer)
        made.computeIfAbsent(
            new Id(meter, List.of(values)),
            id ->
                Timer.builder(meter.fullName())
                    .description(meter.description())
                    .tags(tags(id))
                    .register(registry));
  }

  /**
   * A gauge that shows a reading.
   *
   * @throws IllegalStateException if the registry has that very gauge already, which would go on to
   *     show what it shows now
   */
  void gauge(LedgerMeter meter, Reading reading, String... values) {
    gauge(meter, reading, Reading::value, values);
  }

  /** The same, of what a thing says when it is scraped; it must know that without asking around. */
  <T> void gauge(LedgerMeter meter, T thing, ToDoubleFunction<T> says, String... values) {
    made.computeIfAbsent(new Id(meter, List.of(values)), id -> register(id, thing, says));
  }

  private <T> Meter register(Id id, T thing, ToDoubleFunction<T> says) {
    LedgerMeter meter = id.meter();
    Tags tags = tags(id);
    if (registry.find(meter.fullName()).tags(tags).gauge() != null) {
      throw new IllegalStateException(
          "the registry has a gauge "
              + meter.fullName()
              + " with "
              + tags
              + " already; two ledgers need tags that tell them apart");
    }
    if (SECONDS.equals(meter.unit())) {
      return TimeGauge.builder(meter.fullName(), thing, TimeUnit.SECONDS, says)
          .description(meter.description())
          .tags(tags)
          .register(registry);
    }
    return Gauge.builder(meter.fullName(), thing, says)
        .description(meter.description())
        .baseUnit(meter.unit())
        .tags(tags)
        .register(registry);
  }

  private Tags tags(Id id) {
    return common.and(id.meter().tags(id.values()));
  }

  /** Takes out what was put in. */
  void removeAll() {
    for (Meter meter : new ArrayList<>(made.values())) {
      registry.remove(meter);
    }
    made.clear();
  }
}
