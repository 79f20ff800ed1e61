package io.consumptionledger.conformance;

import java.util.Objects;

/**
 * What a report says about the store under test.
 *
 * @param product the database product or other kind of store
 * @param version its version
 * @param driver the driver's name and version, or {@code none}
 * @param source where the store came from, such as {@code container}
 */
public record StoreInfo(String product, String version, String driver, String source) {
  /** Checks that nothing is missing. */
  public StoreInfo {
    Objects.requireNonNull(product, "product");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(source, "source");
  }
}
