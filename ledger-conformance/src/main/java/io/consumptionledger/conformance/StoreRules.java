package io.consumptionledger.conformance;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The root of all rule interfaces. Implement {@link LedgerConformance} for all of them, or some of
 * the interfaces in {@code io.consumptionledger.conformance.rules} while a store grows.
 */
@ExtendWith(ConformanceExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(RuleNames.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public interface StoreRules {
  /**
   * Opens the store under test; called once, before the first rule.
   *
   * @return the fixture
   * @throws Exception what kept the store from being opened: one set-up error, no failed rules
   */
  StoreFixture openFixture() throws Exception;
}
