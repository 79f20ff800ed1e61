package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Alerter;
import io.consumptionledger.Batching;
import io.consumptionledger.Decoder;
import io.consumptionledger.ErrorClassifier;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.LedgerListener;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.Node;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What claims rows by itself is stopped when the ledger is closed, while leases are renewed. */
class PartsTest {
  private final Node node = Node.start("node-1");
  private final InMemoryLedgerStore store = new InMemoryLedgerStore();
  private final List<String> stopped = new CopyOnWriteArrayList<>();

  private Lifecycle lifecycle() {
    HandlerDeclaration<?> handler =
        HandlerDeclaration.of("h", ReplaySafety.IDEMPOTENT, Decoder.none(), (m, a) -> {}).build();
    Lifecycle lifecycle =
        new Lifecycle(
            new EngineParts(
                store,
                node,
                ErrorClassifier.NONE,
                LedgerListener.NONE,
                Alerter.NONE,
                Timing.SYSTEM,
                LeaseTimes.of(List.of(handler), null, null),
                Lifecycle::daemon,
                DueHints.NONE,
                Batching.NATURAL));
    lifecycle.start();
    return lifecycle;
  }

  private static void add(Lifecycle lifecycle, Runnable whenStopped) {
    lifecycle.add(
        new Lifecycle.Part() {
          @Override
          public void stop() {
            whenStopped.run();
          }

          @Override
          public boolean isOver() {
            return true;
          }

          @Override
          public boolean owns(Thread thread) {
            return false;
          }
        });
  }

  @Test
  void partsAreStoppedOnceWhileTheNodeIsStillThere() {
    Lifecycle lifecycle = lifecycle();
    add(
        lifecycle,
        () -> {
          Node asked = Node.start(node.id());
          stopped.add("nodes there: " + store.liveTwins(asked, Duration.ofHours(1)).size());
        });

    assertThat(lifecycle.close(Duration.ofSeconds(20))).isTrue();
    assertThat(lifecycle.close(Duration.ofSeconds(20))).isTrue();

    assertThat(stopped).containsExactly("nodes there: 1");
    assertThat(store.liveTwins(Node.start(node.id()), Duration.ofHours(1))).isEmpty();
  }

  @Test
  void partThatThrowsDoesNotKeepTheOthersFromBeingStopped() {
    Lifecycle lifecycle = lifecycle();
    add(
        lifecycle,
        () -> {
          throw new StackOverflowError();
        });
    add(lifecycle, () -> stopped.add("the other"));

    assertThat(lifecycle.close(Duration.ofSeconds(20))).isTrue();

    assertThat(stopped).containsExactly("the other");
  }
}
