package io.consumptionledger;

import io.consumptionledger.internal.Text;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A handler and everything the ledger must know to run it. Immutable; invalid combinations are
 * refused when it is built.
 *
 * @param <T> what the decoder makes of a delivery
 */
public final class HandlerDeclaration<T> {
  private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);
  private static final Duration LONGEST_LEASE = Duration.ofDays(1);
  private static final Duration LONGEST_AGE = Duration.ofDays(3650);
  private static final int LARGEST_PAYLOAD = 64 * 1024 * 1024;

  private final Builder<T> is;

  private HandlerDeclaration(Builder<T> builder) {
    this.is = builder;
  }

  /**
   * Starts a declaration.
   *
   * @param id a stable protocol name, 1 to {@value ConsumptionKey#MAX_HANDLER_ID} characters
   * @param safety what running the handler again may do; not null
   * @param decoder what makes messages out of deliveries; not null
   * @param handler the code to run; not null
   * @param <T> what the handler works on
   * @return a builder with defaults: lease 1 min, 15 attempts with {@link Backoff#DEFAULT} (which
   *     together last at least 33 min, so a half-hour outage uses up no message), 100 yields, 30
   *     days, payload of up to 1 MiB stored on failure
   */
  public static <T> Builder<T> of(
      String id, ReplaySafety safety, Decoder<? extends T> decoder, Handler<? super T> handler) {
    return new Builder<>(id, safety, decoder, handler);
  }

  /**
   * The handler's id.
   *
   * @return the id, never null
   */
  public String id() {
    return is.id;
  }

  /**
   * What running the handler again may do.
   *
   * @return the declared safety, never null
   */
  public ReplaySafety safety() {
    return is.safety;
  }

  /**
   * The decoder.
   *
   * @return the decoder, never null
   */
  public Decoder<? extends T> decoder() {
    return is.decoder;
  }

  /**
   * The code to run.
   *
   * @return the handler, never null
   */
  public Handler<? super T> handler() {
    return is.handler;
  }

  /**
   * How long a claim lasts without renewal.
   *
   * @return the lease, from 100 ms to 1 day
   */
  public Duration lease() {
    return is.lease;
  }

  /**
   * How long to wait after a failure.
   *
   * @return the policy, never null
   */
  public RetryPolicy retryPolicy() {
    return is.retryPolicy;
  }

  /**
   * How many starts may fail before the message becomes a dead letter.
   *
   * @return at least 1; yields are not counted
   */
  public int maxAttempts() {
    return is.maxAttempts;
  }

  /**
   * How often the handler may ask to be run later before the message becomes a dead letter.
   *
   * @return at least 0
   */
  public int maxYields() {
    return is.maxYields;
  }

  /**
   * How old a row may get, from its first receipt, before a failure or yield makes it a dead
   * letter.
   *
   * @return the age, more than zero
   */
  public Duration maxAge() {
    return is.maxAge;
  }

  /**
   * When content is stored.
   *
   * @return the policy, never null
   */
  public PayloadPolicy payloadPolicy() {
    return is.payloadPolicy;
  }

  /**
   * How much of a message's content is stored; more is cut, and the row cannot be replayed.
   *
   * @return bytes
   */
  public int maxPayloadBytes() {
    return is.maxPayloadBytes;
  }

  /**
   * What happens to a row whose owner died.
   *
   * @return the policy, never null
   */
  public OnOrphan onOrphan() {
    return is.onOrphan;
  }

  /**
   * How many commits a message takes.
   *
   * @return the mode, never null
   */
  public ConsumptionMode mode() {
    return is.mode;
  }

  /**
   * What a running handler gets to feel when its lease is lost.
   *
   * @return the policy, never null
   */
  public OnLeaseLost onLeaseLost() {
    return is.onLeaseLost;
  }

  /**
   * What puts the messages of one aggregate in order, one at a time.
   *
   * @return the source, or empty if messages do not wait for each other
   */
  public Optional<OrderSource> orderedBy() {
    return Optional.ofNullable(is.orderedBy);
  }

  /** One line for the inventory; names no secret. */
  @Override
  public String toString() {
    return String.format(
        "%s mode=%s safety=%s onOrphan=%s lease=%s maxAttempts=%d maxYields=%d maxAge=%s retry=%s"
            + " payload=%s up to %d bytes order=%s onLeaseLost=%s",
        is.id,
        is.mode,
        is.safety,
        is.onOrphan,
        is.lease,
        is.maxAttempts,
        is.maxYields,
        is.maxAge,
        is.retryPolicy instanceof Backoff ? is.retryPolicy : is.retryPolicy.getClass().getName(),
        is.payloadPolicy,
        is.maxPayloadBytes,
        is.orderedBy == null ? "none" : is.orderedBy,
        is.onLeaseLost);
  }

  /**
   * Collects a declaration. Not thread-safe.
   *
   * @param <T> what the handler works on
   */
  public static final class Builder<T> {
    private final String id;
    private final ReplaySafety safety;
    private final Decoder<? extends T> decoder;
    private final Handler<? super T> handler;
    private Duration lease = Duration.ofMinutes(1);
    private RetryPolicy retryPolicy = Backoff.DEFAULT;
    private int maxAttempts = 15;
    private int maxYields = 100;
    private Duration maxAge = Duration.ofDays(30);
    private PayloadPolicy payloadPolicy = PayloadPolicy.ON_FAILURE;
    private int maxPayloadBytes = 1024 * 1024;
    private OnOrphan onOrphan;
    private ConsumptionMode mode = ConsumptionMode.LEASED;
    private OnLeaseLost onLeaseLost = OnLeaseLost.SIGNAL;
    private OrderSource orderedBy;

    private Builder(
        String id, ReplaySafety safety, Decoder<? extends T> decoder, Handler<? super T> handler) {
      this.id = Text.required("handlerId", id, ConsumptionKey.MAX_HANDLER_ID);
      this.safety = Objects.requireNonNull(safety, "safety");
      this.decoder = Objects.requireNonNull(decoder, "decoder");
      this.handler = Objects.requireNonNull(handler, "handler");
      this.onOrphan = safety == ReplaySafety.UNSAFE ? OnOrphan.DEAD_LETTER : OnOrphan.RERUN;
    }

    private Builder(Builder<T> that) {
      this(that.id, that.safety, that.decoder, that.handler);
      this.lease = that.lease;
      this.retryPolicy = that.retryPolicy;
      this.maxAttempts = that.maxAttempts;
      this.maxYields = that.maxYields;
      this.maxAge = that.maxAge;
      this.payloadPolicy = that.payloadPolicy;
      this.maxPayloadBytes = that.maxPayloadBytes;
      this.onOrphan = that.onOrphan;
      this.mode = that.mode;
      this.onLeaseLost = that.onLeaseLost;
      this.orderedBy = that.orderedBy;
    }

    /**
     * How long a claim lasts without renewal.
     *
     * @param value from 100 ms to 1 day
     * @return this builder
     */
    public Builder<T> lease(Duration value) {
      this.lease = value;
      return this;
    }

    /**
     * How long to wait after a failure.
     *
     * @param value the policy; not null
     * @return this builder
     */
    public Builder<T> retryPolicy(RetryPolicy value) {
      this.retryPolicy = Objects.requireNonNull(value, "retryPolicy");
      return this;
    }

    /**
     * How many starts may fail.
     *
     * @param value from 1 to 1,000,000
     * @return this builder
     */
    public Builder<T> maxAttempts(int value) {
      this.maxAttempts = value;
      return this;
    }

    /**
     * How often the handler may ask to be run later.
     *
     * @param value from 0 to 1,000,000
     * @return this builder
     */
    public Builder<T> maxYields(int value) {
      this.maxYields = value;
      return this;
    }

    /**
     * How old a row may get.
     *
     * @param value more than zero, at most 3650 days
     * @return this builder
     */
    public Builder<T> maxAge(Duration value) {
      this.maxAge = value;
      return this;
    }

    /**
     * When content is stored.
     *
     * @param value the policy; not null
     * @return this builder
     */
    public Builder<T> payloadPolicy(PayloadPolicy value) {
      this.payloadPolicy = Objects.requireNonNull(value, "payloadPolicy");
      return this;
    }

    /**
     * How much of a message's content is stored.
     *
     * @param value bytes, from 1 to 64 MiB
     * @return this builder
     */
    public Builder<T> maxPayloadBytes(int value) {
      this.maxPayloadBytes = value;
      return this;
    }

    /**
     * What happens to a row whose owner died. The default is RERUN, for UNSAFE handlers
     * DEAD_LETTER.
     *
     * @param value the policy; not null
     * @return this builder
     */
    public Builder<T> onOrphan(OnOrphan value) {
      this.onOrphan = Objects.requireNonNull(value, "onOrphan");
      return this;
    }

    /**
     * How many commits a message takes.
     *
     * @param value the mode; not null; {@link ConsumptionMode#LEASED} by default
     * @return this builder
     */
    public Builder<T> mode(ConsumptionMode value) {
      this.mode = Objects.requireNonNull(value, "mode");
      return this;
    }

    /**
     * What the running handler gets to feel when its lease is lost. The default is SIGNAL.
     *
     * @param value the policy; not null
     * @return this builder
     */
    public Builder<T> onLeaseLost(OnLeaseLost value) {
      this.onLeaseLost = Objects.requireNonNull(value, "onLeaseLost");
      return this;
    }

    /**
     * Lets the messages of one aggregate run in order and one at a time, over all nodes. A message
     * behind an earlier one that is not resolved is stored and acknowledged, and runs when its turn
     * comes. A message without an aggregate never waits; one with an aggregate that lacks what the
     * source needs becomes a dead letter. By default there is no order.
     *
     * @param value what puts them in order; not null
     * @return this builder
     */
    public Builder<T> orderedBy(OrderSource value) {
      this.orderedBy = Objects.requireNonNull(value, "orderedBy");
      return this;
    }

    /**
     * Builds the declaration.
     *
     * @return the declaration
     * @throws InvalidFieldException naming field, value and limit of the first bad value
     */
    public HandlerDeclaration<T> build() {
      between("lease", lease, SHORTEST_LEASE, LONGEST_LEASE);
      between("maxAge", maxAge, Duration.ofMillis(1), LONGEST_AGE);
      between("maxAttempts", maxAttempts, 1, 1_000_000);
      between("maxYields", maxYields, 0, 1_000_000);
      between("maxPayloadBytes", maxPayloadBytes, 1, LARGEST_PAYLOAD);
      if (safety == ReplaySafety.UNSAFE && onOrphan == OnOrphan.RERUN) {
        throw new InvalidFieldException(
            "onOrphan", "is RERUN but the handler is UNSAFE; only DEAD_LETTER fits");
      }
      refuseWhatTheModeCannotKeep();
      return new HandlerDeclaration<>(new Builder<>(this));
    }

    private void refuseWhatTheModeCannotKeep() {
      if (mode == ConsumptionMode.LEASED
          && (safety == ReplaySafety.NEEDS_TX_CLAIM || handler instanceof TransactionalHandler)) {
        throw new InvalidFieldException(
            "mode",
            "is LEASED but the handler "
                + (safety == ReplaySafety.NEEDS_TX_CLAIM
                    ? "is NEEDS_TX_CLAIM"
                    : "works on a transaction")
                + "; only TRANSACTIONAL and SINGLE_TRANSACTION commit its writes with its row");
      }
      if (mode != ConsumptionMode.SINGLE_TRANSACTION) {
        return;
      }
      if (safety == ReplaySafety.UNSAFE || onOrphan == OnOrphan.DEAD_LETTER) {
        throw new InvalidFieldException(
            "mode",
            "is SINGLE_TRANSACTION but the handler is "
                + safety
                + " and onOrphan is "
                + onOrphan
                + "; a run whose process died leaves nothing to tell that it began, so it is run"
                + " again");
      }
      if (orderedBy != null) {
        throw new InvalidFieldException(
            "mode",
            "is SINGLE_TRANSACTION but the handler is ordered by "
                + orderedBy
                + "; ordered handlers use LEASED or TRANSACTIONAL");
      }
      if (payloadPolicy == PayloadPolicy.AT_CLAIM) {
        throw new InvalidFieldException(
            "mode", "is SINGLE_TRANSACTION but the payload is stored AT_CLAIM; there is no claim");
      }
    }

    private static <V extends Comparable<V>> void between(String field, V value, V least, V most) {
      if (value == null || value.compareTo(least) < 0 || value.compareTo(most) > 0) {
        throw new InvalidFieldException(
            field, "is " + value + ", must be from " + least + " to " + most);
      }
    }
  }
}
