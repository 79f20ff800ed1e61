package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Alerter;
import io.consumptionledger.Batching;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClassifier;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.ManualTiming;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.StoreException;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.TakeOverResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** One round of the heartbeat, made by hand. */
class HeartbeatRoundTest {
  private static final Duration SHORT = Duration.ofSeconds(60);
  private static final Duration LONG = Duration.ofSeconds(90);

  private final ManualTiming timing = new ManualTiming();
  private Instant storeNow = Instant.parse("2026-03-01T10:00:00Z");
  private final InMemoryLedgerStore store = new InMemoryLedgerStore(() -> storeNow);
  private final Node node = Node.start("node-1");
  private final List<LedgerEvent> heard = new CopyOnWriteArrayList<>();
  private final List<List<Claim>> asked = new ArrayList<>();
  private final List<Duration> leases = new ArrayList<>();
  private final Map<String, HandlerDeclaration<?>> handlers =
      Map.of("short", handler("short", SHORT), "long", handler("long", LONG));
  private final Reports reports = new Reports(store, heard::add, Alerter.NONE);
  private final RunningClaims running =
      new RunningClaims(new LossSignals(reports, Lifecycle::daemon));
  private RuntimeException failure;
  private int failures;

  private static HandlerDeclaration<?> handler(String id, Duration lease) {
    return HandlerDeclaration.of(id, ReplaySafety.IDEMPOTENT, Decoder.none(), (m, a) -> {})
        .lease(lease)
        .build();
  }

  private Heartbeat heartbeat() {
    HeartbeatSession session =
        new HeartbeatSession() {
          @Override
          public Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease) {
            asked.add(claims);
            leases.add(lease);
            if (failures-- > 0) {
              throw failure;
            }
            return store.renew(claims, lease);
          }

          @Override
          public void beat(Node beating) {
            assertThat(beating).isEqualTo(node);
          }

          @Override
          public void close() {
            asked.clear();
          }
        };
    EngineParts parts =
        new EngineParts(
            store,
            node,
            ErrorClassifier.NONE,
            heard::add,
            Alerter.NONE,
            timing,
            LeaseTimes.of(handlers.values(), null, null),
            Lifecycle::daemon,
            DueHints.NONE,
            Batching.NATURAL);
    return new Heartbeat(parts, session, running, reports, () -> {});
  }

  private RunningClaim start(String handlerId, String eventId) {
    Delivery delivery = Delivery.to(handlerId, eventId).build();
    HandlerDeclaration<?> handler = handlers.get(handlerId);
    LeaseClock lease = new LeaseClock(timing, handler.lease(), Duration.ofSeconds(5));
    ClaimResult.Claimed claimed =
        (ClaimResult.Claimed)
            store.claim(NewRow.of(delivery, null), ClaimToken.random(), node, handler.lease());
    return run(new Run(handler, delivery, claimed.claim(), lease, Duration.ZERO));
  }

  private RunningClaim run(Run run) {
    RunningClaim claim = running.add(run);
    assertThat(running.begin(claim)).isTrue();
    return claim;
  }

  private void elapse(Duration duration) {
    storeNow = storeNow.plus(duration);
    timing.elapse(duration);
  }

  private LedgerEvent.HeartbeatRound lastRound() {
    // What is told of losses comes on other threads, at any time.
    return heard.stream()
        .filter(LedgerEvent.HeartbeatRound.class::isInstance)
        .map(LedgerEvent.HeartbeatRound.class::cast)
        .reduce((one, next) -> next)
        .orElseThrow();
  }

  @Test
  void claimsAreRenewedByLeaseInChunksOfAThousand() {
    for (int i = 0; i < 2_500; i++) {
      start("short", "e" + i);
      if (i % 2 == 0) {
        start("long", "e" + i);
      }
    }
    elapse(Duration.ofSeconds(40));

    assertThat(heartbeat().round()).isTrue();

    Map<Duration, List<Integer>> sizes = new HashMap<>();
    for (int i = 0; i < asked.size(); i++) {
      sizes.computeIfAbsent(leases.get(i), l -> new ArrayList<>()).add(asked.get(i).size());
    }
    assertThat(sizes)
        .isEqualTo(Map.of(SHORT, List.of(1_000, 1_000, 500), LONG, List.of(1_000, 250)));
    assertThat(lastRound())
        .isEqualTo(
            new LedgerEvent.HeartbeatRound(Duration.ZERO, 3_750, 0, 0, Duration.ofSeconds(15)));
    elapse(Duration.ofSeconds(54));
    assertThat(running.all()).allMatch(RunningClaim::isOwned);
  }

  @Test
  void oldAndNewClaimOfOneKeyNeverMeetInOneCall() {
    RunningClaim old = start("short", "e1");
    storeNow = storeNow.plus(SHORT).plusSeconds(1);
    Node sameProcess = node;
    TakeOverResult.TakenOver taken =
        (TakeOverResult.TakenOver)
            store.takeOver(
                store.get(old.claim().key()).orElseThrow().summary(),
                ClaimToken.random(),
                sameProcess,
                SHORT,
                9);
    RunningClaim fresh =
        run(
            new Run(
                handlers.get("short"),
                old.delivery(),
                taken.claim(),
                new LeaseClock(timing, SHORT, Duration.ofSeconds(5)),
                Duration.ZERO));
    elapse(Duration.ofSeconds(20));

    assertThat(heartbeat().round()).isTrue();

    assertThat(asked).hasSize(2).allMatch(claims -> claims.size() == 1);
    assertThat(old.isOwned()).isFalse();
    assertThat(fresh.isOwned()).isTrue();
    assertThat(lastRound().renewed()).isEqualTo(1);
    assertThat(lastRound().lost()).isEqualTo(1);
  }

  @Test
  void chunkThatFailsDoesNotKeepTheOthersFromBeingRenewed() {
    for (int i = 0; i < 1_500; i++) {
      start("short", "e" + i);
    }
    elapse(Duration.ofSeconds(20));
    failure = new StoreException("a deadlock", null);
    failures = 1;
    Heartbeat heartbeat = heartbeat();

    assertThat(heartbeat.round()).isFalse();

    assertThat(asked).hasSize(2);
    assertThat(heard).containsExactly(new LedgerEvent.HeartbeatFailed(failure));
    asked.clear();
    assertThat(heartbeat.round()).isTrue();
    assertThat(asked).singleElement().satisfies(rest -> assertThat(rest).hasSize(1_000));
    assertThat(new HashSet<>(asked.get(0))).hasSize(1_000);
  }

  @Test
  void claimOfAHandlerThatHasNotStartedIsRenewedAndCanBeTakenBackOnce() {
    RunningClaim started = start("short", "e1");
    Run waiting =
        new Run(
            handlers.get("short"),
            Delivery.to("short", "e2").build(),
            new Claim(Delivery.to("short", "e2").build().key(), ClaimToken.random(), 1, 1, 0),
            new LeaseClock(timing, SHORT, Duration.ofSeconds(5)),
            Duration.ZERO);
    RunningClaim held = running.add(waiting);
    elapse(Duration.ofSeconds(20));

    heartbeat().round();

    assertThat(asked.get(0)).containsExactlyInAnyOrder(started.claim(), held.claim());
    assertThat(started.withdraw()).isFalse();
    assertThat(running.begin(held)).as("the store did not know it").isFalse();
    RunningClaim other = running.add(waiting);
    assertThat(other.withdraw()).isTrue();
    assertThat(other.withdraw()).isFalse();
    assertThat(running.begin(other)).isFalse();
  }
}
