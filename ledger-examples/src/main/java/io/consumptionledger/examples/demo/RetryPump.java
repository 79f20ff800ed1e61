package io.consumptionledger.examples.demo;

import io.consumptionledger.Attempt;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.HandlerSignal;
import io.consumptionledger.Metadata;
import io.consumptionledger.StoreException;
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
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs messages again that are due. This is what the ledger's replay scheduler will do, with all of
 * the ledger's rules; until then the demo does the little it needs by the store's own verbs.
 */
final class RetryPump {
  private static final int AT_ONCE = 10;
  private static final int MAX_TRIES = 5;
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
    persistently(() -> store.claimDue(Tenant.DEFAULT, handler.id(), tokens, node, handler.lease()))
        .forEach(due -> run(handler, due));
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
    settle(handler, due, error).orThrow();
  }

  private TransitionResult settle(
      HandlerDeclaration<CloudEvent> handler, DueClaim due, Throwable error) {
    Claim claim = due.claim();
    if (error == null) {
      return write(Transition.SUCCEED, () -> store.succeed(claim));
    }
    if (!(error instanceof HandlerSignal signal)) {
      return bury(due, Failure.of(ErrorClass.UNRECOVERABLE, error, null));
    }
    return switch (signal.kind()) {
      case SKIP -> write(Transition.SUCCEED, () -> store.succeed(claim));
      case RETRY_LATER -> {
        Duration delay = signal.delay().orElse(Duration.ZERO);
        yield write(Transition.RELEASE, () -> store.release(claim, due.content(), delay));
      }
      case RETRYABLE -> retry(handler, due, Failure.of(ErrorClass.RETRYABLE, signal, null));
      case POISON -> bury(due, Failure.of(ErrorClass.POISON, signal, null));
      case PERMANENT -> bury(due, Failure.of(ErrorClass.UNRECOVERABLE, signal, null));
    };
  }

  private TransitionResult retry(
      HandlerDeclaration<CloudEvent> handler, DueClaim due, Failure failure) {
    Claim claim = due.claim();
    int started = claim.attempt() - claim.yields();
    if (started >= handler.maxAttempts()) {
      return bury(due, failure);
    }
    Duration delay = handler.retryPolicy().delay(started, failure);
    return write(
        Transition.SCHEDULE_RETRY, () -> store.scheduleRetry(claim, failure, due.content(), delay));
  }

  private TransitionResult bury(DueClaim due, Failure failure) {
    return write(
        Transition.DEAD_LETTER, () -> store.deadLetter(due.claim(), failure, due.content()));
  }

  private TransitionResult write(Transition transition, Supplier<TransitionResult> verb) {
    TransitionResult result = persistently(verb);
    complaints.count(transition);
    return result;
  }

  /** A deadlock or a lost connection is tried again; what lasts ends the demo. */
  private <T> T persistently(Supplier<T> verb) {
    for (int tries = 1; true; tries++) {
      try {
        return verb.get();
      } catch (StoreException e) {
        boolean passing =
            store
                .errorClassifier()
                .classify(e)
                .filter(c -> c.errorClass() == ErrorClass.RETRYABLE)
                .isPresent();
        if (!passing || tries == MAX_TRIES) {
          throw e;
        }
      }
    }
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

    @Override
    public void onLost(Runnable callback) {
      // Nothing watches these claims.
    }
  }
}
