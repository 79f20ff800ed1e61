package io.consumptionledger.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.Tenant;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.operations.QuarantineOutcome.Kind;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.QuarantinedMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionsTest {
  private final LedgerStore store = new InMemoryLedgerStore();

  private String kept(int number) {
    QuarantinedMessage message =
        new QuarantinedMessage(
            Tenant.DEFAULT,
            KeptFixture.HANDLER,
            Metadata.NONE,
            Headers.none(),
            null,
            Payload.of(new byte[] {(byte) number}),
            KeptFixture.FAILED);
    store.quarantine(message);
    return message.id();
  }

  private static Delivery decoded(QuarantinedMessage message) {
    byte number = message.payload().bytes().orElseThrow()[0];
    if (number == 2) {
      throw new OutOfMemoryError("Requested array size exceeds VM limit");
    }
    if (number == 3) {
      throw new Error("of a library's own");
    }
    return Delivery.to(message.handlerId(), "e" + number).payload(new byte[] {number}).build();
  }

  @Test
  void givenMessagesThatClaimToBeHuge_whenTheDecoderDiesOfThem_thenTheOthersAreReplayed() {
    HandlerDeclaration<Delivery> handler =
        HandlerDeclaration.of(
                KeptFixture.HANDLER, ReplaySafety.IDEMPOTENT, Decoder.none(), (d, attempt) -> {})
            .build();

    List<QuarantineOutcome> outcomes =
        Operations.on(store)
            .build()
            .quarantine()
            .replay(
                Tenant.DEFAULT,
                List.of(kept(1), kept(2), kept(3), kept(4)),
                handler,
                AdmissionsTest::decoded,
                KeptFixture.PAULA,
                "decoder mended");

    assertThat(outcomes)
        .extracting(QuarantineOutcome::kind)
        .containsExactly(Kind.ADMITTED, Kind.UNREADABLE, Kind.UNREADABLE, Kind.ADMITTED);
  }
}
