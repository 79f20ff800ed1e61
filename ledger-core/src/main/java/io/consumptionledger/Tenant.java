package io.consumptionledger;

import io.consumptionledger.internal.Text;

/**
 * The owner of a set of rows. Every key carries one; a tenant is never null and never means "all".
 *
 * @param id 1 to {@value #MAX_LENGTH} characters, no control characters, compared byte for byte
 */
public record Tenant(String id) {
  /** The longest id, in characters (Unicode code points). */
  public static final int MAX_LENGTH = 64;

  /** The tenant of applications that have only one. */
  public static final Tenant DEFAULT = new Tenant("default");

  /**
   * Creates a tenant.
   *
   * @throws InvalidFieldException if the id is null, blank, too long or holds control characters or
   *     lone surrogates
   */
  public Tenant {
    Text.required("tenant", id, MAX_LENGTH);
  }

  @Override
  public String toString() {
    return id;
  }
}
