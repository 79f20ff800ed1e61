package io.consumptionledger.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Redelivered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * Consumes what a broker's poll brought. What may share a claim does, in parts that are not too
 * large; the others go by themselves, those of one aggregate one after the other; a key that comes
 * twice waits until its first message is answered. Thread-safe.
 */
public final class Polls {
  private static final int ROWS = 500;
  private static final long BYTES = 4L << 20;

  private final Engine engine;
  private final PollParts parts;

  Polls(Engine engine, PollParts parts) {
    this.engine = engine;
    this.parts = parts;
  }

  /**
   * A message and its handler.
   *
   * @param handler the handler
   * @param delivery the message
   */
  public record Asked(HandlerDeclaration<?> handler, Delivery delivery) {}

  /**
   * Consumes messages.
   *
   * @param asked the messages; null for those that are answered already
   * @param outcomes where answers go, at the same places
   * @param executor runs handlers; null for the calling thread
   */
  void consume(List<Asked> asked, Outcome[] outcomes, Executor executor) {
    Set<ConsumptionKey> seen = new HashSet<>();
    Map<Integer, PollMessage<?>> together = new LinkedHashMap<>();
    Map<Object, List<Integer>> apart = new LinkedHashMap<>();
    List<Integer> again = new ArrayList<>();
    boolean joined = parts.store().inCallerTransaction();
    for (int i = 0; i < asked.size(); i++) {
      Asked each = asked.get(i);
      if (each == null) {
        continue;
      }
      if (!seen.add(each.delivery().key())) {
        again.add(i);
      } else if (joined || !PollMessage.mayShareClaim(each.handler())) {
        apart.computeIfAbsent(row(each, i), row -> new ArrayList<>()).add(i);
      } else {
        int place = i;
        engine.prepare(
            each.handler(),
            each.delivery(),
            message -> together.put(place, message),
            answer -> outcomes[place] = answer);
      }
    }
    together(together, outcomes, executor);
    apart(asked, apart.values(), outcomes, joined ? null : executor);
    again.forEach(i -> outcomes[i] = one(asked.get(i)));
  }

  /** What must run in order shares a row. */
  private static Object row(Asked asked, int place) {
    String aggregate = asked.delivery().metadata().aggregateId();
    if (asked.handler().orderedBy().isEmpty() || aggregate == null) {
      return place;
    }
    ConsumptionKey key = asked.delivery().key();
    return Arrays.asList(
        key.tenant(), key.handlerId(), asked.delivery().metadata().aggregateType(), aggregate);
  }

  private void together(
      Map<Integer, PollMessage<?>> together, Outcome[] outcomes, Executor executor) {
    List<PollMessage<?>> part = new ArrayList<>();
    long bytes = 0;
    for (PollMessage<?> each : together.values()) {
      if (part.size() == ROWS || (!part.isEmpty() && bytes + each.bytes() > BYTES)) {
        new Poll(parts, List.copyOf(part)).consume(executor);
        part.clear();
        bytes = 0;
      }
      part.add(each);
      bytes += each.bytes();
    }
    if (!part.isEmpty()) {
      new Poll(parts, part).consume(executor);
    }
    together.forEach((place, message) -> outcomes[place] = message.outcome());
  }

  private void apart(
      List<Asked> asked, Iterable<List<Integer>> rows, Outcome[] outcomes, Executor executor) {
    List<Runnable> tasks = new ArrayList<>();
    for (List<Integer> row : rows) {
      Runnable inOrder = () -> row.forEach(i -> outcomes[i] = one(asked.get(i)));
      tasks.add(() -> parts.running().partOfACall(inOrder));
    }
    Tasks.run(tasks, executor, () -> {});
  }

  private Outcome one(Asked asked) {
    if (parts.running().isClosed()) {
      return new Outcome.Redeliver(Redelivered.SHUTTING_DOWN, Duration.ZERO);
    }
    return engine.consume(asked.handler(), asked.delivery());
  }
}
