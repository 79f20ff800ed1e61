package io.consumptionledger.conformance;

import io.consumptionledger.Backoff;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.RecordResult;
import java.time.Duration;

/**
 * A ledger on the store under test whose handler works in a transaction. Whatever product it is,
 * the store's own COMPLETE can write in there: a row of another key stands for the handler's
 * writes.
 */
public final class Working implements AutoCloseable {
  /** The lease of its claims. */
  public static final Duration LEASE = Scenario.LEASE;

  private final Scenario scenario;
  private final Ledger ledger;

  /** What the handler does. */
  @FunctionalInterface
  public interface Work {
    /**
     * Handles one event.
     *
     * @param self to write with
     * @param event the event's id
     * @throws Exception to fail
     */
    void on(Working self, String event) throws Exception;
  }

  /**
   * A ledger.
   *
   * @param scenario the stage
   * @param mode the handler's mode
   * @param work what it does
   */
  public Working(Scenario scenario, ConsumptionMode mode, Work work) {
    this.scenario = scenario;
    HandlerDeclaration<Delivery> declaration =
        HandlerDeclaration.<Delivery>of(
                scenario.handler(),
                ReplaySafety.NEEDS_TX_CLAIM,
                Decoder.none(),
                (message, attempt) -> work.on(this, message.key().eventId()))
            .mode(mode)
            .lease(LEASE)
            .retryPolicy(Backoff.fixed(Scenario.DELAY))
            .build();
    this.ledger = Ledger.on(scenario.store()).handler(declaration).start();
  }

  /**
   * Consumes an event.
   *
   * @param event its id
   * @return the answer
   */
  public Outcome consume(String event) {
    return ledger.consume(scenario.delivery(event).build());
  }

  /**
   * Writes in the transaction that the calling thread has open.
   *
   * @param word what to write, once
   */
  public void write(String word) {
    RecordResult result = scenario.store().complete(scenario.bare(written(word)));
    if (!(result instanceof RecordResult.Recorded)) {
      throw new AssertionError("written twice: " + word);
    }
  }

  /**
   * Whether it is committed.
   *
   * @param store who looks
   * @param word what was written
   * @return true if it is
   */
  public boolean isWritten(LedgerStore store, String word) {
    return store.get(scenario.key(written(word))).isPresent();
  }

  private static String written(String word) {
    return "written-" + word;
  }

  @Override
  public void close() {
    ledger.close();
  }
}
