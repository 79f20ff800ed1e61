package io.consumptionledger;

import static io.consumptionledger.EngineFixture.delivery;
import static io.consumptionledger.EngineFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.LedgerEvent.Batch.Kind;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What carries much does not wait for a place in a trip that it would fill. */
class HeavyContentTest {
  private static final String LIGHT = "x".repeat(31 << 10);
  private static final String HEAVY = "x".repeat((32 << 10) + 1);

  @RegisterExtension final EngineFixture fixture = new EngineFixture();

  private List<Kind> goneByTheLane() {
    return fixture.heard.stream()
        .filter(LedgerEvent.Batch.class::isInstance)
        .map(event -> ((LedgerEvent.Batch) event).kind())
        .toList();
  }

  private Ledger storingAtClaim() {
    return fixture.ledger(
        handler(ReplaySafety.IDEMPOTENT, (message, attempt) -> {})
            .payloadPolicy(PayloadPolicy.AT_CLAIM)
            .build());
  }

  private Ledger storingOnFailure() {
    return fixture.ledger(
        handler(
                ReplaySafety.IDEMPOTENT,
                (message, attempt) -> {
                  throw new IllegalStateException("no luck");
                })
            .build());
  }

  @Test
  void givenLightContent_whenConsumed_thenClaimAndSettleGoByTheLane() {
    storingAtClaim().consume(delivery("a", LIGHT));
    storingOnFailure().consume(delivery("b", LIGHT));

    assertThat(goneByTheLane()).containsExactly(Kind.CLAIM, Kind.SETTLE, Kind.CLAIM, Kind.SETTLE);
  }

  @Test
  void givenHeavyContentStoredAtTheClaim_whenConsumed_thenTheClaimGoesByItself() {
    assertThat(storingAtClaim().consume(delivery("a", HEAVY)))
        .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(goneByTheLane()).containsExactly(Kind.SETTLE);
  }

  @Test
  void givenHeavyContentStoredAfterAFailure_whenConsumed_thenTheSettleGoesByItself() {
    assertThat(storingOnFailure().consume(delivery("a", HEAVY)))
        .isEqualTo(new Acknowledge(Acknowledged.DEAD_LETTERED));

    assertThat(goneByTheLane()).containsExactly(Kind.CLAIM);
  }
}
