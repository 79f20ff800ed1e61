package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.internal.Text;
import io.consumptionledger.operations.PurgeReport.What;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How long rows are kept after they were settled, by handler and state, how long closed messages
 * and requests are, and how gently the rest is deleted. What the plan does not name is kept for
 * ever. How long SUCCEEDED rows are kept is how long a message that comes again is known as a
 * duplicate: it should be longer than brokers can redeliver it. Immutable.
 *
 * <pre>{@code
 * RetentionPlan plan =
 *     RetentionPlan.builder()
 *         .keep("billing", ConsumptionState.SUCCEEDED, Duration.ofDays(14))
 *         .keep("billing", ConsumptionState.DISCARDED, Duration.ofDays(90))
 *         .brokerRetention("billing", Duration.ofDays(7))
 *         .build();
 * }</pre>
 */
public final class RetentionPlan {
  /** The largest batch. */
  public static final int MOST_BATCH = 1_000;

  /** The longest pause. */
  public static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  private final Map<String, Map<ConsumptionState, Duration>> kept;
  private final Map<What, Duration> aside;
  private final Map<String, Duration> brokers;
  private final int batch;
  private final Duration pause;
  private final long mostPerPass;
  private final Archive archive;

  private RetentionPlan(Builder builder) {
    this.kept = new TreeMap<>();
    builder.kept.forEach((handler, states) -> kept.put(handler, new EnumMap<>(states)));
    this.aside = new EnumMap<>(builder.aside);
    this.brokers = new TreeMap<>(builder.brokers);
    this.batch = builder.batch;
    this.pause = builder.pause;
    this.mostPerPass = builder.mostPerPass;
    this.archive = builder.archive;
  }

  /**
   * Begins a plan that keeps everything.
   *
   * @return what to set
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * How long rows are kept.
   *
   * @param handlerId of which handler
   * @param state in which state
   * @return the time since they were settled, or empty for ever
   */
  public Optional<Duration> kept(String handlerId, ConsumptionState state) {
    return Optional.ofNullable(kept.getOrDefault(handlerId, Map.of()).get(state));
  }

  Map<String, Map<ConsumptionState, Duration>> all() {
    return kept;
  }

  /**
   * How long closed quarantined messages are kept.
   *
   * @return the time since they were closed, or empty for ever
   */
  public Optional<Duration> keptQuarantined() {
    return Optional.ofNullable(aside.get(What.QUARANTINED_MESSAGES));
  }

  /**
   * How long replay requests are kept that came to their end.
   *
   * @return the time since then, or empty for ever
   */
  public Optional<Duration> keptReplayRequests() {
    return Optional.ofNullable(aside.get(What.REPLAY_REQUESTS));
  }

  Map<What, Duration> aside() {
    return aside;
  }

  int batch() {
    return batch;
  }

  Duration pause() {
    return pause;
  }

  long mostPerPass() {
    return mostPerPass;
  }

  Archive archive() {
    return archive;
  }

  /**
   * What is dangerous about this plan: duplicates that would be forgotten while a broker may still
   * redeliver them.
   *
   * @return one sentence each; empty if there is nothing to say
   */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    kept.forEach(
        (handler, states) ->
            states.forEach(
                (state, time) -> {
                  Duration broker = brokers.get(handler);
                  if (broker != null && time.compareTo(broker) < 0) {
                    warnings.add(
                        state
                            + " rows of "
                            + handler
                            + " are kept for "
                            + time
                            + ", but its broker keeps messages for "
                            + broker
                            + ": what comes again after that is consumed again");
                  }
                }));
    Duration closed = aside.get(What.QUARANTINED_MESSAGES);
    brokers.forEach(
        (handler, broker) -> {
          if (closed != null && closed.compareTo(broker) < 0) {
            warnings.add(
                "closed quarantined messages are kept for "
                    + closed
                    + ", but the broker of "
                    + handler
                    + " keeps messages for "
                    + broker
                    + ": what comes again after that is quarantined again");
          }
        });
    return List.copyOf(warnings);
  }

  /** Collects a plan. Used by one thread. */
  public static final class Builder {
    private final Map<String, Map<ConsumptionState, Duration>> kept = new TreeMap<>();
    private final Map<What, Duration> aside = new EnumMap<>(What.class);
    private final Map<String, Duration> brokers = new TreeMap<>();
    private int batch = 500;
    private Duration pause = Duration.ofMillis(50);
    private long mostPerPass = 100_000;
    private Archive archive;

    private Builder() {}

    /**
     * How long settled rows of a handler are kept.
     *
     * @param handlerId the handler
     * @param state SUCCEEDED or DISCARDED; others are never deleted
     * @param time since they were settled; not negative
     * @return this builder
     * @throws InvalidFieldException if a part is not valid
     */
    public Builder keep(String handlerId, ConsumptionState state, Duration time) {
      Text.required("handlerId", handlerId, ConsumptionKey.MAX_HANDLER_ID);
      if (!state.isFinal()) {
        throw new InvalidFieldException("state", "is " + state + ", which is never deleted");
      }
      notNegative("time", time);
      kept.computeIfAbsent(handlerId, id -> new EnumMap<>(ConsumptionState.class)).put(state, time);
      return this;
    }

    /**
     * How long quarantined messages are kept once somebody has closed them. Open ones are never
     * deleted.
     *
     * @param time since they were closed; not negative
     * @return this builder
     * @throws InvalidFieldException if it is negative
     */
    public Builder keepQuarantined(Duration time) {
      notNegative("time", time);
      aside.put(What.QUARANTINED_MESSAGES, time);
      return this;
    }

    /**
     * How long replay requests are kept, with what became of their rows, once they are finished,
     * rejected or cancelled. Others are never deleted.
     *
     * @param time since they came to their end; not negative
     * @return this builder
     * @throws InvalidFieldException if it is negative
     */
    public Builder keepReplayRequests(Duration time) {
      notNegative("time", time);
      aside.put(What.REPLAY_REQUESTS, time);
      return this;
    }

    /**
     * How long the broker of a handler keeps messages, and so may redeliver them.
     *
     * @param handlerId the handler
     * @param time the broker's retention; not negative
     * @return this builder
     * @throws InvalidFieldException if a part is not valid
     */
    public Builder brokerRetention(String handlerId, Duration time) {
      Text.required("handlerId", handlerId, ConsumptionKey.MAX_HANDLER_ID);
      notNegative("time", time);
      brokers.put(handlerId, time);
      return this;
    }

    /**
     * How many rows one transaction looks at, or messages it deletes, 500 unless set.
     *
     * @param rows from 1 to {@value RetentionPlan#MOST_BATCH}
     * @return this builder
     * @throws InvalidFieldException if it is out of bounds
     */
    public Builder batch(int rows) {
      if (rows < 1 || rows > MOST_BATCH) {
        throw new InvalidFieldException("batch", "is " + rows + ", must be 1 to " + MOST_BATCH);
      }
      this.batch = rows;
      return this;
    }

    /**
     * How long to pause after each batch, 50 ms unless set.
     *
     * @param time the pause; not negative, at most {@link RetentionPlan#LONGEST_PAUSE}
     * @return this builder
     * @throws InvalidFieldException if it is out of bounds
     */
    public Builder pause(Duration time) {
      notNegative("pause", time);
      if (time.compareTo(LONGEST_PAUSE) > 0) {
        throw new InvalidFieldException("pause", "is " + time + ", at most " + LONGEST_PAUSE);
      }
      this.pause = time;
      return this;
    }

    /**
     * How much one pass deletes at the most, 100,000 rows, messages and requests unless set.
     *
     * @param rows at least 1
     * @return this builder
     * @throws InvalidFieldException if it is less
     */
    public Builder mostPerPass(long rows) {
      if (rows < 1) {
        throw new InvalidFieldException("mostPerPass", "is " + rows + ", must be at least 1");
      }
      this.mostPerPass = rows;
      return this;
    }

    /**
     * Hands rows to somebody before they are deleted; messages and requests are not handed over.
     *
     * @param sink keeps them; not null
     * @return this builder
     */
    public Builder archive(Archive sink) {
      this.archive = Objects.requireNonNull(sink, "sink");
      return this;
    }

    private static void notNegative(String field, Duration time) {
      if (time.isNegative()) {
        throw new InvalidFieldException(field, "is " + time + ", must not be negative");
      }
    }

    /**
     * Ends the settings.
     *
     * @return the plan
     * @throws InvalidFieldException if it names nothing
     */
    public RetentionPlan build() {
      if (kept.isEmpty() && aside.isEmpty()) {
        throw new InvalidFieldException("keep", "names nothing, so nothing would be deleted");
      }
      return new RetentionPlan(this);
    }
  }
}
