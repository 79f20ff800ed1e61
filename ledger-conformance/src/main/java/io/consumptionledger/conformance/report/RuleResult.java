package io.consumptionledger.conformance.report;

import io.consumptionledger.conformance.Rule;
import java.time.Duration;

/**
 * One rule's outcome.
 *
 * @param rule the rule
 * @param outcome what became of it
 * @param detail the failure, or why it did not run; null if it passed
 * @param time how long it ran
 */
public record RuleResult(Rule rule, Outcome outcome, String detail, Duration time) {}
