package io.consumptionledger.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a vendor's class: an {@link Level#OPTIONAL} rule that this store does not keep, and why. It is
 * not run, and is listed in the report. Waiving a required or unknown rule, or giving no reason, is
 * a set-up error.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Waived.All.class)
public @interface Waived {
  /**
   * Which rule.
   *
   * @return its id
   */
  String rule();

  /**
   * Why.
   *
   * @return the reason, not blank
   */
  String reason();

  /** Several waivers. */
  @Documented
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @interface All {
    /**
     * The waivers.
     *
     * @return all of them
     */
    Waived[] value();
  }
}
