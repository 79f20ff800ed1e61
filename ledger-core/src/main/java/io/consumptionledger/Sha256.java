package io.consumptionledger;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** A SHA-256 hash. Immutable; equal by value. */
public final class Sha256 {
  /** The length of a hash in bytes. */
  public static final int LENGTH = 32;

  private final byte[] bytes;

  private Sha256(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Hashes content.
   *
   * @param content what to hash; not null, not kept
   * @return its hash
   */
  public static Sha256 of(byte[] content) {
    try {
      return new Sha256(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /**
   * Takes a stored hash.
   *
   * @param hash exactly {@value #LENGTH} bytes; copied
   * @return the hash
   * @throws InvalidFieldException if the length is another
   */
  public static Sha256 ofHash(byte[] hash) {
    if (hash.length != LENGTH) {
      throw new InvalidFieldException(
          "hash", "has " + hash.length + " bytes, a SHA-256 has " + LENGTH);
    }
    return new Sha256(hash.clone());
  }

  /**
   * The hash's bytes.
   *
   * @return a copy of {@value #LENGTH} bytes
   */
  public byte[] bytes() {
    return bytes.clone();
  }

  /**
   * The hash in lower-case hexadecimal.
   *
   * @return 64 characters
   */
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sha256 that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }
}
