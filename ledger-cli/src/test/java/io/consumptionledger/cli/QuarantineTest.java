package io.consumptionledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Delivery;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.operations.QuarantineDecoder;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.QuarantinedMessage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Messages without a key, from the command line. */
class QuarantineTest {
  private static final String BILLING = " --handler billing --ordered-by NONE --reason mended";
  private final LedgerStore store = new InMemoryLedgerStore();
  private final Shell rita = Shell.on(store, "rita");

  /** Reads all but one. */
  public static final class Mended implements QuarantineDecoder {
    /** For the program. */
    public Mended() {}

    @Override
    public Delivery decode(QuarantinedMessage message) {
      if (message.source().offset() == 2) {
        throw new IllegalArgumentException("still no id");
      }
      return Delivery.to("billing", "q" + message.source().offset())
          .payload(message.payload().bytes().orElseThrow())
          .build();
    }
  }

  private String run(int exit, String line) {
    assertThat(rita.run(line.split(" "))).as(line + rita.out() + rita.err()).isEqualTo(exit);
    return rita.out();
  }

  @Test
  void givenAnEventIsNamed_whenAMessageIsReplayed_thenItsBytesAndPlaceAreThoseThatCame() {
    String id = Rows.quarantined(store, 1);

    run(
        0,
        "quarantine replay "
            + id
            + " --handler billing --ordered-by SEQUENCE --reason mended --event q1"
            + " --event-type OrderPlaced --aggregate-type Order --aggregate o-1 --sequence 7");

    assertThat(run(0, "show billing q1"))
        .contains("OrderPlaced", "o-1", "orders")
        .contains("place              7");
    assertThat(store.content(ConsumptionKey.of("billing", "q1")).orElseThrow().payload())
        .hasValueSatisfying(
            bytes ->
                assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(Rows.SECRET + "1"));
  }

  @Test
  void givenADecoder_whenMessagesAreReplayed_thenThoseThatItReadsBecomeRowsAndTheOthersStay() {
    String ids = Rows.quarantined(store, 1) + " " + Rows.quarantined(store, 2);

    String out =
        run(1, "quarantine replay " + ids + BILLING + " --decoder " + Mended.class.getName());

    assertThat(out).contains("ADMITTED", "UNREADABLE", "still no id", "1 of 2 messages replayed");
    assertThat(run(0, "quarantine list")).contains("the id header is missing").hasLineCount(2);
  }

  @Test
  void givenAMessageOfAnotherHandlerOrTenant_whenItIsReplayedOrClosed_thenItStays() {
    String id = Rows.quarantined(store, 1);

    assertThat(
            run(
                1,
                "quarantine replay "
                    + id
                    + " --handler shipping --ordered-by NONE --event e --reason why"))
        .contains("REFUSED", "was meant for the handler billing");
    assertThat(run(1, "quarantine replay " + id + BILLING + " --event e --max-payload 3"))
        .contains("REFUSED");
    for (String verb : new String[] {"resolve", "discard"}) {
      assertThat(run(1, "quarantine " + verb + " " + id + " --reason why --tenant other"))
          .contains("NOT_FOUND");
    }
    run(1, "quarantine show " + id + " --tenant other");
    assertThat(rita.err()).hasLineCount(1);
    run(1, "quarantine content " + id + " --reason why --tenant other");
    assertThat(run(0, "quarantine list --count")).isEqualTo("Messages: 1\n");
  }

  @Test
  void givenSettledRows_whenTheyArePurgedWithALimit_thenTheNextPurgeGoesOn() {
    for (int i = 1; i <= 5; i++) {
      Rows.dead(store, "e" + i, "08006");
    }
    run(0, "discard --handler billing --count 5 --reason test");
    String purge =
        "purge --handler billing --state DISCARDED --older-than 0s --broker-retention 0s"
            + " --reason test --pause 0";

    assertThat(run(0, purge + " --dry-run")).contains("DISCARDED  5");
    assertThat(run(0, purge + " --dry-run --limit 3")).contains("DISCARDED  more than 3");
    assertThat(run(1, purge + " --limit 2")).contains("MOST_REACHED: 2 deleted");
    assertThat(run(0, purge)).contains("COMPLETE: 3 deleted");
    assertThat(run(0, "list --count")).isEqualTo("Rows: 0\n");
    assertThat(run(0, "purge --handler h --older-than 1h --broker-retention 1h --reason test"))
        .contains("0 deleted");
  }
}
