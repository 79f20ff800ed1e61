package io.consumptionledger.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.LedgerEvent;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PausesTest {
  private static final Tenant TENANT = new Tenant("t");
  private static final OperatorAction WHY = new OperatorAction("ann", "upgrade");

  private final ReplayFixture fixture = new ReplayFixture();
  private final Pauses pauses = new Pauses(fixture.store, fixture.timing, fixture.reports);

  @Test
  void givenAPauseWithoutEnd_thenItHoldsForThatTenantAndHandlerUntilItIsSeenToBeOver() {
    fixture.rows.pause(TENANT, "a", WHY, null);
    assertThat(pauses.retryAfter(TENANT, "a")).as("not read yet").isEmpty();

    pauses.refresh();

    assertThat(pauses.retryAfter(TENANT, "a")).contains(Pauses.LONGEST_RETRY_AFTER);
    assertThat(pauses.retryAfter(TENANT, "b")).isEmpty();
    assertThat(pauses.retryAfter(new Tenant("u"), "a")).isEmpty();
    fixture.rows.resume(TENANT, "a", WHY);
    pauses.refresh();
    assertThat(pauses.retryAfter(TENANT, "a")).isEmpty();
  }

  @Test
  void givenAMaintenanceWindow_thenItEndsByItselfAlsoWhenTheStoreDoesNotAnswer() {
    fixture.rows.pause(TENANT, "a", WHY, Duration.ofSeconds(40));
    pauses.refresh();
    fixture.fail("pausedHandlers");
    assertThat(pauses.retryAfter(TENANT, "a")).contains(Pauses.LONGEST_RETRY_AFTER);

    fixture.timing.elapse(Duration.ofSeconds(39));
    assertThat(pauses.retryAfter(TENANT, "a")).contains(Duration.ofSeconds(1));
    fixture.timing.elapse(Duration.ofSeconds(1));

    assertThat(pauses.retryAfter(TENANT, "a")).isEmpty();
  }

  @Test
  void givenPausesThatCannotBeRead_thenTheLastKnownOnesHoldAndEachFailureIsReported() {
    fixture.rows.pause(TENANT, "a", WHY, null);
    pauses.refresh();
    fixture.fail("pausedHandlers");

    pauses.refresh();
    pauses.refresh();

    assertThat(pauses.retryAfter(TENANT, "a")).isPresent();
    assertThat(fixture.heard(LedgerEvent.TickFailed.class)).hasSize(2);
  }

  @Test
  void givenPausesReadLately_thenTheyAreNotReadAgain() {
    pauses.refreshIfOlderThan(Duration.ofSeconds(1));
    fixture.timing.elapse(Duration.ofMillis(999));
    pauses.refreshIfOlderThan(Duration.ofSeconds(1));
    assertThat(fixture.calls("pausedHandlers")).isEqualTo(1);

    fixture.timing.elapse(Duration.ofMillis(1));
    pauses.refreshIfOlderThan(Duration.ofSeconds(1));

    assertThat(fixture.calls("pausedHandlers")).isEqualTo(2);
  }
}
