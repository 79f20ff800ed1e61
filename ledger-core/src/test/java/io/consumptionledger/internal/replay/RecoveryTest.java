package io.consumptionledger.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.LiveTwinException;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.RecoveryResult;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The recovery sweep, and recovery at start-up. */
class RecoveryTest {
  private static final Duration SILENT = Duration.ofSeconds(30);
  private static final Duration WINDOW = Duration.ofDays(1);

  private final ReplayFixture fixture = new ReplayFixture().handler("a").handler("b");
  private final AtomicInteger woken = new AtomicInteger();
  private final RecoverySweep sweep = new RecoverySweep(fixture.parts(), woken::incrementAndGet);
  private final StartUpRecovery startUp = new StartUpRecovery(fixture.parts(), sweep);
  private final Node other = Node.start("other");
  private final Node before = Node.start(ReplayFixture.NODE.id());

  private List<AnomalyKind> anomalies() {
    return fixture.heard(LedgerEvent.AnomalySeen.class).stream()
        .map(LedgerEvent.AnomalySeen::kind)
        .toList();
  }

  @Test
  void givenOrphansWithContent_thenTheyAreScheduledReportedAndTheSchedulerIsWoken() {
    fixture.held("t", "a", "e1", other, true);
    fixture.held("t", "b", "e2", other, true);
    sweep.pass();
    assertThat(woken).as("their leases last").hasValue(0);
    fixture.timing.elapse(ReplayFixture.LEASE);

    assertThat(sweep.pass()).isFalse();

    Row row = fixture.row("t", "a", "e1");
    assertThat(row.waitReason()).isEqualTo(WaitReason.RECOVERED);
    assertThat(row.summary().dueIn()).isZero();
    assertThat(woken.get()).isPositive();
    assertThat(anomalies()).containsExactly(AnomalyKind.LEASE_ORPHAN, AnomalyKind.LEASE_ORPHAN);
    assertThat(fixture.heard(LedgerEvent.Moved.class))
        .hasSize(2)
        .allMatch(moved -> moved.transition() == Transition.RECOVER)
        .allMatch(moved -> moved.state() == ConsumptionState.RETRY_SCHEDULED);
  }

  @Test
  void givenAMessageThatAlwaysKillsItsOwner_thenItEndsAsADeadLetterThatSaysWhy() {
    fixture.held("t", "a", "e1", other, true);
    for (int start = 1; start <= 3; start++) {
      fixture.timing.elapse(ReplayFixture.LEASE);
      sweep.pass();
      fixture.rows.claimDue(
          new Tenant("t"), "a", List.of(ClaimToken.random()), other, ReplayFixture.LEASE);
    }

    Row row = fixture.row("t", "a", "e1");
    assertThat(row.summary().state()).isEqualTo(ConsumptionState.DEAD_LETTER);
    assertThat(row.failure().errorClass()).isEqualTo(ErrorClass.CRASH_LOOP);
    assertThat(row.failure().message())
        .isEqualTo("all 3 attempts were started and none was settled");
    assertThat(anomalies())
        .containsExactly(
            AnomalyKind.LEASE_ORPHAN,
            AnomalyKind.LEASE_ORPHAN,
            AnomalyKind.LEASE_ORPHAN,
            AnomalyKind.CRASH_LOOP);
    assertThat(fixture.heard(LedgerEvent.Moved.class).get(2).failure()).isEqualTo(row.failure());
  }

  @Test
  void givenAHandlerThatMustNotRerun_thenItsOrphanIsADeadLetterAndNobodyIsWoken() {
    fixture.handlers.put(
        "a",
        HandlerDeclaration.of("a", ReplaySafety.IDEMPOTENT, Decoder.none(), (m, a) -> {})
            .onOrphan(OnOrphan.DEAD_LETTER)
            .build());
    fixture.held("t", "a", "e1", other, true);
    fixture.timing.elapse(ReplayFixture.LEASE);

    sweep.pass();

    assertThat(fixture.row("t", "a", "e1").failure().message())
        .isEqualTo("the owner died and the handler must not run again by itself");
    assertThat(woken).hasValue(0);
    assertThat(anomalies()).containsExactly(AnomalyKind.LEASE_ORPHAN);
  }

  @Test
  void givenMoreOrphansThanOnePassTakes_thenItAsksForAnother() {
    int most = RecoverySweep.BATCH * 10;
    for (int i = 0; i <= most; i++) {
      fixture.held("t", "a", "e" + i, other, true);
    }
    fixture.timing.elapse(ReplayFixture.LEASE);

    assertThat(sweep.pass()).isTrue();
    assertThat(sweep.pass()).isFalse();

    assertThat(fixture.heard(LedgerEvent.Moved.class)).hasSize(most + 1);
  }

  @Test
  void givenAHandlerWhoseRecoveryFails_thenTheOtherIsRecoveredAndTheFailureReported() {
    fixture.held("t", "b", "e1", other, true);
    fixture.timing.elapse(ReplayFixture.LEASE);
    AtomicInteger calls = new AtomicInteger();
    fixture.faults.put(
        "recover", args -> calls.getAndIncrement() == 0 ? new StoreException("gone", null) : null);

    sweep.pass();

    assertThat(fixture.heard(LedgerEvent.TickFailed.class))
        .singleElement()
        .matches(failed -> failed.what().equals("RECOVER of handler a"));
    assertThat(fixture.row("t", "b", "e1").waitReason()).isEqualTo(WaitReason.RECOVERED);
  }

  @Test
  void givenRowsOfAnEarlierIncarnation_thenRecoverReleasesThemWithoutWaitingForTheirLeases() {
    fixture.held("t1", "a", "e1", before, false);
    fixture.held("t2", "a", "e2", before, false);
    fixture.held("t1", "a", "e3", ReplayFixture.NODE, false);
    fixture.held("t1", "a", "e4", other, false);

    RecoveryResult result = startUp.recover(SILENT, WINDOW);

    assertThat(result).isEqualTo(new RecoveryResult(2, 0));
    assertThat(fixture.row("t1", "a", "e1").summary().leaseExpired()).isTrue();
    assertThat(fixture.row("t2", "a", "e2").summary().leaseExpired()).isTrue();
    assertThat(fixture.row("t1", "a", "e3").summary().leaseExpired()).as("its own").isFalse();
    assertThat(fixture.row("t1", "a", "e4").summary().leaseExpired()).as("another's").isFalse();
    assertThat(fixture.ran).isEmpty();
    assertThat(startUp.recover(SILENT, WINDOW)).isEqualTo(new RecoveryResult(0, 0));
  }

  @Test
  void givenOrphansWhoseLeaseHasEnded_thenRecoverSchedulesThem() {
    fixture.held("t", "a", "e1", before, true);
    fixture.timing.elapse(ReplayFixture.LEASE);

    assertThat(startUp.recover(SILENT, WINDOW).recovered()).isEqualTo(1);

    assertThat(fixture.row("t", "a", "e1").waitReason()).isEqualTo(WaitReason.RECOVERED);
  }

  @Test
  void givenATwinThatGaveASignOfLife_thenRecoverRefusesAndChangesNothing() {
    fixture.held("t", "a", "e1", before, false);
    fixture.rows.startNode(before);
    fixture.timing.elapse(Duration.ofSeconds(12));

    assertThatThrownBy(() -> startUp.recover(SILENT, WINDOW))
        .isInstanceOf(LiveTwinException.class)
        .hasMessageContaining("node n ")
        .hasMessageContaining("PT12S");
    assertThat(fixture.row("t", "a", "e1").summary().leaseExpired()).isFalse();

    fixture.timing.elapse(SILENT);
    startUp.recover(SILENT, WINDOW);
  }
}
