package io.consumptionledger.conformance;

import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGenerator;

/** Shows each rule with its number and text. */
final class RuleNames extends DisplayNameGenerator.Standard {
  RuleNames() {}

  @Override
  public String generateDisplayNameForMethod(
      List<Class<?>> enclosingInstanceTypes, Class<?> testClass, Method testMethod) {
    Rule rule = testMethod.getAnnotation(Rule.class);
    return rule == null
        ? super.generateDisplayNameForMethod(enclosingInstanceTypes, testClass, testMethod)
        : rule.id() + " " + rule.text();
  }
}
