package io.consumptionledger.conformance;

import io.consumptionledger.conformance.rules.ClaimDueRules;
import io.consumptionledger.conformance.rules.ClaimRules;
import io.consumptionledger.conformance.rules.TakeOverRules;

/** All rules. Implement it, supply the fixture, and run the class as a test. */
public interface LedgerConformance extends ClaimRules, TakeOverRules, ClaimDueRules {}
