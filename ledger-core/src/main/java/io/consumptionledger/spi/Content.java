package io.consumptionledger.spi;

import io.consumptionledger.Delivery;
import io.consumptionledger.Headers;
import io.consumptionledger.Payload;
import io.consumptionledger.PayloadState;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * The part of a message that is stored only when a row may have to be run again or looked at:
 * payload bytes, headers and raw key. Immutable; {@code toString} shows sizes only.
 */
public final class Content {
  private final PayloadState state;
  private final byte[] payload;
  private final Headers headers;
  private final byte[] rawKey;

  private Content(PayloadState state, byte[] payload, Headers headers, byte[] rawKey) {
    this.state = state;
    this.payload = payload;
    this.headers = headers;
    this.rawKey = rawKey;
  }

  /**
   * The content of a delivery, cut to a limit. If payload, headers and raw key together are over
   * the limit, only the beginning of the payload is kept, headers and raw key only if they fit
   * beside it, and the state is {@link PayloadState#TRUNCATED}.
   *
   * @param delivery where to take it from
   * @param maxBytes how much to keep at the most
   * @return the content to store
   */
  public static Content of(Delivery delivery, int maxBytes) {
    Payload payload = delivery.payload();
    byte[] rawKey = delivery.rawKey().orElse(null);
    // The stored form of no headers has bytes too; they must not push out a payload that fits.
    long headerBytes = delivery.headers().list().isEmpty() ? 0 : delivery.headers().encodedSize();
    long around = headerBytes + (rawKey == null ? 0 : rawKey.length);
    if (around + payload.size() <= maxBytes) {
      PayloadState state = payload.isTombstone() ? PayloadState.TOMBSTONE : PayloadState.STORED;
      return new Content(state, payload.bytes().orElse(null), delivery.headers(), rawKey);
    }
    boolean keepAround = around <= maxBytes / 2;
    int left = keepAround ? (int) (maxBytes - around) : maxBytes;
    return new Content(
        PayloadState.TRUNCATED,
        payload.first(left),
        keepAround ? delivery.headers() : Headers.none(),
        keepAround ? rawKey : null);
  }

  /**
   * Content as a store reads it back.
   *
   * @param state what the row says about the payload
   * @param payload the bytes, null for a tombstone
   * @param headers the headers
   * @param rawKey the raw key, may be null
   * @return the content
   * @throws IllegalArgumentException if a tombstone has bytes, or anything else has none
   */
  public static Content stored(PayloadState state, byte[] payload, Headers headers, byte[] rawKey) {
    Objects.requireNonNull(headers, "headers");
    if ((state == PayloadState.TOMBSTONE) != (payload == null)) {
      throw new IllegalArgumentException("payload bytes do not fit the state " + state);
    }
    return new Content(state, clone(payload), headers, clone(rawKey));
  }

  /**
   * The beginning of this content, for a store that cannot take all of it. Whatever it was, it is
   * {@link PayloadState#TRUNCATED} afterwards; headers and raw key are kept only if they take up no
   * more than half of the limit.
   *
   * @param maxBytes how much to keep at the most; not negative
   * @return less content
   */
  public Content cut(int maxBytes) {
    long around = headers.encodedSize() + (rawKey == null ? 0 : rawKey.length);
    boolean keepAround = around <= maxBytes / 2;
    int left = keepAround ? (int) (maxBytes - around) : maxBytes;
    return new Content(
        PayloadState.TRUNCATED,
        payload == null ? new byte[0] : Arrays.copyOf(payload, Math.min(left, payload.length)),
        keepAround ? headers : Headers.none(),
        keepAround ? rawKey : null);
  }

  private static byte[] clone(byte[] bytes) {
    return bytes == null ? null : bytes.clone();
  }

  /**
   * What is kept of the payload.
   *
   * @return the state, never null
   */
  public PayloadState state() {
    return state;
  }

  /**
   * The stored bytes of the payload.
   *
   * @return a copy, or empty for a tombstone
   */
  public Optional<byte[]> payload() {
    return Optional.ofNullable(payload).map(byte[]::clone);
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
   * @return a copy, or empty
   */
  public Optional<byte[]> rawKey() {
    return Optional.ofNullable(rawKey).map(byte[]::clone);
  }

  /**
   * How much there is of it.
   *
   * @return the bytes of payload, headers and raw key together
   */
  public long size() {
    return (payload == null ? 0L : payload.length)
        + headers.encodedSize()
        + (rawKey == null ? 0 : rawKey.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content that
        && state == that.state
        && Arrays.equals(payload, that.payload)
        && headers.equals(that.headers)
        && Arrays.equals(rawKey, that.rawKey);
  }

  @Override
  public int hashCode() {
    return Objects.hash(state, Arrays.hashCode(payload), headers, Arrays.hashCode(rawKey));
  }

  @Override
  public String toString() {
    return "Content[" + state + ", " + (payload == null ? 0 : payload.length) + " bytes]";
  }
}
