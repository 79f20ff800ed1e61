package io.consumptionledger.memory;

import static io.consumptionledger.memory.MemoryFixture.FAILED;
import static io.consumptionledger.memory.MemoryFixture.HANDLER;
import static io.consumptionledger.memory.MemoryFixture.LEASE;
import static io.consumptionledger.memory.MemoryFixture.NODE;
import static io.consumptionledger.memory.MemoryFixture.bare;
import static io.consumptionledger.memory.MemoryFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.consumptionledger.ErrorClassifier;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TakeOverResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is the memory store's own: its clock, its lock, its arguments. */
class InMemoryLedgerStoreTest {
  private static final int THREADS = 16;

  private final MemoryFixture memory = new MemoryFixture();

  @Test
  void itSaysWhatItIs() {
    assertThat(memory.store.description()).isEqualTo("in memory");
    assertThat(memory.store.errorClassifier()).isSameAs(ErrorClassifier.NONE);
    assertThatNullPointerException()
        .isThrownBy(() -> new InMemoryLedgerStore(null))
        .withMessage("clock");
  }

  @Test
  void instantsAndDurationsAreCutToMicroseconds() {
    Instant odd = Instant.parse("2024-02-29T12:00:00.123456789Z");
    InMemoryLedgerStore store = new InMemoryLedgerStore(InstantSource.fixed(odd));

    store.claim(bare("e"), ClaimToken.random(), NODE, Duration.ofNanos(5_999));

    assertThat(store.get(key("e")).orElseThrow().receivedAt())
        .isEqualTo("2024-02-29T12:00:00.123456Z");
    assertThat(store.get(key("e")).orElseThrow().leaseExpiresAt())
        .isEqualTo("2024-02-29T12:00:00.123461Z");
  }

  @Test
  void withoutAClockItUsesTheSystems() {
    InMemoryLedgerStore store = new InMemoryLedgerStore();
    Instant before = Instant.now().truncatedTo(ChronoUnit.MICROS);
    store.claim(bare("e"), ClaimToken.random(), NODE, LEASE);

    assertThat(store.get(key("e")).orElseThrow().receivedAt()).isBetween(before, Instant.now());
  }

  @Test
  void aLeaseEndsAtItsLastMicrosecondAndNotBefore() {
    memory.claim(bare("e"));

    memory.clock.advance(LEASE.minusNanos(1_000));
    RowSummary held = memory.row("e").summary();
    memory.clock.advance(Duration.ofNanos(1_000));
    RowSummary ended = memory.row("e").summary();

    assertThat(held.leaseLeft()).isEqualTo(Duration.ofNanos(1_000));
    assertThat(held.leaseExpired()).isFalse();
    assertThat(ended.leaseExpired()).isTrue();
    assertThat(takeOver(held)).isInstanceOf(TakeOverResult.TakenOver.class);
  }

  private TakeOverResult takeOver(RowSummary orphan) {
    return memory.store.takeOver(orphan, ClaimToken.random(), NODE, LEASE, 15);
  }

  @Test
  void aClockThatGoesBackGivesNoNegativeAge() {
    memory.claim(bare("e"));
    memory.clock.advance(Duration.ofHours(-1));

    assertThat(memory.row("e").summary().age()).isZero();
    assertThat(memory.row("e").summary().leaseLeft()).isEqualTo(LEASE.plusHours(1));
  }

  @Test
  void verbsThatStoreContentRefuseToGoWithoutBeforeAnythingChanges() {
    Claim claim = memory.claim(bare("e"));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> memory.store.scheduleRetry(claim, FAILED, null, LEASE))
        .withMessage("SCHEDULE_RETRY of default/h/e needs content");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> memory.store.deadLetter(claim, FAILED, null));
    assertThatIllegalArgumentException().isThrownBy(() -> memory.store.release(claim, null, LEASE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> memory.store.recordFailure(bare("f"), FAILED, LEASE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> memory.store.recordTerminal(bare("f"), FAILED));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> memory.store.deadLetterOrphan(memory.row("e").summary(), FAILED, null));
    assertThat(memory.version("e")).isOne();
    assertThat(memory.store.get(key("f"))).isEmpty();
  }

  @Test
  void manyThreadsClaimOneKeyAndOneWins() throws Exception {
    List<ClaimResult> results =
        together(n -> memory.store.claim(bare("e"), ClaimToken.random(), NODE, LEASE));

    assertThat(results).filteredOn(ClaimResult.Claimed.class::isInstance).hasSize(1);
    assertThat(results).filteredOn(ClaimResult.Exists.class::isInstance).hasSize(THREADS - 1);
    assertThat(memory.version("e")).isOne();
  }

  @Test
  void manyThreadsTakeOverOneOrphanAndOneWins() throws Exception {
    memory.claim(bare("e"));
    memory.clock.advance(LEASE);
    RowSummary orphan = memory.row("e").summary();

    List<TakeOverResult> results = together(n -> takeOver(orphan));

    assertThat(results).filteredOn(TakeOverResult.TakenOver.class::isInstance).hasSize(1);
    assertThat(memory.row("e").summary().attempt()).isEqualTo(2);
    assertThat(memory.row("e").summary().epoch()).isEqualTo(2);
  }

  @Test
  void manyThreadsShareTheDueRowsAndNoRowIsClaimedTwice() throws Exception {
    int rows = 3 * THREADS;
    for (int i = 0; i < rows; i++) {
      memory.scheduled("e" + i, Duration.ZERO);
    }

    List<List<DueClaim>> results =
        together(
            n ->
                memory.store.claimDue(
                    Tenant.DEFAULT,
                    HANDLER,
                    List.of(ClaimToken.random(), ClaimToken.random()),
                    NODE,
                    LEASE));

    assertThat(results)
        .allSatisfy(claims -> assertThat(claims).hasSize(2))
        .flatExtracting(claims -> claims)
        .extracting(due -> due.claim().key())
        .doesNotHaveDuplicates()
        .hasSize(2 * THREADS);
  }

  @Test
  void aRenewalAnswersForEachClaimInTheirOrder() {
    Claim first = memory.claim(bare("e"));
    Claim second = memory.claim(bare("a"));
    memory.store.succeed(first);

    Map<Claim, RenewResult> results = memory.store.renew(List.of(first, second), LEASE);

    assertThat(results)
        .containsExactly(
            Map.entry(first, RenewResult.LOST), Map.entry(second, RenewResult.RENEWED));
    assertThat(memory.version("a")).isOne();
  }

  private interface Numbered<T> {
    T run(int number);
  }

  /** Runs the same from many threads that start at one moment. */
  private static <T> List<T> together(Numbered<T> work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      CountDownLatch ready = new CountDownLatch(THREADS);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int number = i;
        Callable<T> task =
            () -> {
              ready.countDown();
              ready.await();
              return work.run(number);
            };
        futures.add(pool.submit(task));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get(30, TimeUnit.SECONDS));
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }
}
