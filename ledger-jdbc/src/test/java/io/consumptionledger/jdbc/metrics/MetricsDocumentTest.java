package io.consumptionledger.jdbc.metrics;

import static io.consumptionledger.jdbc.metrics.MetricsFixture.HANDLER;
import static io.consumptionledger.jdbc.metrics.MetricsFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.LedgerEvent;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table in docs/metrics.md lists what a ledger registers, and nothing else. */
class MetricsDocumentTest {
  private static final Path DOCUMENT =
      Path.of(System.getProperty("project.root"), "docs", "metrics.md");

  /** What a line says of a meter, but for its meaning. */
  private record Described(String type, String unit, Set<String> tags) {}

  @Test
  void givenARun_whenItsMetersAreComparedWithTheTable_thenNamesTypesUnitsAndTagsAreTheSame()
      throws IOException {
    assertThat(registered()).isEqualTo(documented());
  }

  @Test
  void givenEveryMeter_whenTheTableIsRead_thenItHasAMeaningAndAnAlertOrNone() throws IOException {
    for (String[] cells : lines()) {
      assertThat(cells).as(cells[1]).hasSize(7);
      assertThat(cells[5]).as(cells[1]).isNotBlank();
      assertThat(cells[6]).as(cells[1]).isNotBlank();
    }
    assertThat(lines()).hasSize(LedgerMeter.values().length);
  }

  private static java.util.List<String[]> lines() throws IOException {
    return Files.readAllLines(DOCUMENT).stream()
        .filter(line -> line.startsWith("| `consumption.ledger."))
        .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toArray(String[]::new))
        .toList();
  }

  private static Map<String, Described> documented() throws IOException {
    Map<String, Described> all = new TreeMap<>();
    for (String[] cells : lines()) {
      Set<String> tags =
          Arrays.stream(cells[4].split(","))
              .map(String::strip)
              .filter(tag -> !tag.isEmpty())
              .collect(Collectors.toCollection(TreeSet::new));
      all.put(cells[1].replace("`", ""), new Described(cells[2], cells[3], tags));
    }
    return all;
  }

  private static Map<String, Described> registered() {
    Map<String, Described> all = new TreeMap<>();
    try (MetricsFixture fixture = new MetricsFixture()) {
      fixture.metrics.watch(fixture.ledger);
      fixture.consume(HANDLER, "e1", "retry");
      fixture.metrics.on(new LedgerEvent.LeaseLost(ConsumptionKey.of(HANDLER, "e1"), 1, 1));
      fixture.metrics.on(new LedgerEvent.HeartbeatRound(Duration.ZERO, 1, 1, 1, null));
      await(() -> !fixture.registry.find(LedgerMeter.REFRESHES.fullName()).timers().isEmpty());
      for (Meter meter : fixture.registry.getMeters()) {
        Described described = described(meter.getId());
        Described before = all.putIfAbsent(meter.getId().getName(), described);
        assertThat(before == null || before.equals(described)).as("%s", meter.getId()).isTrue();
      }
    }
    return all;
  }

  private static Described described(Meter.Id id) {
    return new Described(
        id.getType().name().toLowerCase(Locale.ROOT),
        Objects.requireNonNullElse(id.getBaseUnit(), ""),
        id.getTags().stream().map(Tag::getKey).collect(Collectors.toCollection(TreeSet::new)));
  }
}
