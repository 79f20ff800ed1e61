package io.consumptionledger;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * The body of a message: bytes, or none. A message without a body (a tombstone) is legal and is not
 * the same as one with zero bytes. Immutable; {@code toString} shows the size only.
 */
public final class Payload {
  private static final Payload TOMBSTONE = new Payload(null);

  private final byte[] bytes;
  private final Sha256 hash;

  private Payload(byte[] bytes) {
    this.bytes = bytes;
    this.hash = bytes == null ? null : Sha256.of(bytes);
  }

  /**
   * A payload of bytes.
   *
   * @param bytes the body; copied; null gives a {@linkplain #tombstone() tombstone}
   * @return the payload
   */
  public static Payload of(byte[] bytes) {
    return bytes == null ? TOMBSTONE : new Payload(bytes.clone());
  }

  /**
   * The payload of a message that has none.
   *
   * @return the tombstone
   */
  public static Payload tombstone() {
    return TOMBSTONE;
  }

  /**
   * Whether there is no body.
   *
   * @return true for a tombstone
   */
  public boolean isTombstone() {
    return bytes == null;
  }

  /**
   * The body.
   *
   * @return a copy of the bytes, or empty for a tombstone
   */
  public Optional<byte[]> bytes() {
    return Optional.ofNullable(bytes).map(byte[]::clone);
  }

  /**
   * The beginning of the body.
   *
   * @param limit how many bytes at most; not negative
   * @return a copy; empty array for a tombstone
   */
  public byte[] first(int limit) {
    return bytes == null ? new byte[0] : Arrays.copyOf(bytes, Math.min(limit, bytes.length));
  }

  /**
   * The number of bytes.
   *
   * @return the size, zero for a tombstone
   */
  public int size() {
    return bytes == null ? 0 : bytes.length;
  }

  /**
   * The hash of the body.
   *
   * @return the SHA-256, or empty for a tombstone
   */
  public Optional<Sha256> hash() {
    return Optional.ofNullable(hash);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Payload that && Objects.equals(hash, that.hash);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(hash);
  }

  @Override
  public String toString() {
    return isTombstone() ? "tombstone" : size() + " bytes";
  }
}
