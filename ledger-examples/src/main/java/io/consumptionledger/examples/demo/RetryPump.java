package io.consumptionledger.examples.demo;

import io.consumptionledger.Attempt;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Metadata;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.ReadVerbs.Filter;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs messages again that are due. This is what the ledger's replay scheduler will do, with all of
 * the ledger's rules; until then the demo does the little it needs by the store's own verbs.
 */
final class RetryPump {
  private static final int AT_ONCE = 50;
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final LedgerStore store;
  private final List<HandlerDeclaration<CloudEvent>> handlers;
  private final Complaints complaints;
  private final Node node = Node.start("demo-retries");
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread = new Thread(this::work, "demo-retries");
  private volatile Throwable failure;

  RetryPump(
      LedgerStore store, List<HandlerDeclaration<CloudEvent>> handlers, Complaints complaints) {
    this.store = store;
    this.handlers = handlers;
    this.complaints = complaints;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Stops, and waits until the run at hand has been settled. */
  void stop() throws InterruptedException {
    stop.countDown();
    thread.join();
  }

  /** What ended the work early, or null. */
  Throwable failure() {
    return failure;
  }

  /** How many messages wait for their next run, up to a thousand per handler. */
  int waiting() {
    Set<ConsumptionState> open =
        Set.of(ConsumptionState.RETRY_SCHEDULED, ConsumptionState.PROCESSING);
    return handlers.stream()
        .mapToInt(h -> store.count(new Filter(Tenant.DEFAULT, h.id(), open, null, null), 1_000))
        .sum();
  }

  private void work() {
    try {
      do {
        handlers.forEach(this::runDue);
      } while (!stop.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (Throwable t) {
      failure = t;
    }
  }

  private void runDue(HandlerDeclaration<CloudEvent> handler) {
    List<ClaimToken> tokens = Stream.generate(ClaimToken::random).limit(AT_ONCE).toList();
    store.claimDue(handler.id(), tokens, node, handler.lease()).forEach(due -> run(handler, due));
  }

  private void run(HandlerDeclaration<CloudEvent> handler, DueClaim due) {
    complaints.count(Transition.CLAIM_DUE);
    Delivery delivery = delivery(due);
    Throwable error = null;
    try {
      CloudEvent event = handler.decoder().decode(delivery);
      handler.handler().handle(event, new DueAttempt(delivery, due.claim()));
    } catch (Throwable t) {
      error = t;
    }
    TransitionResult result = settle(handler, due, error);
    result.orThrow();
  }

  private TransitionResult settle(
      HandlerDeclaration<CloudEvent> handler, DueClaim due, Throwable error) {
    Claim claim = due.claim();
    if (error == null) {
      complaints.count(Transition.SUCCEED);
      return store.succeed(claim);
    }
    boolean signal = error instanceof HandlerSignal;
    HandlerSignal.Kind kind =
        signal ? ((HandlerSignal) error).kind() : HandlerSignal.Kind.PERMANENT;
    return switch (kind) {
      case SKIP -> store.succeed(claim);
      case RETRY_LATER ->
          store.release(
              claim, due.content(), ((HandlerSignal) error).delay().orElse(Duration.ZERO));
      case RETRYABLE -> retry(handler, due, Failure.of(ErrorClass.RETRYABLE, error, null));
      case POISON -> bury(due, Failure.of(ErrorClass.POISON, error, null));
      case PERMANENT -> bury(due, Failure.of(ErrorClass.UNRECOVERABLE, error, null));
    };
  }

  private TransitionResult retry(
      HandlerDeclaration<CloudEvent> handler, DueClaim due, Failure failure) {
    Claim claim = due.claim();
    int started = claim.attempt() - claim.yields();
    if (started >= handler.maxAttempts()) {
      return bury(due, failure);
    }
    complaints.count(Transition.SCHEDULE_RETRY);
    return store.scheduleRetry(
        claim, failure, due.content(), handler.retryPolicy().delay(started, failure));
  }

  private TransitionResult bury(DueClaim due, Failure failure) {
    complaints.count(Transition.DEAD_LETTER);
    return store.deadLetter(due.claim(), failure, due.content());
  }

  private static Delivery delivery(DueClaim due) {
    Metadata metadata = due.metadata();
    Content content = due.content();
    Delivery.Builder delivery =
        Delivery.to(due.claim().key().handlerId(), due.claim().key().eventId())
            .tenant(due.claim().key().tenant())
            .itemKey(due.claim().key().itemKey())
            .eventType(metadata.eventType())
            .position(metadata.topic(), metadata.partition(), metadata.offset())
            .brokerTimestamp(metadata.brokerTimestamp())
            .headers(content.headers())
            .payload(content.payload().orElse(null));
    if (metadata.aggregateId() != null) {
      delivery.aggregate(metadata.aggregateType(), metadata.aggregateId());
    }
    if (metadata.sequence() != null) {
      delivery.sequence(metadata.sequence());
    }
    return delivery.build();
  }

  /** Nothing renews these claims, so the handlers must be done well within the lease; they are. */
  private record DueAttempt(Delivery delivery, Claim claim) implements Attempt {
    @Override
    public int number() {
      return claim.attempt();
    }

    @Override
    public long epoch() {
      return claim.epoch();
    }

    @Override
    public boolean isOwned() {
      return true;
    }
  }
}
