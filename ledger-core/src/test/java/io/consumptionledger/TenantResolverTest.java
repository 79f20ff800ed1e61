package io.consumptionledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.PurgeReport;
import io.consumptionledger.operations.QuarantineOutcome;
import io.consumptionledger.operations.Retention;
import io.consumptionledger.operations.RetentionPlan;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.SweepVerbs.DueQueue;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tenants that are served, from one database or from several, and those that are not. */
class TenantResolverTest {
  private static final Tenant ANN = new Tenant("ann");
  private static final Tenant BOB = new Tenant("bob");
  private static final Tenant MALLORY = new Tenant("mallory");
  private static final String HANDLER = "billing";

  private final InMemoryLedgerStore one = new InMemoryLedgerStore();
  private final InMemoryLedgerStore other = new InMemoryLedgerStore();

  private static Delivery delivery(Tenant tenant, String event) {
    return Delivery.to(HANDLER, event).tenant(tenant).payload(new byte[] {1}).build();
  }

  private static ConsumptionKey succeeded(LedgerStore store, Tenant tenant, String event) {
    store.complete(NewRow.of(delivery(tenant, event), null));
    return delivery(tenant, event).key();
  }

  private static LedgerStore down() {
    return (LedgerStore)
        Proxy.newProxyInstance(
            LedgerStore.class.getClassLoader(),
            new Class<?>[] {LedgerStore.class},
            (proxy, method, arguments) -> {
              throw new StoreException("the database is down", null);
            });
  }

  @Test
  void givenAnUnknownTenant_whenItsStoreIsAskedFor_thenThatIsAnError() {
    TenantResolver resolver = TenantResolver.builder().serve(one, ANN).build();

    assertThat(resolver.serves(MALLORY)).isFalse();
    assertThatThrownBy(() -> resolver.store(MALLORY))
        .isInstanceOf(TenantNotServedException.class)
        .hasMessageContaining("mallory");
    assertThatThrownBy(() -> TenantResolver.builder().build().store(ANN))
        .isInstanceOf(TenantNotServedException.class);
  }

  @Test
  void givenATenantWithoutAStore_whenItIsNamedToAnotherOnes_thenNothingIsAnsweredAboutIt() {
    succeeded(one, MALLORY, "e1");
    LedgerStore store = TenantResolver.builder().serve(one, ANN).build().store(ANN);
    ConsumptionKey theirs = delivery(MALLORY, "e1").key();

    assertThatThrownBy(() -> store.get(theirs)).isInstanceOf(TenantNotServedException.class);
    assertThatThrownBy(() -> store.list(List.of(theirs)))
        .isInstanceOf(TenantNotServedException.class);
    assertThatThrownBy(() -> store.complete(NewRow.of(delivery(MALLORY, "e2"), null)))
        .isInstanceOf(TenantNotServedException.class);
    assertThatThrownBy(() -> Operations.on(store).build().overview().status(MALLORY, 10))
        .isInstanceOf(TenantNotServedException.class);
    assertThat(one.get(delivery(MALLORY, "e2").key())).isEmpty();
  }

  @Test
  void givenTenantsOfTwoDatabases_whenTheirRowsAreAskedFor_thenEachIsInItsOwn() {
    TenantResolver resolver = TenantResolver.builder().serve(one, ANN).serve(other, BOB).build();

    ConsumptionKey key = succeeded(resolver.store(BOB), BOB, "e1");

    assertThat(other.get(key)).isPresent();
    assertThat(one.get(key)).isEmpty();
    assertThatThrownBy(() -> resolver.store(ANN).get(key))
        .isInstanceOf(TenantNotServedException.class);
  }

  @Test
  void
      givenDueRowsOfATenantThatIsNotServed_whenQueuesAreListed_thenItsAreLeftOutAndNoPageIsShort() {
    for (String tenant : List.of("a", "b", "c", "d")) {
      one.recordFailure(
          NewRow.of(
              delivery(new Tenant(tenant), "e1"),
              Content.of(delivery(new Tenant(tenant), "e1"), 100)),
          Failure.of(ErrorClass.RETRYABLE, "t", null, null),
          Duration.ZERO);
    }
    LedgerStore store =
        TenantResolver.builder()
            .serve(one, new Tenant("b"), new Tenant("d"))
            .build()
            .store(new Tenant("b"));

    assertThat(store.dueQueues(null, 2))
        .extracting(DueQueue::tenant)
        .containsExactly(new Tenant("b"), new Tenant("d"));
    assertThat(store.tenants(HANDLER, null, 1)).containsExactly(new Tenant("b"));
    assertThat(store.tenants(HANDLER, new Tenant("b"), 9)).containsExactly(new Tenant("d"));
  }

  @Test
  void givenOneDatabaseThatIsDown_whenTenantsAreConsumed_thenTheOthersGoOn() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch ran = new CountDownLatch(1);
    TenantResolver resolver = TenantResolver.builder().serve(down(), ANN).serve(one, BOB).build();
    HandlerDeclaration<Delivery> handler = handler(runs, ran);

    try (TenantLedgers ledgers =
        TenantLedgers.start(
            resolver, store -> Ledger.on(store).nodeId("n1").handler(handler).start())) {
      assertThat(ledgers.consume(delivery(BOB, "e1"))).isInstanceOf(Outcome.Acknowledge.class);
      assertThat(ledgers.consume(delivery(ANN, "e1"))).isInstanceOf(Outcome.Redeliver.class);
      assertThat(
              ledgers.consumeAll(
                  List.of(delivery(ANN, "e1"), delivery(BOB, "e1"), delivery(ANN, "e2"))))
          .extracting(Object::getClass)
          .isEqualTo(
              List.of(Outcome.Redeliver.class, Outcome.Acknowledge.class, Outcome.Redeliver.class));
      assertThatThrownBy(
              () -> ledgers.consumeAll(List.of(delivery(BOB, "e9"), delivery(MALLORY, "e1"))))
          .isInstanceOf(TenantNotServedException.class);
      assertThat(one.get(delivery(BOB, "e9").key())).as("nothing was done").isEmpty();
      assertThatThrownBy(() -> ledgers.consume(delivery(MALLORY, "e1")))
          .isInstanceOf(TenantNotServedException.class);
      assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(runs).hasValue(1);
  }

  @Test
  void
      givenAMessageDecodedForATenantThatIsNotServed_whenItIsReplayed_thenItIsRefusedAndStopsNone() {
    Tenant nobody = new Tenant("nobody");
    LedgerStore store = TenantResolver.builder().serve(one, BOB, nobody).build().store(BOB);
    List<String> ids = List.of(quarantined(nobody, 1), quarantined(nobody, 2));
    Iterator<Tenant> whose = List.of(MALLORY, BOB).iterator();

    List<QuarantineOutcome> outcomes =
        Operations.on(store)
            .quarantineTenant(nobody)
            .build()
            .quarantine()
            .replay(
                nobody,
                ids,
                handler(new AtomicInteger(), new CountDownLatch(1)),
                message -> delivery(whose.next(), "e1"),
                new Operator("olga"),
                "decoder mended");

    assertThat(outcomes)
        .extracting(QuarantineOutcome::kind)
        .containsExactly(QuarantineOutcome.Kind.REFUSED, QuarantineOutcome.Kind.ADMITTED);
    assertThat(one.get(delivery(MALLORY, "e1").key())).isEmpty();
  }

  private String quarantined(Tenant tenant, int body) {
    QuarantinedMessage message =
        new QuarantinedMessage(
            tenant,
            HANDLER,
            Metadata.NONE,
            Headers.none(),
            null,
            Payload.of(new byte[] {(byte) body}),
            Failure.of(ErrorClass.POISON, "t", null, null));
    one.quarantine(message);
    return message.id();
  }

  private static HandlerDeclaration<Delivery> handler(AtomicInteger runs, CountDownLatch ran) {
    return HandlerDeclaration.of(
            HANDLER,
            ReplaySafety.IDEMPOTENT,
            Decoder.none(),
            (Delivery d, Attempt attempt) -> {
              runs.incrementAndGet();
              ran.countDown();
            })
        .build();
  }

  @Test
  void givenLargeDiscardedRows_whenTheyAreArchived_thenNoMoreThanFitsIsHandedOverAtATime() {
    int bytes = 3 << 20;
    for (int i = 0; i < 12; i++) {
      Delivery large = Delivery.to(HANDLER, "e" + i).tenant(BOB).payload(new byte[bytes]).build();
      one.recordTerminal(
          NewRow.of(large, Content.of(large, bytes)),
          Failure.of(ErrorClass.POISON, "t", null, null));
      one.discard(large.key(), 1, new OperatorAction("olga", "not wanted")).orThrow();
    }
    List<Integer> sizes = new ArrayList<>();
    RetentionPlan plan =
        RetentionPlan.builder()
            .keep(HANDLER, ConsumptionState.DISCARDED, Duration.ZERO)
            .archive(rows -> sizes.add(rows.size()))
            .build();

    PurgeReport report =
        Operations.on(one)
            .build()
            .retention()
            .purge(BOB, plan, new Operator("paula"), "nightly")
            .pass();

    assertThat(report.deleted()).isEqualTo(12);
    assertThat(sizes).containsExactly(6, 6);
  }

  @Test
  void givenOneDatabaseThatIsDown_whenTenantsArePurged_thenTheOthersAreAndItIsTold() {
    for (int i = 0; i < 5; i++) {
      succeeded(one, BOB, "e" + i);
    }
    TenantResolver resolver = TenantResolver.builder().serve(down(), ANN).serve(one, BOB).build();
    RetentionPlan plan =
        RetentionPlan.builder()
            .keep(HANDLER, ConsumptionState.SUCCEEDED, Duration.ZERO)
            .batch(2)
            .pause(Duration.ofMillis(5))
            .build();
    Retention retention = Retention.across(resolver);

    PurgeReport report =
        retention.purge(retention.tenants(plan), plan, new Operator("paula"), "nightly").pass();

    assertThat(report.deleted()).isEqualTo(5);
    assertThat(report.parts())
        .filteredOn(part -> part.problem() != null)
        .extracting(PurgeReport.Part::tenant)
        .containsExactly(ANN);
    assertThat(Set.copyOf(retention.tenants(plan))).containsExactlyInAnyOrder(ANN, BOB);
  }
}
