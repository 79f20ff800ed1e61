package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.ConsumptionKey;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;

/**
 * A verb that is ready to run.
 *
 * @param keys the rows that it touches
 * @param verb the call
 */
record Prepared(List<ConsumptionKey> keys, Callable<Object> verb) {
  /**
   * An answer that only counts what this very call did. After a lost reply the count of what is
   * gone, or new, may have been counted by the try that nobody heard of.
   *
   * @param rows how many
   */
  record Moved(int rows) {}

  static Prepared on(ConsumptionKey key, Callable<Object> verb) {
    return new Prepared(List.of(key), verb);
  }

  /** A verb without an answer. */
  static Prepared silent(ConsumptionKey key, Runnable verb) {
    return on(
        key,
        () -> {
          verb.run();
          return true;
        });
  }

  /** A verb that answers how many it moved. */
  static Prepared counting(ConsumptionKey key, IntSupplier verb) {
    return on(key, () -> new Moved(verb.getAsInt()));
  }

  Object run() {
    try {
      return verb.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
