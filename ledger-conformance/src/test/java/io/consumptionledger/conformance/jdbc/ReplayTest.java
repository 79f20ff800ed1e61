package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.Handler;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Headers;
import io.consumptionledger.Ledger;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.LiveTwinException;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.RecoveryResult;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Whole ledgers that share the due rows of one database. */
class ReplayTest {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Failure FAILED = Failure.of(ErrorClass.RETRYABLE, "T", null, "m");
  private static final OperatorAction WHY = new OperatorAction("ann", "upgrade");

  @Nested
  class OnPostgreSql extends Replays {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Replays {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Replays extends OnServer {
    private final Queue<LedgerEvent> heard = new ConcurrentLinkedQueue<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<ConsumptionKey> ran = new CopyOnWriteArrayList<>();

    Replays(String product) {
      super(product);
    }

    @AfterEach
    void closeAll() throws Exception {
      for (AutoCloseable each : open) {
        each.close();
      }
      open.clear();
      heard.clear();
      ran.clear();
    }

    private LedgerStore store() {
      return fixture().store();
    }

    private Ledger ledger(String nodeId, int workers, Handler<Delivery> handler, String... ids) {
      HikariDataSource pool = fixture().space().pool(workers + 4);
      Ledger.Builder builder =
          Ledger.on(JdbcLedgerStoreBuilder.on(pool).build())
              .nodeId(nodeId)
              .replayWorkers(workers)
              .pollInterval(POLL)
              .recoveryInterval(POLL)
              .listener(heard::add);
      for (String id : ids) {
        builder.handler(
            HandlerDeclaration.of(id, ReplaySafety.IDEMPOTENT, Decoder.none(), handler)
                .maxAttempts(3)
                .lease(Duration.ofSeconds(20))
                .build());
      }
      Ledger ledger = builder.start();
      open.add(0, pool);
      open.add(0, ledger);
      return ledger;
    }

    private static Delivery delivery(String tenant, String handler, String event) {
      return Delivery.to(handler, event).tenant(new Tenant(tenant)).payload(new byte[] {1}).build();
    }

    private void due(String tenant, String handler, int count) {
      due(Duration.ZERO, tenant, handler, count);
    }

    private void due(Duration delay, String tenant, String handler, int count) {
      int threads = 8;
      Together.run(
          threads,
          thread -> {
            for (int i = thread; i < count; i += threads) {
              Delivery delivery = delivery(tenant, handler, "e" + i);
              store().recordFailure(NewRow.of(delivery, Content.of(delivery, 100)), FAILED, delay);
            }
            return null;
          });
    }

    private Row row(String tenant, String handler, String event) {
      return store().get(delivery(tenant, handler, event).key()).orElseThrow();
    }

    private void doneAre(int count) {
      Together.await(() -> ran.size() >= count, count + " rows have run");
    }

    private void run(Delivery message) {
      ran.add(message.key());
    }

    @Test
    void givenSeveralNodes_whenTheyShareTheDueRows_thenEachRunsOnce() {
      due("t1", "a", 120);
      due("t2", "a", 120);
      due("t1", "b", 60);
      for (String node : List.of("n1", "n2", "n3")) {
        ledger(node, 4, (message, attempt) -> run(message), "a", "b");
      }

      doneAre(300);
      Together.await(() -> store().dueQueues(null, 10).isEmpty(), "nothing is due any more");
      open.stream().filter(Ledger.class::isInstance).forEach(l -> ((Ledger) l).close());

      assertThat(ran).hasSize(300).doesNotHaveDuplicates();
      assertThat(row("t2", "a", "e7").summary().state()).isEqualTo(ConsumptionState.SUCCEEDED);
      assertThat(row("t2", "a", "e7").summary().attempt()).isEqualTo(2);
      assertThat(heard).noneMatch(LedgerEvent.TickFailed.class::isInstance);
      assertThat(heard).noneMatch(LedgerEvent.AnomalySeen.class::isInstance);
    }

    @Test
    void givenABacklogOfOneTenantAndHandler_thenTheOthersDoNotWaitForIt() {
      due("big", "a", 2_000);
      due("small", "a", 1);
      due("big", "b", 1);
      ledger("n1", 4, (message, attempt) -> run(message), "a", "b");

      Together.await(
          () ->
              ran.contains(delivery("small", "a", "e0").key())
                  && ran.contains(delivery("big", "b", "e0").key()),
          "the others have run");

      assertThat(ran.size()).isLessThan(500);
    }

    @Test
    void givenNothingDue_whenManyPollsPass_thenTheSchedulerOnlyReads() {
      due(Duration.ofHours(1), "t", "a", 3);
      Map<String, Integer> asked = new ConcurrentHashMap<>();
      HikariDataSource pool = fixture().space().pool(4);
      open.add(pool);
      Tapped.Tap tap =
          call -> {
            if (call.is("prepareStatement")
                && Thread.currentThread().getName().startsWith("ledger-replay-")) {
              asked.merge((String) call.arguments()[0], 1, Integer::sum);
            }
            return call.make();
          };
      LedgerStore tapped = JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, tap)).build();
      Ledger ledger =
          Ledger.on(tapped)
              .pollInterval(Duration.ofMillis(20))
              .handler(
                  HandlerDeclaration.of(
                          "a", ReplaySafety.IDEMPOTENT, Decoder.none(), (m, a) -> run(m))
                      .build())
              .start();
      open.add(0, ledger);

      Together.await(
          () -> asked.size() >= 2 && asked.values().stream().allMatch(times -> times >= 10),
          "ten polls have passed");

      assertThat(asked.keySet())
          .hasSize(2)
          .allMatch(sql -> sql.strip().startsWith("SELECT") || sql.strip().startsWith("WITH"));
      assertThat(asked.keySet()).noneMatch(sql -> sql.matches("(?s).*(INSERT|UPDATE|DELETE).*"));
      assertThat(row("t", "a", "e0").summary().rowVersion()).isEqualTo(1);
    }

    @Test
    void givenAPauseOnOneNode_thenAnotherSeesItAndGoesOnWhenItIsResumed() {
      Ledger one = ledger("n1", 1, (message, attempt) -> run(message), "a");
      Ledger other = ledger("n2", 1, (message, attempt) -> run(message), "a");
      Tenant tenant = new Tenant("t");

      one.pause(tenant, "a", WHY, null);
      Together.await(
          () ->
              other.consume(delivery("t", "a", "live")) instanceof Outcome.Redeliver again
                  && again.reason() == Redelivered.PAUSED,
          "the other has seen it");
      ran.clear();
      due("t", "a", 2);
      due("u", "a", 1);
      doneAre(1);
      assertThat(other.pausedHandlers()).hasSize(1);
      assertThat(ran).containsExactly(delivery("u", "a", "e0").key());

      assertThat(other.resume(tenant, "a", WHY)).isTrue();
      doneAre(3);
    }

    @Test
    void givenATwinThatLives_whenRecoverIsAsked_thenItIsRefusedAndLaterItReleases() {
      Ledger twin = ledger("same", 0, (message, attempt) -> run(message), "a");
      Ledger ledger = ledger("same", 0, (message, attempt) -> run(message), "a");
      Node before = Node.start("same");
      Delivery left = delivery("t", "a", "left");
      store().claim(NewRow.of(left, null), ClaimToken.random(), before, Duration.ofHours(1));
      Delivery stored = delivery("t", "a", "stored");
      store()
          .claim(
              NewRow.of(stored, Content.of(stored, 100)),
              ClaimToken.random(),
              before,
              Duration.ofHours(1));

      assertThatThrownBy(ledger::recover)
          .isInstanceOf(LiveTwinException.class)
          .hasMessageContaining("same");
      assertThat(row("t", "a", "left").summary().leaseExpired()).isFalse();

      twin.close();
      RecoveryResult result = ledger.recover();

      assertThat(result.expired()).isEqualTo(2);
      assertThat(row("t", "a", "left").summary().leaseExpired()).isTrue();
      assertThat(row("t", "a", "stored").summary().state())
          .isEqualTo(ConsumptionState.RETRY_SCHEDULED);
      assertThat(ran).isEmpty();
    }

    @Test
    void givenAFailure_whenItRunsAgain_thenHeadersAndKeyAreTheSameByteForByte() {
      byte[] traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".getBytes();
      byte[] odd = {0, -1, 13, 10};
      Headers headers =
          Headers.none().with("traceparent", traceparent).with("x", odd).with("x", odd);
      List<Delivery> seen = new CopyOnWriteArrayList<>();
      Ledger ledger =
          ledger(
              "n1",
              1,
              (message, attempt) -> {
                seen.add(message);
                if (attempt.number() == 1) {
                  throw HandlerSignal.retryable("not yet", null);
                }
              },
              "a");
      Delivery sent =
          Delivery.to("a", "e1")
              .aggregate("order", "17")
              .sequence(3)
              .position("orders", 2, 99)
              .headers(headers)
              .rawKey(odd)
              .payload(new byte[] {1, 0, 2})
              .build();
      ledger.consume(sent);

      Together.await(() -> seen.size() == 2, "it has run again");

      assertThat(seen.get(1).headers()).isEqualTo(headers);
      assertThat(seen.get(1).rawKey()).contains(odd);
      assertThat(seen.get(1).metadata()).isEqualTo(sent.metadata());
      assertThat(seen.get(1).payload().bytes()).contains(new byte[] {1, 0, 2});
    }

    @Test
    void givenAMessageThatAlwaysKillsItsOwner_thenItIsADeadLetterThatSaysSo() {
      ledger("sweeper", 0, (message, attempt) -> run(message), "a");
      Duration brief = Duration.ofMillis(100);
      Delivery deadly = delivery("t", "a", "deadly");
      store()
          .claim(
              NewRow.of(deadly, Content.of(deadly, 100)),
              ClaimToken.random(),
              Node.start("dies"),
              brief);
      for (int start = 2; start <= 3; start++) {
        Together.await(
            () ->
                !store()
                    .claimDue(
                        new Tenant("t"),
                        "a",
                        List.of(ClaimToken.random()),
                        Node.start("dies"),
                        brief)
                    .isEmpty(),
            "it was recovered and starts once more");
      }

      Together.await(
          () -> row("t", "a", "deadly").summary().state() == ConsumptionState.DEAD_LETTER,
          "it is a dead letter");

      Failure failure = row("t", "a", "deadly").failure();
      assertThat(failure.errorClass()).isEqualTo(ErrorClass.CRASH_LOOP);
      assertThat(failure.message()).isEqualTo("all 3 attempts were started and none was settled");
      Together.await(
          () ->
              heard.stream()
                      .filter(LedgerEvent.AnomalySeen.class::isInstance)
                      .filter(e -> ((LedgerEvent.AnomalySeen) e).kind() == AnomalyKind.CRASH_LOOP)
                      .count()
                  == 1,
          "it was told");
    }
  }
}
