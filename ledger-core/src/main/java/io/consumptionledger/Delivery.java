package io.consumptionledger;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One message on its way to one handler: its identity, what is known about it, and its content.
 * Immutable. {@code toString} shows the key and sizes, never content.
 */
public final class Delivery {
  private final ConsumptionKey key;
  private final Metadata metadata;
  private final Headers headers;
  private final byte[] rawKey;
  private final Payload payload;

  private Delivery(Builder b) {
    this.key = new ConsumptionKey(b.tenant, b.handlerId, b.eventId, b.itemKey);
    this.metadata =
        new Metadata(
            b.eventType,
            b.aggregateType,
            b.aggregateId,
            b.sequence,
            b.topic,
            b.partition,
            b.offset,
            b.brokerTimestamp);
    this.headers = b.headers;
    this.rawKey = b.rawKey;
    this.payload = b.payload;
  }

  /**
   * Starts a delivery of the default tenant.
   *
   * @param handlerId the id of the handler it goes to
   * @param eventId the producer's id of the event
   * @return a builder; by default a tombstone without metadata
   */
  public static Builder to(String handlerId, String eventId) {
    return new Builder(handlerId, eventId);
  }

  /**
   * The identity.
   *
   * @return the key, never null
   */
  public ConsumptionKey key() {
    return key;
  }

  /**
   * What is known about the message.
   *
   * @return the metadata, never null
   */
  public Metadata metadata() {
    return metadata;
  }

  /**
   * The headers.
   *
   * @return the headers, never null
   */
  public Headers headers() {
    return headers;
  }

  /**
   * The broker's raw message key.
   *
   * @return a copy of the bytes, or empty if the message had none
   */
  public Optional<byte[]> rawKey() {
    return Optional.ofNullable(rawKey).map(byte[]::clone);
  }

  /**
   * The body.
   *
   * @return the payload, never null
   */
  public Payload payload() {
    return payload;
  }

  @Override
  public String toString() {
    return "Delivery[" + key + ", " + payload + ", " + headers.list().size() + " headers]";
  }

  /** Collects the parts of a delivery. Not thread-safe. */
  public static final class Builder {
    private final String handlerId;
    private final String eventId;
    private Tenant tenant = Tenant.DEFAULT;
    private String itemKey = "";
    private String eventType;
    private String aggregateType;
    private String aggregateId;
    private Long sequence;
    private String topic;
    private Integer partition;
    private Long offset;
    private Instant brokerTimestamp;
    private Headers headers = Headers.none();
    private byte[] rawKey;
    private Payload payload = Payload.tombstone();

    private Builder(String handlerId, String eventId) {
      this.handlerId = handlerId;
      this.eventId = eventId;
    }

    /**
     * Whose message it is; the default tenant unless called.
     *
     * @param value the tenant; not null
     * @return this builder
     */
    public Builder tenant(Tenant value) {
      this.tenant = Objects.requireNonNull(value, "tenant");
      return this;
    }

    /**
     * Which item of a batch message this is.
     *
     * @param value the item's business identity; not null
     * @return this builder
     */
    public Builder itemKey(String value) {
      this.itemKey = value;
      return this;
    }

    /**
     * The kind of event.
     *
     * @param value the type, may be null
     * @return this builder
     */
    public Builder eventType(String value) {
      this.eventType = value;
      return this;
    }

    /**
     * What the event is about.
     *
     * @param type the aggregate's type
     * @param id the aggregate's id
     * @return this builder
     */
    public Builder aggregate(String type, String id) {
      this.aggregateType = type;
      this.aggregateId = id;
      return this;
    }

    /**
     * The event's own version within its aggregate.
     *
     * @param value the version
     * @return this builder
     */
    public Builder sequence(long value) {
      this.sequence = value;
      return this;
    }

    /**
     * Where the broker keeps the message.
     *
     * @param fromTopic the topic or queue
     * @param inPartition the partition, not negative
     * @param atOffset the offset, not negative
     * @return this builder
     */
    public Builder position(String fromTopic, int inPartition, long atOffset) {
      this.topic = fromTopic;
      this.partition = inPartition;
      this.offset = atOffset;
      return this;
    }

    /**
     * The topic or queue, for brokers without partitions and offsets.
     *
     * @param value the topic, may be null
     * @return this builder
     */
    public Builder topic(String value) {
      this.topic = value;
      return this;
    }

    /**
     * The broker's time.
     *
     * @param value the time, may be null; kept in microseconds
     * @return this builder
     */
    public Builder brokerTimestamp(Instant value) {
      this.brokerTimestamp = value;
      return this;
    }

    /**
     * All that is known of the message, in place of what was set before.
     *
     * @param value the metadata; not null
     * @return this builder
     */
    public Builder metadata(Metadata value) {
      this.eventType = value.eventType();
      this.aggregateType = value.aggregateType();
      this.aggregateId = value.aggregateId();
      this.sequence = value.sequence();
      this.topic = value.topic();
      this.partition = value.partition();
      this.offset = value.offset();
      this.brokerTimestamp = value.brokerTimestamp();
      return this;
    }

    /**
     * The headers.
     *
     * @param value the headers; not null
     * @return this builder
     */
    public Builder headers(Headers value) {
      this.headers = Objects.requireNonNull(value, "headers");
      return this;
    }

    /**
     * The broker's raw message key.
     *
     * @param value the bytes; copied; may be null
     * @return this builder
     */
    public Builder rawKey(byte[] value) {
      this.rawKey = value == null ? null : value.clone();
      return this;
    }

    /**
     * The body.
     *
     * @param value the bytes; copied; null for a tombstone
     * @return this builder
     */
    public Builder payload(byte[] value) {
      this.payload = Payload.of(value);
      return this;
    }

    /**
     * Builds the delivery.
     *
     * @return the delivery
     * @throws InvalidFieldException naming the first field that breaks its rule (see {@link
     *     ConsumptionKey} and {@link Metadata})
     */
    public Delivery build() {
      return new Delivery(this);
    }
  }
}
