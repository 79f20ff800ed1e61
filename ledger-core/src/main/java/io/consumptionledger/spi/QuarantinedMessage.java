package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Failure;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.Sha256;
import io.consumptionledger.Tenant;
import io.consumptionledger.internal.Text;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * A message without a key: exactly as it came.
 *
 * @param tenant whose; not null
 * @param handlerId the handler it was meant for
 * @param source topic, partition, offset and broker timestamp as far as known; not null
 * @param headers the headers; not null
 * @param rawKey the raw key's bytes, or null
 * @param payload the body; not null
 * @param failure why it could not be given a key; not null
 */
public record QuarantinedMessage(
    Tenant tenant,
    String handlerId,
    Metadata source,
    Headers headers,
    byte[] rawKey,
    Payload payload,
    Failure failure) {
  /** The failure's code of a message that was too large to be kept whole. */
  public static final String CUT = "CUT";

  /** Checks what must be there. */
  public QuarantinedMessage {
    Objects.requireNonNull(tenant, "tenant");
    Text.required("handlerId", handlerId, ConsumptionKey.MAX_HANDLER_ID);
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(headers, "headers");
    Objects.requireNonNull(payload, "payload");
    Objects.requireNonNull(failure, "failure");
    rawKey = rawKey == null ? null : rawKey.clone();
  }

  /**
   * The raw key.
   *
   * @return a copy of its bytes, or null
   */
  @Override
  public byte[] rawKey() {
    return rawKey == null ? null : rawKey.clone();
  }

  /**
   * The hash of the exact bytes; of no bytes for a tombstone, whose mark is kept beside it.
   *
   * @return the hash, never null
   */
  public Sha256 payloadHash() {
    return payload.hash().orElseGet(() -> Sha256.of(new byte[0]));
  }

  /**
   * The identity of the message: a hash over tenant, handler, topic, partition, offset (absent
   * parts as empty text or -1) and the payload with its hash. Every part is preceded by its length,
   * so that no two different messages have the same.
   *
   * @return 64 hexadecimal characters
   */
  public String id() {
    byte[][] parts = {
      tenant.id().getBytes(StandardCharsets.UTF_8),
      handlerId.getBytes(StandardCharsets.UTF_8),
      Optional.ofNullable(source.topic()).orElse("").getBytes(StandardCharsets.UTF_8),
      number(source.partition() == null ? -1 : source.partition()),
      number(source.offset() == null ? -1 : source.offset()),
      new byte[] {(byte) (payload.isTombstone() ? 1 : 0)},
      payloadHash().bytes()
    };
    int size = 0;
    for (byte[] part : parts) {
      size += Integer.BYTES + part.length;
    }
    ByteBuffer all = ByteBuffer.allocate(size);
    for (byte[] part : parts) {
      all.putInt(part.length).put(part);
    }
    return Sha256.of(all.array()).hex();
  }

  private static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  /** Shows no content. */
  @Override
  public String toString() {
    return "QuarantinedMessage[" + tenant + "/" + handlerId + ", " + payload + "]";
  }
}
