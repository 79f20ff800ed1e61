package io.consumptionledger.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.Tenant;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Single ticks on a store and clocks that only the test moves. */
@Timeout(60)
class ReplaySchedulerTest {
  private static final ThreadFactory DAEMONS =
      work -> {
        Thread thread = new Thread(work, "worker-under-test");
        thread.setDaemon(true);
        return thread;
      };

  private final ReplayFixture fixture = new ReplayFixture().handler("a").handler("b");
  private final CountDownLatch release = new CountDownLatch(1);
  private Pauses pauses;
  private Workers workers;

  @AfterEach
  void letGo() {
    release.countDown();
    workers.close();
  }

  private ReplayScheduler scheduler(int size) {
    return scheduler(size, DAEMONS);
  }

  private ReplayScheduler scheduler(int size, ThreadFactory threads) {
    workers = new Workers(size, threads, fixture.timing, () -> {});
    pauses = new Pauses(fixture.store, fixture.timing, fixture.reports);
    return new ReplayScheduler(fixture.parts(), workers, pauses);
  }

  private boolean tick(ReplayScheduler scheduler) throws InterruptedException {
    return scheduler.tick(() -> false);
  }

  private void allIdle() {
    Eventually.is("all workers are idle", workers::isIdle);
  }

  private void hold() {
    try {
      release.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void givenNothingDue_thenATickIsOneReadOnlyQuery() throws Exception {
    fixture.dueIn(Duration.ofSeconds(5), "t", "a", 3);

    assertThat(tick(scheduler(4))).isFalse();

    assertThat(fixture.calls).containsExactly("dueQueues");
  }

  @Test
  void givenDueRowsOfSeveralQueues_thenEachRunsOnce() throws Exception {
    fixture.due("t1", "a", 25);
    fixture.due("t2", "a", 25);
    fixture.due("t1", "b", 25);
    ReplayScheduler scheduler = scheduler(4);

    while (tick(scheduler)) {
      assertThat(fixture.heard(LedgerEvent.TickFailed.class)).isEmpty();
    }
    allIdle();

    assertThat(fixture.ran).hasSize(75).doesNotHaveDuplicates();
  }

  @Test
  void givenBusyWorkers_thenNoMoreIsClaimedThanCanStart() throws Exception {
    fixture.due("t", "a", 100);
    AtomicInteger atOnce = new AtomicInteger();
    fixture.work =
        due -> {
          atOnce.incrementAndGet();
          hold();
        };
    ReplayScheduler scheduler = scheduler(4);
    Thread ticking = Thread.currentThread();
    Thread clock =
        new Thread(
            () -> {
              Eventually.is("it waits for a worker", () -> atOnce.get() == 3);
              fixture.timing.elapse(ReplayScheduler.TICK_LIMIT);
            });
    clock.start();

    assertThat(tick(scheduler)).as("there is more").isTrue();
    clock.join();

    assertThat(ticking.isInterrupted()).isFalse();
    assertThat(atOnce).as("one of four stays free for the other handler").hasValue(3);
    assertThat(fixture.rows.dueQueues(null, 10)).hasSize(1);
  }

  @Test
  void givenAHandlerThatHangs_thenTheOtherIsServed() throws Exception {
    fixture.due("t", "a", 1_000);
    fixture.work =
        due -> {
          if (due.claim().key().handlerId().equals("a")) {
            hold();
          }
        };
    ReplayScheduler scheduler = scheduler(4);
    ticksPassUntil(() -> workers.running("a") == 3, scheduler);

    fixture.due("t", "b", 10);
    ticksPassUntil(() -> fixture.ran.size() == 10, scheduler);

    assertThat(fixture.ran).allMatch(key -> key.handlerId().equals("b"));
  }

  /** Lets time pass while another thread ticks, so that no tick lasts. */
  private void ticksPassUntil(BooleanSupplier reached, ReplayScheduler scheduler) {
    AtomicBoolean enough = new AtomicBoolean();
    Thread ticking =
        DAEMONS.newThread(
            () -> {
              try {
                while (!enough.get()) {
                  tick(scheduler);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    ticking.start();
    Eventually.is("it gets there", () -> timePasses() && reached.getAsBoolean());
    enough.set(true);
    Eventually.is("the last tick ends", () -> timePasses() && !ticking.isAlive());
  }

  private boolean timePasses() {
    fixture.timing.elapse(ReplayScheduler.TICK_LIMIT.dividedBy(50));
    return true;
  }

  @Test
  void givenABacklogOfOneTenant_thenAnotherTenantsRowDoesNotWaitForIt() throws Exception {
    fixture.due("big", "a", 2_000);
    fixture.due("small", "a", 1);
    ReplayScheduler scheduler = scheduler(4);
    AtomicInteger before = new AtomicInteger(-1);
    fixture.work =
        due -> {
          if (due.claim().key().tenant().id().equals("small")) {
            before.set(fixture.ran.size());
          }
        };

    while (before.get() < 0) {
      tick(scheduler);
    }

    assertThat(before.get()).isLessThan(20);
  }

  @Test
  void givenATickThatTakesTooLong_thenItEndsAndAsksForMore() throws Exception {
    fixture.due("t", "a", 20);
    fixture.faults.put(
        "claimDue",
        args -> {
          fixture.timing.elapse(ReplayScheduler.TICK_LIMIT.dividedBy(2));
          return null;
        });
    ReplayScheduler scheduler = scheduler(1);

    assertThat(tick(scheduler)).isTrue();
    allIdle();

    assertThat(fixture.calls("claimDue")).isEqualTo(2);
    assertThat(fixture.ran).hasSize(2);
  }

  @Test
  void givenAPausedHandler_thenItsRowsAreLeftUntilItIsResumed() throws Exception {
    fixture.due("t", "a", 2);
    fixture.due("t", "b", 2);
    fixture.rows.pause(new Tenant("t"), "a", new OperatorAction("ann", "upgrade"), null);
    ReplayScheduler scheduler = scheduler(2);
    pauses.refresh();

    tick(scheduler);
    allIdle();
    assertThat(fixture.ran).hasSize(2).allMatch(key -> key.handlerId().equals("b"));
    assertThat(tick(scheduler)).as("nothing it may do").isFalse();

    fixture.rows.resume(new Tenant("t"), "a", new OperatorAction("ann", "done"));
    pauses.refresh();
    tick(scheduler);
    allIdle();
    assertThat(fixture.ran).hasSize(4);
  }

  @Test
  void givenAnUnknownHandler_thenItsRowsAreLeftAloneAndReportedOnce() throws Exception {
    fixture.due("t", "gone", 3);
    fixture.due("t", "a", 1);
    ReplayScheduler scheduler = scheduler(2);

    tick(scheduler);
    fixture.timing.elapse(Duration.ofSeconds(5));
    tick(scheduler);
    allIdle();

    assertThat(fixture.ran).hasSize(1);
    assertThat(fixture.heard(LedgerEvent.UnknownHandler.class))
        .containsExactly(new LedgerEvent.UnknownHandler(new Tenant("t"), "gone", Duration.ZERO));
    assertThat(fixture.heard(LedgerEvent.AnomalySeen.class))
        .singleElement()
        .satisfies(seen -> assertThat(seen.kind()).isEqualTo(AnomalyKind.UNKNOWN_HANDLER))
        .satisfies(seen -> assertThat(seen.key().eventId()).isEqualTo("e00000"));
    assertThat(fixture.alerts).hasSize(1);
    assertThat(fixture.row("t", "gone", "e00000").summary().state())
        .isEqualTo(ConsumptionState.RETRY_SCHEDULED);
  }

  @Test
  void givenAnUnknownHandler_whenADeployKnowsIt_thenItsRowsRun() throws Exception {
    fixture.due("t", "new", 2);
    tick(scheduler(2));
    fixture.handler("new");

    tick(scheduler(2));
    allIdle();

    assertThat(fixture.ran).hasSize(2);
  }

  @Test
  void givenClaimsOfOneHandlerThatFail_thenTheOthersRunAndEachFailureIsReported() throws Exception {
    fixture.due("t", "a", 1);
    fixture.due("t", "b", 1);
    fixture.faults.put("claimDue", args -> args[1].equals("a") ? new StackOverflowError() : null);
    ReplayScheduler scheduler = scheduler(2);

    assertThat(tick(scheduler)).isTrue();
    assertThat(tick(scheduler)).as("only a failure is left: it waits for the poll").isFalse();
    allIdle();

    assertThat(fixture.ran).singleElement().matches(key -> key.handlerId().equals("b"));
    assertThat(fixture.heard(LedgerEvent.TickFailed.class))
        .hasSize(2)
        .allMatch(failed -> failed.what().equals("CLAIM_DUE of handler a"));
  }

  @Test
  void givenARowWhoseRunThrows_thenItIsReportedAndTheOthersRun() throws Exception {
    fixture.due("t", "a", 3);
    fixture.work =
        due -> {
          if (due.claim().key().eventId().equals("e00001")) {
            throw new OutOfMemoryError("for a test");
          }
        };
    ReplayScheduler scheduler = scheduler(1);

    while (fixture.ran.size() < 2) {
      tick(scheduler);
    }
    allIdle();

    assertThat(fixture.heard(LedgerEvent.TickFailed.class)).hasSize(1);
  }

  @Test
  void givenThreadsThatCannotBeMade_thenTheRowGoesBackAndNoFailedAttemptIsCharged()
      throws Exception {
    fixture.due("t", "a", 2);
    fixture.due("t", "b", 1);
    int chargedBefore = charged("a");
    ReplayScheduler scheduler = scheduler(1, work -> null);

    assertThat(tick(scheduler)).as("it does not try again at once").isFalse();

    assertThat(fixture.ran).isEmpty();
    assertThat(fixture.givenBack).hasSize(1);
    assertThat(charged("a")).isEqualTo(chargedBefore);
    assertThat(fixture.row("t", "a", "e00000").waitReason()).isEqualTo(WaitReason.YIELD);
    assertThat(fixture.row("t", "a", "e00000").summary().dueIn())
        .isEqualTo(ReplayScheduler.START_AGAIN);
    assertThat(workers.isIdle()).isTrue();
    assertThat(fixture.heard(LedgerEvent.TickFailed.class)).hasSize(1);
  }

  private int charged(String handlerId) {
    return fixture.row("t", handlerId, "e00000").summary().attempt()
        - fixture.row("t", handlerId, "e00000").summary().yields();
  }

  @Test
  void givenAStopWhileItClaims_thenWhatWasNotStartedGoesBack() throws Exception {
    fixture.due("t", "a", 3);
    ReplayScheduler scheduler = scheduler(4);
    boolean[] stopped = {false};
    fixture.faults.put(
        "claimDue",
        args -> {
          stopped[0] = true;
          return null;
        });

    scheduler.tick(() -> stopped[0]);

    assertThat(fixture.ran).isEmpty();
    assertThat(fixture.givenBack).hasSize(3);
    assertThat(fixture.row("t", "a", "e00000").summary().state())
        .isEqualTo(ConsumptionState.RETRY_SCHEDULED);
  }

  @Test
  void givenLeasesThatAreNotRenewed_thenNothingIsAskedOrClaimed() throws Exception {
    fixture.due("t", "a", 3);
    fixture.ready = false;

    assertThat(tick(scheduler(4))).isFalse();

    assertThat(fixture.calls).isEmpty();
  }

  @Test
  void givenNoWorkers_thenNothingIsAskedOrClaimed() throws Exception {
    fixture.due("t", "a", 3);

    assertThat(tick(scheduler(0))).isFalse();

    assertThat(fixture.calls).isEmpty();
  }
}
