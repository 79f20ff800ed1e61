package io.consumptionledger.conformance.framework;

import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.RuleCatalogue;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs rules on a store from inside a test, and tells what became of each. */
public final class SuiteRun implements TestExecutionListener {
  private final Set<String> passed = new TreeSet<>(RuleCatalogue.ORDER);
  private final Map<String, Throwable> failed = new TreeMap<>(RuleCatalogue.ORDER);
  private final Map<String, String> skipped = new TreeMap<>(RuleCatalogue.ORDER);
  private final List<Throwable> setUpErrors = new ArrayList<>();

  private final Consumer<String> starting;

  private SuiteRun(Consumer<String> starting) {
    this.starting = starting;
  }

  /** Runs the rules of a class that are wanted. */
  public static SuiteRun of(Class<?> type, Predicate<String> wantedIds) {
    return of(type, wantedIds, id -> {});
  }

  /** Runs the rules of a class that are wanted, and tells of each before it begins. */
  public static SuiteRun of(Class<?> type, Predicate<String> wantedIds, Consumer<String> starting) {
    List<DiscoverySelector> selectors = new ArrayList<>();
    for (Method method : type.getMethods()) {
      Rule rule = method.getAnnotation(Rule.class);
      if (rule != null && wantedIds.test(rule.id())) {
        selectors.add(DiscoverySelectors.selectMethod(type, method));
      }
    }
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectors).build();
    SuiteRun run = new SuiteRun(starting);
    LauncherFactory.create().execute(request, run);
    return run;
  }

  /** Runs all rules of a class. */
  public static SuiteRun of(Class<?> type) {
    return of(type, id -> true);
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    String id = ruleId(test);
    if (id != null) {
      starting.accept(id);
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    String id = ruleId(test);
    Throwable error = result.getThrowable().orElse(null);
    if (id == null) {
      if (error != null) {
        setUpErrors.add(error);
      }
    } else if (error == null) {
      passed.add(id);
    } else {
      failed.put(id, error);
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    String id = ruleId(test);
    if (id != null) {
      skipped.put(id, reason);
    }
  }

  private static String ruleId(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(source -> ((MethodSource) source).getJavaMethod().getAnnotation(Rule.class))
        .map(Rule::id)
        .orElse(null);
  }

  /** The rules that the store keeps. */
  public Set<String> passed() {
    return passed;
  }

  /** The rules that the store does not keep, with what they say. */
  public Map<String, Throwable> failed() {
    return failed;
  }

  /** The rules that were not run, and why. */
  public Map<String, String> skipped() {
    return skipped;
  }

  /** What kept all rules from being run. */
  public List<Throwable> setUpErrors() {
    return setUpErrors;
  }
}
