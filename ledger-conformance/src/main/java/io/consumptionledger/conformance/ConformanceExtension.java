package io.consumptionledger.conformance;

import io.consumptionledger.conformance.report.Outcome;
import io.consumptionledger.conformance.report.Report;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Opens the fixture once per class, clears it before each rule, keeps rules that do not apply or
 * are waived from running, and writes the report.
 */
final class ConformanceExtension
    implements BeforeAllCallback,
        AfterAllCallback,
        BeforeEachCallback,
        ExecutionCondition,
        ParameterResolver,
        TestWatcher {

  private static final ExtensionContext.Namespace SPACE =
      ExtensionContext.Namespace.create(ConformanceExtension.class);

  /** What belongs to one test class. */
  private record Run(StoreFixture fixture, Map<String, String> waivers, Report report) {}

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    StoreRules rules = (StoreRules) context.getRequiredTestInstance();
    RuleCatalogue catalogue = RuleCatalogue.of(context.getRequiredTestClass());
    Map<String, String> waivers = waivers(context.getRequiredTestClass(), catalogue);
    StoreFixture fixture = rules.openFixture();
    try {
      fixture.clear();
    } catch (RuntimeException e) {
      fixture.close();
      throw e;
    }
    Report report = new Report(fixture.name(), fixture.info());
    store(context).put(Run.class, new Run(fixture, waivers, report));
  }

  private static Map<String, String> waivers(Class<?> type, RuleCatalogue catalogue) {
    Map<String, String> waivers = new TreeMap<>();
    for (Waived waived : type.getAnnotationsByType(Waived.class)) {
      Rule rule = catalogue.find(waived.rule());
      if (rule == null) {
        throw new ExtensionConfigurationException("waiver of unknown rule " + waived.rule());
      }
      if (rule.level() == Level.REQUIRED) {
        throw new ExtensionConfigurationException(
            "rule " + rule.id() + " is REQUIRED and cannot be waived");
      }
      if (waived.reason().isBlank()) {
        throw new ExtensionConfigurationException("waiver of " + rule.id() + " gives no reason");
      }
      waivers.put(rule.id(), waived.reason());
    }
    return waivers;
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Rule rule = rule(context);
    if (rule == null) {
      return ConditionEvaluationResult.enabled("not a rule");
    }
    Run run = run(context);
    String waiver = run.waivers.get(rule.id());
    if (waiver != null) {
      return ConditionEvaluationResult.disabled(Outcome.WAIVED.label() + ": " + waiver);
    }
    return Arrays.stream(rule.needs())
        .filter(need -> !run.fixture.capabilities().contains(need))
        .findFirst()
        .map(need -> Outcome.NOT_APPLICABLE.label() + ": needs " + need + ", " + need.meaning())
        .map(ConditionEvaluationResult::disabled)
        .orElseGet(() -> ConditionEvaluationResult.enabled("applies"));
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    Run run = run(context);
    run.fixture.clear();
    Rule rule = rule(context);
    if (rule != null) {
      run.report.started(rule);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Scenario.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Rule rule = rule(context);
    String name = rule == null ? context.getRequiredTestMethod().getName() : rule.id();
    return new Scenario(run(context).fixture, name);
  }

  @Override
  public void testSuccessful(ExtensionContext context) {
    finished(context, Outcome.PASSED, null);
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    finished(context, Outcome.FAILED, String.valueOf(cause.getMessage()));
  }

  @Override
  public void testAborted(ExtensionContext context, Throwable cause) {
    // A rule must not decide by itself that it does not apply; that would be a silent skip.
    finished(context, Outcome.FAILED, "aborted: " + cause.getMessage());
  }

  @Override
  public void testDisabled(ExtensionContext context, Optional<String> reason) {
    String why = reason.orElse("");
    Outcome outcome =
        Arrays.stream(Outcome.values())
            .filter(o -> why.startsWith(o.label() + ":"))
            .findFirst()
            .orElse(Outcome.FAILED);
    finished(context, outcome, why);
  }

  private static void finished(ExtensionContext context, Outcome outcome, String detail) {
    Rule rule = rule(context);
    if (rule != null) {
      run(context).report.finished(rule, outcome, detail);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Run run = store(context).remove(Run.class, Run.class);
    if (run == null) {
      return;
    }
    try {
      run.fixture.close();
    } finally {
      run.report.write();
    }
  }

  private static Rule rule(ExtensionContext context) {
    return context.getTestMethod().map(m -> m.getAnnotation(Rule.class)).orElse(null);
  }

  private static Run run(ExtensionContext context) {
    return store(context).get(Run.class, Run.class);
  }

  private static ExtensionContext.Store store(ExtensionContext context) {
    return context.getStore(SPACE);
  }
}
