package io.consumptionledger.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.memory.InMemoryLedgerStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Pausing and resuming by operators. */
class ControlsTest {
  private static final Operator RITA = new Operator("rita");
  private final Operations operations = Operations.on(new InMemoryLedgerStore()).build();
  private final Controls controls = operations.controls();

  @Test
  void givenAPauseThenTheStatusOfThatTenantOnlyTellsItUntilItIsResumed() {
    controls.pause(Tenant.DEFAULT, "billing", RITA, "the bank is down", Duration.ofMinutes(5));

    assertThat(operations.overview().status(Tenant.DEFAULT, 10).paused())
        .singleElement()
        .satisfies(
            pause -> {
              assertThat(pause.handlerId()).isEqualTo("billing");
              assertThat(pause.by()).isEqualTo("rita");
              assertThat(pause.reason()).isEqualTo("the bank is down");
            });
    assertThat(operations.overview().status(new Tenant("other"), 10).paused()).isEmpty();
    assertThat(controls.resume(new Tenant("other"), "billing", RITA, "x")).isFalse();
    assertThat(controls.resume(Tenant.DEFAULT, "billing", RITA, "it is back")).isTrue();
    assertThat(controls.resume(Tenant.DEFAULT, "billing", RITA, "it is back")).isFalse();
    assertThat(operations.audit().list(Tenant.DEFAULT, null, null, null, 10).items())
        .extracting(AuditRecord::action)
        .containsExactly("RESUME", "PAUSE");
  }

  @Test
  void givenNoReasonThenNothingIsPaused() {
    assertThatThrownBy(() -> controls.pause(Tenant.DEFAULT, "billing", RITA, "", null))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("reason");
    assertThat(operations.overview().status(Tenant.DEFAULT, 10).paused()).isEmpty();
  }
}
