package io.consumptionledger.memory;

import static io.consumptionledger.memory.MemoryFixture.FAILED;
import static io.consumptionledger.memory.MemoryFixture.HANDLER;
import static io.consumptionledger.memory.MemoryFixture.bare;
import static io.consumptionledger.memory.MemoryFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantineVerbs.QuarantineEntry;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.ReadVerbs.Filter;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Order, bounds and tenants of what can be looked at. */
class MemoryReadsTest {
  private static final Tenant OTHER = new Tenant("other");
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final MemoryFixture memory = new MemoryFixture();
  private final InMemoryLedgerStore store = memory.store;
  private final Instant start = memory.clock.instant();

  private static Filter filter(Tenant tenant, Instant from, Instant before) {
    return new Filter(tenant, HANDLER, EnumSet.allOf(ConsumptionState.class), from, before);
  }

  private List<String> events(Filter filter, int limit) {
    return store.list(filter, limit).stream().map(r -> r.summary().key().eventId()).toList();
  }

  private void threeRowsOfTwoMoments() {
    store.complete(bare("b"));
    store.complete(bare("a"));
    memory.clock.advance(SECOND);
    memory.dead("c");
  }

  @Test
  void listsAreNewestFirstThenByKeyDescendingAndWindowsAreHalfOpen() {
    threeRowsOfTwoMoments();

    assertThat(events(filter(Tenant.DEFAULT, null, null), 10)).containsExactly("c", "b", "a");
    assertThat(events(filter(Tenant.DEFAULT, null, null), 2)).containsExactly("c", "b");
    assertThat(events(filter(Tenant.DEFAULT, start, start.plus(SECOND)), 10))
        .containsExactly("b", "a");
    assertThat(events(filter(Tenant.DEFAULT, start.plus(SECOND), null), 10)).containsExactly("c");
    assertThat(events(filter(OTHER, null, null), 10)).isEmpty();
  }

  @Test
  void countsStopOneBeyondTheLimit() {
    threeRowsOfTwoMoments();
    Filter all = filter(Tenant.DEFAULT, null, null);

    assertThat(store.count(all, 1)).isEqualTo(2);
    assertThat(store.count(all, 2)).isEqualTo(3);
    assertThat(store.count(all, 3)).isEqualTo(3);
    assertThat(
            store.count(
                new Filter(
                    Tenant.DEFAULT, HANDLER, Set.of(ConsumptionState.DEAD_LETTER), null, null),
                5))
        .isOne();
  }

  @Test
  void rowsByKeyComeOnceInTheOrderOfTheirKeys() {
    threeRowsOfTwoMoments();

    assertThat(store.list(List.of(key("c"), key("none"), key("a"), key("c"))))
        .extracting(row -> row.summary().key())
        .containsExactly(key("a"), key("c"));
  }

  @Test
  void anAnomalyIsNewOncePerClaimAndKind() {
    Anomaly first = new Anomaly(key("e"), 1, AnomalyKind.LEASE_ORPHAN, "d", Instant.EPOCH);

    assertThat(store.recordAnomaly(first)).isTrue();
    assertThat(store.recordAnomaly(first)).isFalse();
    memory.clock.advance(SECOND);
    assertThat(store.recordAnomaly(new Anomaly(key("e"), 2, first.kind(), "d", null))).isTrue();
    assertThat(store.recordAnomaly(new Anomaly(key("e"), 1, AnomalyKind.LATE_SETTLE, null, null)))
        .isTrue();

    Set<AnomalyKind> orphans = Set.of(AnomalyKind.LEASE_ORPHAN);
    assertThat(store.anomalies(Tenant.DEFAULT, orphans, null, null, 10))
        .extracting(Anomaly::epoch, Anomaly::seenAt)
        .containsExactly(tuple(2L, start.plus(SECOND)), tuple(1L, start));
    assertThat(store.anomalies(Tenant.DEFAULT, orphans, null, start.plus(SECOND), 10)).hasSize(1);
    assertThat(store.anomalies(OTHER, orphans, null, null, 10)).isEmpty();
  }

  @Test
  void theSameBytesFromTheSamePlaceAreQuarantinedOnceAndClosedOnce() {
    QuarantinedMessage message =
        new QuarantinedMessage(
            Tenant.DEFAULT,
            HANDLER,
            Metadata.NONE,
            Headers.none(),
            null,
            Payload.of(new byte[] {1}),
            FAILED);
    OperatorAction ann = new OperatorAction("ann", "seen");

    assertThat(store.quarantine(message)).isTrue();
    assertThat(store.quarantine(message)).isFalse();
    assertThat(store.resolveQuarantined(OTHER, message.id(), ann)).isFalse();
    assertThat(store.quarantineList(Tenant.DEFAULT, 10))
        .containsExactly(
            new QuarantineEntry(message.id(), HANDLER, null, null, null, "m", start, null));
    assertThat(store.resolveQuarantined(Tenant.DEFAULT, message.id(), ann)).isTrue();
    assertThat(store.resolveQuarantined(Tenant.DEFAULT, message.id(), ann)).isFalse();
    assertThat(store.quarantineList(Tenant.DEFAULT, 10).get(0).resolvedBy()).isEqualTo("ann");
    assertThat(store.quarantined(Tenant.DEFAULT, message.id())).contains(message);
    assertThat(store.quarantined(OTHER, message.id())).isEmpty();
    assertThat(store.quarantineList(OTHER, 10)).isEmpty();
  }
}
