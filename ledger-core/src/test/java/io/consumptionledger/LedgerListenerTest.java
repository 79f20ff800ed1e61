package io.consumptionledger;

import static io.consumptionledger.EngineFixture.delivery;
import static io.consumptionledger.EngineFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who hears of what, and in which order. */
class LedgerListenerTest {
  private final EngineFixture fixture = new EngineFixture();
  private final List<LedgerEvent> second = new ArrayList<>();

  @Test
  void twoListenersBothHearOfEveryEvent() {
    Ledger ledger =
        fixture.ledger(
            handler(ReplaySafety.IDEMPOTENT, (m, a) -> {}).build(),
            b -> b.listener(((LedgerListener) fixture.heard::add).andThen(second::add)));

    ledger.consume(delivery("e1", "x"));

    assertThat(second).hasSizeGreaterThan(1).isEqualTo(fixture.heard);
  }

  @Test
  void listenerThatThrowsKeepsTheNextFromNothing() {
    LedgerListener broken =
        event -> {
          throw new IllegalStateException("broken");
        };
    LedgerEvent event = new LedgerEvent.Inventory(List.of());

    assertThatThrownBy(() -> broken.andThen(second::add).on(event)).hasMessage("broken");

    assertThat(second).containsExactly(event);
  }

  @Test
  void inventoryIsToldOnceAndFirst() {
    Ledger ledger = fixture.ledger(handler(ReplaySafety.IDEMPOTENT, (m, a) -> {}).build());

    ledger.consume(delivery("e1", "x"));

    assertThat(fixture.heard).first().isEqualTo(new LedgerEvent.Inventory(ledger.handlers()));
    assertThat(fixture.heard).filteredOn(LedgerEvent.Inventory.class::isInstance).hasSize(1);
  }

  @Test
  void listenerThatThrowsOnTheInventoryDoesNotKeepTheLedgerFromStarting() {
    Ledger ledger =
        fixture.ledger(
            handler(ReplaySafety.IDEMPOTENT, (m, a) -> {}).build(),
            b ->
                b.listener(
                    event -> {
                      throw new StackOverflowError();
                    }));

    assertThat(ledger.consume(delivery("e1", "x"))).isInstanceOf(Outcome.Acknowledge.class);
  }
}
