package io.consumptionledger.spi;

import java.util.Objects;
import java.util.UUID;

/**
 * The fencing token of one claim: random, used once, known to its owner only. {@code toString} does
 * not show it.
 *
 * @param value the token; not null
 */
public record ClaimToken(UUID value) {
  /** Checks that there is a value. */
  public ClaimToken {
    Objects.requireNonNull(value, "value");
  }

  /**
   * A new random token.
   *
   * @return the token
   */
  public static ClaimToken random() {
    return new ClaimToken(UUID.randomUUID());
  }

  @Override
  public String toString() {
    return "ClaimToken[hidden]";
  }
}
