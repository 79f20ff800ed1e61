package io.consumptionledger.operations;

import static io.consumptionledger.operations.ReplayFixture.OLGA;
import static io.consumptionledger.operations.ReplayFixture.THREAD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.Await;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.operations.ReplayReport.End;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplaySelection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a run is held back, stopped, and goes on when the store fails. */
@Timeout(60)
class ReplayRunTest {
  private final ReplayFixture fixture = new ReplayFixture();

  private static ReplayReport reportOf(ReplayFixture.Running running) throws Exception {
    return running.report.get(20, TimeUnit.SECONDS);
  }

  @Test
  void givenARate_whenRun_thenEachRowWaitsForItsMoment() throws Exception {
    ReplayRequest request = fixture.approved(3);
    ReplayFixture.Running running =
        new ReplayFixture.Running(fixture.run(request, ReplayOptions.DEFAULT.perSecond(2)));
    for (int rows = 1; rows <= 2; rows++) {
      Await.until("it waits", () -> fixture.timing.isWaiting(THREAD));
      assertThat(fixture.scheduled(request)).isEqualTo(rows);
      fixture.timing.elapse(Duration.ofMillis(499));
      assertThat(fixture.scheduled(request)).isEqualTo(rows);
      fixture.timing.elapse(Duration.ofMillis(1));
      int next = rows + 1;
      Await.until("the next row", () -> fixture.scheduled(request) == next);
    }
    assertThat(reportOf(running).end()).isEqualTo(End.COMPLETE);
  }

  @Test
  void givenNobodyWhoRunsTheRows_whenPatienceEnds_thenTheRunEndsAndSaysSo() throws Exception {
    ReplayRequest request = fixture.approved(3);
    ReplayOptions options =
        ReplayOptions.DEFAULT
            .perSecond(ReplayOptions.MOST)
            .inFlight(1)
            .waiting(Duration.ofSeconds(30), Duration.ofSeconds(10));
    ReplayFixture.Running running = new ReplayFixture.Running(fixture.run(request, options));
    while (!running.report.isDone()) {
      fixture.timing.elapse(Duration.ofSeconds(1));
    }
    ReplayReport report = reportOf(running);
    assertThat(report.end()).isEqualTo(End.NO_PROGRESS);
    assertThat(report.items()).extracting(ReplayItem::position).containsExactly(0);
    assertThat(report.progress().untried()).isEqualTo(2);
  }

  @Test
  void givenARunThatWaits_whenItsThreadIsInterrupted_thenItEndsAndTheInterruptIsGivenBack()
      throws Exception {
    ReplayRequest request = fixture.approved(2);
    ReplayFixture.Running running =
        new ReplayFixture.Running(fixture.run(request, ReplayOptions.DEFAULT.inFlight(1)));
    Await.until("one row is scheduled", () -> fixture.scheduled(request) == 1);
    running.thread.interrupt();
    ReplayReport report = reportOf(running);
    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(running.isInterruptedAfterwards).isTrue();
    assertThat(fixture.scheduled(request)).isEqualTo(1);
  }

  @Test
  void givenARunThatWaits_whenItIsStopped_thenItEndsAtOnce() throws Exception {
    ReplayRequest request = fixture.approved(2);
    ReplayRun run = fixture.run(request, ReplayOptions.DEFAULT.inFlight(1));
    ReplayFixture.Running running = new ReplayFixture.Running(run);
    Await.until("one row is scheduled", () -> fixture.scheduled(request) == 1);
    run.stop();
    assertThat(reportOf(running).end()).isEqualTo(End.STOPPED);
  }

  @Test
  void givenARunThatWasStoppedBefore_whenExecuted_thenNothingIsScheduled() {
    ReplayRequest request = fixture.approved(2);
    ReplayRun run = fixture.run(request, ReplayOptions.DEFAULT);
    run.stop();
    assertThat(run.execute().end()).isEqualTo(End.STOPPED);
    assertThat(fixture.scheduled(request)).isZero();
    assertThatThrownBy(run::execute).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void givenARequestThatIsTakenBackMeanwhile_whenRun_thenTheRestIsNotScheduled() throws Exception {
    ReplayRequest request = fixture.approved(2);
    ReplayFixture.Running running =
        new ReplayFixture.Running(fixture.run(request, ReplayOptions.DEFAULT.perSecond(1)));
    Await.until("it waits", () -> fixture.timing.isWaiting(THREAD));
    fixture.replays.cancel(Tenant.DEFAULT, request.id(), OLGA, "wrong kind");
    fixture.timing.elapse(Duration.ofSeconds(1));
    ReplayReport report = reportOf(running);
    assertThat(report.end()).isEqualTo(End.TAKEN_BACK);
    assertThat(report.request().state()).isEqualTo(ReplayRequest.State.CANCELLED);
    assertThat(fixture.scheduled(request)).isEqualTo(1);
  }

  @Test
  void givenAStoreThatFailsOneRow_whenRun_thenTheOthersAreScheduledAndAnotherRunTriesAgain() {
    ReplayRequest request = fixture.approved(3);
    fixture.fails = (verb, arguments) -> verb.equals("replayItem") && arguments[2].equals(1);
    ReplayOptions fast = ReplayOptions.DEFAULT.perSecond(ReplayOptions.MOST);
    ReplayReport report = executed(request, fast);
    assertThat(report.end()).isEqualTo(End.PARTIAL);
    assertThat(report.items())
        .extracting(ReplayItem::outcome)
        .containsExactly(ReplayOutcome.SCHEDULED, ReplayOutcome.FAILED, ReplayOutcome.SCHEDULED);
    assertThat(report.items().get(1).detail()).isEqualTo("no store for replayItem");
    assertThat(fixture.replays.items(Tenant.DEFAULT, request.id(), 0, 10))
        .isEqualTo(report.items());
    fixture.fails = (verb, arguments) -> false;
    assertThat(executed(request, fast).end()).isEqualTo(End.COMPLETE);
  }

  /** Runs with a clock that moves by itself. */
  private ReplayReport executed(ReplayRequest request, ReplayOptions options) {
    ReplayFixture.Running running = new ReplayFixture.Running(fixture.run(request, options));
    while (!running.report.isDone()) {
      fixture.timing.elapse(Duration.ofMillis(1));
    }
    return running.report.join();
  }

  @Test
  void givenAStoreThatFailsAltogether_whenRun_thenItGivesUpAndNothingIsLost() {
    ReplayRequest request = fixture.approved(20);
    fixture.fails =
        (verb, arguments) -> verb.startsWith("replayItem") && !verb.equals("replayItems");
    ReplayReport report = executed(request, ReplayOptions.DEFAULT.perSecond(ReplayOptions.MOST));
    assertThat(report.end()).isEqualTo(End.STORE_FAILED);
    assertThat(report.items()).hasSize(5);
    assertThat(report.problem()).isEqualTo("no store for replayItem");
    fixture.fails = (verb, arguments) -> !verb.equals("beginReplay");
    ReplayReport unheard = executed(request, ReplayOptions.DEFAULT.perSecond(ReplayOptions.MOST));
    assertThat(unheard.end()).isEqualTo(End.STORE_FAILED);
    assertThat(unheard.problem()).contains("no store for replayProgress");
    fixture.fails = (verb, arguments) -> verb.equals("beginReplay");
    assertThatThrownBy(() -> fixture.run(request, ReplayOptions.DEFAULT).execute())
        .isInstanceOf(StoreException.class);
    fixture.fails = (verb, arguments) -> false;
    assertThat(executed(request, ReplayOptions.DEFAULT.perSecond(ReplayOptions.MOST)).end())
        .isEqualTo(End.COMPLETE);
  }

  @Test
  void givenAPolicyThatThrows_whenAskedOrApproved_thenNothingIsDone() {
    ReplayRequest request = fixture.approved(1);
    AtomicReference<RuntimeException> thrown = new AtomicReference<>(new ArithmeticException());
    Replays broken =
        new Replays(
            fixture.store,
            (tenant, requester, selection) -> {
              throw thrown.get();
            },
            fixture.timing);
    assertThatThrownBy(
            () -> broken.request(Tenant.DEFAULT, OLGA, ReplaySelection.Matching.of("h"), "why", 10))
        .isSameAs(thrown.get());
    assertThat(fixture.replays.list(Tenant.DEFAULT, 10)).containsExactly(request);
  }
}
