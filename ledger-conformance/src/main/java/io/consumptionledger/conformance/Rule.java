package io.consumptionledger.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;

/** One numbered rule: a default method of a rule interface, run as a test on every store. */
@Test
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Rule {
  /**
   * The number: subject and count, such as {@code CLAIM-1}. Never reused for another rule.
   *
   * @return the id
   */
  String id();

  /**
   * Whether a store may waive it.
   *
   * @return the level
   */
  Level level() default Level.REQUIRED;

  /**
   * The rule in one sentence.
   *
   * @return the text
   */
  String text();

  /**
   * If this fails, look at.
   *
   * @return where the fault most likely is
   */
  String lookAt();

  /**
   * What a store must be able to do for the rule to apply.
   *
   * @return the capabilities, none by default
   */
  Capability[] needs() default {};
}
