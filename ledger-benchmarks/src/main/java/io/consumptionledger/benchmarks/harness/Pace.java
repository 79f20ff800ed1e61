package io.consumptionledger.benchmarks.harness;

import java.time.Duration;

/**
 * How long a round takes.
 *
 * @param warmUp what is run before and not counted
 * @param measured what is counted
 */
public record Pace(Duration warmUp, Duration measured) {}
