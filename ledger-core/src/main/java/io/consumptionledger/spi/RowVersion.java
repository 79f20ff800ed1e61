package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.InvalidFieldException;
import java.util.Objects;

/**
 * A row as somebody saw it. What is done to it later is refused if it has changed since.
 *
 * @param key the row; not null
 * @param version its version as read, at least 1; {@value #ANY} for whatever it is now
 */
public record RowVersion(ConsumptionKey key, long version) {
  /** Stands for the version that the row has now. */
  public static final long ANY = 0;

  /** Checks both. */
  public RowVersion {
    Objects.requireNonNull(key, "key");
    if (version < 0) {
      throw new InvalidFieldException("version", "must not be negative, not " + version);
    }
  }

  /**
   * A row as it is now, for who has not looked.
   *
   * @param key the row
   * @return the row at any version
   */
  public static RowVersion now(ConsumptionKey key) {
    return new RowVersion(key, ANY);
  }

  /**
   * Whether a row at a version is still the one that was seen.
   *
   * @param actual the row's version
   * @return true if it is, or if any would do
   */
  public boolean fits(long actual) {
    return version == ANY || version == actual;
  }

  @Override
  public String toString() {
    return version == ANY ? key.toString() : key + " at version " + version;
  }
}
